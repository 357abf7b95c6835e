// Fields of forms, where a browser alone does not show it: what is evaluated when, and what pages do to built-ins.

const FORM = '<form action=go><input id=name name=name required minlength=3><input id=day type=date name=day>'
  + '<select id=kind name=kind><option>a</option><option>b</option></select><button id=send>Send</button></form>';
test('a form whose fields are lines of text evaluates no part until it is sent', function* () {
  const seen = partsSeen();
  box.innerHTML = FORM;
  box.querySelector('#name').value = 'abc\n';
  equal([box.querySelector('#name').value, box.querySelector('#kind').value, kind.selectedIndex], ['abc', 'a', 0]);
  equal([box.querySelectorAll('input, option').length, box.querySelectorAll(':disabled, :required').length], [4, 1]);
  equal([typeof ValidityState, typeof HTMLOptionsCollection, seen], ['function', 'function', []]);
  equal([kind.options.length, seen], [2, ['options.js']]);
  equal([day.valueAsDate, seen.slice(1)], [null, ['values.js']]);
  equal([box.querySelector('#name').selectionStart, seen.slice(2)], [3, ['selections.js']]);
  equal([document.querySelectorAll('form:valid').length, seen.slice(3)], [1, ['validity.js']]);
  equal(kind.options instanceof HTMLOptionsCollection && kind.validity instanceof ValidityState, true);
  throws(() => new ValidityState(), 'TypeError');
  throws(() => new HTMLOptionsCollection(), 'TypeError');
  throws(() => Object.getOwnPropertyDescriptor(ValidityState.prototype, 'valid').get.call({}), 'TypeError');
  yield 0;
});

test('a text that a user typed may be too short, and one of a script may not', function* () {
  box.innerHTML = FORM;
  const field = box.querySelector('#name');
  field.value = 'ab';
  equal([field.validity.tooShort, field.checkValidity()], [false, true]);
  page.type('#name', 'ab');
  equal([field.validity.tooShort, field.validationMessage],
    [true, 'Please lengthen this text to 3 characters or more (you are currently using 2 characters).']);
  page.click('#send');
  yield 0;
  equal(take('navigate'), []);
  page.type('#name', 'abcd');
  page.click('#send');
  yield 0;
  equal(take('navigate'), [['go?name=abcd&day=&kind=a', 'form']]);
  page.type('#name', 'x');
  field.form.reset();
  equal([field.value, field.validity.tooShort, field.validity.valueMissing], ['', false, true]);
});

test('what a listener adds to the data of a form is sent', function* () {
  box.innerHTML = FORM;
  const { form } = kind;
  form.addEventListener('formdata', event => {
    event.formData.set('name', 'other');
    event.formData.append('more', '1');
    event.formData.append('file', new File(['x'], 'f.txt'));
    // Who sends it from there sends nothing of it.
    if (form.hasAttribute('data-again')) form.submit();
  });
  window.FormData = function () { throw new Error('the page broke it'); };
  form.submit();
  yield 0;
  equal(take('navigate'), [['go?name=other&day=&kind=a&more=1&file=f.txt', 'form']]);
  form.setAttribute('data-again', '');
  form.submit();
  yield 0;
  equal(take('navigate'), [['go?name=other&day=&kind=a&more=1&file=f.txt', 'form']]);
});

test('a custom element of a form has a part in its validity', function* () {
  customElements.define('x-part', class extends HTMLElement {
    static formAssociated = true;
    constructor() { super(); this.internals = this.attachInternals(); }
  });
  box.innerHTML = '<form id=all action=go><fieldset id=set><x-part id=own></x-part></fieldset></form>';
  const heard = [];
  all.addEventListener('invalid', event => heard.push(event.target.id), true);
  equal([all.checkValidity(), own.matches(':valid'), set.matches(':valid')], [true, true, true]);
  own.internals.setValidity({ customError: true }, 'not yet');
  equal([all.checkValidity(), all.reportValidity(), heard], [false, false, ['own', 'own']]);
  equal([own.matches(':invalid'), set.matches(':invalid'), all.matches(':invalid')], [true, true, true]);
  all.requestSubmit();
  equal([heard.length, own.internals.validity instanceof ValidityState], [3, true]);
  set.disabled = true;
  equal([all.checkValidity(), own.matches(':valid'), own.matches(':invalid'), own.matches(':disabled')], [true, false, false, true]);
  yield 0;
  equal(take('navigate'), []);
});

test('styles know at once what is valid', function* () {
  document.head.insertAdjacentHTML('beforeend', '<style>input:invalid { color: rgb(1, 2, 3) } input:valid { color: rgb(4, 5, 6) }</style>');
  box.innerHTML = '<input id=one required>';
  const color = () => getComputedStyle(one).color;
  const seen = [color()];
  one.value = 'x';
  seen.push(color());
  one.setCustomValidity('no');
  seen.push(color());
  one.setCustomValidity('');
  seen.push(color());
  yield 0;
  equal(seen, ['rgb(1, 2, 3)', 'rgb(4, 5, 6)', 'rgb(1, 2, 3)', 'rgb(4, 5, 6)']);
});

test('a page that broke its built-ins has its fields all the same', function* () {
  box.innerHTML = FORM;
  const field = box.querySelector('#name');
  const [select, date, own] = [kind, day, Date];
  const mend = breakBuiltIns();
  let found, failure = null;
  try {
    field.value = 'abcdef';
    field.setRangeText('X', 1, 3, 'select');
    select.options[2] = new Option('c');
    select.add(new Option('d'), 0);
    select.value = 'c';
    date.value = '2020-02-29';
    date.stepUp();
    const time = date.valueAsDate;
    date.setCustomValidity('no');
    found = { __proto__: null, 0: field.value, 1: field.selectionEnd, 2: select.options.length, 3: select.selectedIndex, 4: date.value,
      5: time instanceof own, 6: date.validity.customError, 7: select.form.checkValidity(), 8: select.form.querySelectorAll(':invalid').length };
  } catch (error) {
    failure = String(error);
  }
  mend();
  equal(failure, null);
  equal(found, { 0: 'aXdef', 1: 2, 2: 4, 3: 3, 4: '2020-03-01', 5: true, 6: true, 7: false, 8: 1 });
  yield 0;
});

test('what fields give is of the kinds of the page', function* () {
  box.innerHTML = FORM;
  const list = kind.options;
  day.value = '2020-02-29';
  const kinds = [list, kind.validity, day.valueAsDate, Object.getOwnPropertyDescriptor(list, 0), [...list], Array.from(kind), list.add,
    new FormDataEvent('x', { formData: new FormData() })];
  equal(kinds.map(value => value instanceof Object), kinds.map(() => true));
  equal([Object.keys(list), [...list].length], [['0', '1'], 2]);
  const seen = [];
  for (const name in box) seen.push(name);
  equal(seen.filter(name => /Validity$|numberField/.test(name)), []);
  yield 0;
});

test('options, and fields of a form, have numbers', function* () {
  box.innerHTML = FORM;
  const { form } = kind;
  equal([kind[0].value, kind[1].value, kind[2] === undefined, form[1].id, form[3].id], ['a', 'b', true, 'day', 'send']);
  kind[1] = new Option('c');
  kind[0] = null;
  equal([kind[0].value, kind.length, Object.keys(kind).includes('0')], ['c', 1, false]);
  for (let count = 0; count < 300; count += 1) kind.add(new Option(count));
  equal([kind.length, kind[199].value, kind.options[299].value], [301, '198', '298']);
  yield 0;
});

test('a select that has none chosen takes its first option when one comes or goes', function* () {
  box.innerHTML = '<select id=kind></select>';
  kind.value = 'x';
  kind.add(new Option('a'));
  equal(kind.value, 'a');
  kind.selectedIndex = -1;
  equal([kind.value, kind.selectedIndex], ['', -1]);
  kind.add(new Option('b'));
  equal(kind.value, 'a');
  kind.value = 'b';
  kind.options[1] = null;
  equal(kind.value, 'a');
  yield 0;
});
