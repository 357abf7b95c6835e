// What scripts and selectors find at the fields of a form. What they do is in parts of their own, which are evaluated when
// somebody first asks: options.js, values.js, selections.js and validity.js.
(function (host, kit) {
  'use strict';
  const { define, getter, elements, optionsOf } = kit;
  const text = String;
  const {
    HTMLInputElement, HTMLTextAreaElement, HTMLSelectElement, HTMLOptionElement, HTMLFormElement, HTMLButtonElement,
    HTMLFieldSetElement, HTMLOutputElement, HTMLObjectElement,
  } = elements;
  /** Gives a prototype methods, each under its name. */
  const give = (prototype, methods) => { for (const name of Object.keys(methods)) define(prototype, name, methods[name]); };

  // --- Options ------------------------------------------------------------------------------------------------------------

  getter(HTMLOptionElement.prototype, 'value', function () { return this.getAttribute('value') ?? this.text; },
    function (value) { this.setAttribute('value', text(value)); });
  getter(HTMLOptionElement.prototype, 'label', function () { return this.getAttribute('label') ?? this.text; },
    function (value) { this.setAttribute('label', text(value)); });
  const selectOf = option => {
    const { parentNode } = option;
    const at = parentNode !== null && parentNode.localName === 'optgroup' ? parentNode.parentNode : parentNode;
    return at !== null && at.localName === 'select' ? at : null;
  };
  getter(HTMLOptionElement.prototype, 'form', function () { return selectOf(this)?.form ?? null; });
  getter(HTMLSelectElement.prototype, 'options', function () { return kit.options.listOf(this); });
  getter(HTMLSelectElement.prototype, 'length', function () { return optionsOf(this).length; },
    function (value) { kit.options.setLength(this, value); });
  give(HTMLSelectElement.prototype, {
    add(option, before = null) { kit.options.add(this, option, before); },
    item(index) { return optionsOf(this)[index >>> 0] ?? null; },
    namedItem(name) { return kit.options.named(this, name); },
  });
  define(HTMLSelectElement.prototype, Symbol.iterator, function values() { return this.options[Symbol.iterator](); });

  // Old pages ask a select for its options, and a form for its fields, by number. One more number is there with each that
  // comes into the document, up to as many as pages have that do so.
  const MOST = 200;
  const counts = new WeakMap();
  function number(owner, find) {
    const index = counts.get(owner) ?? 0;
    if (index >= MOST) return;
    counts.set(owner, index + 1);
    const set = owner.localName === 'select' ? value => kit.options.put(owner, index, value) : undefined;
    Object.defineProperty(owner, index, { configurable: true, get: () => find(index), set });
  }
  define(HTMLOptionElement.prototype, '_roothook', function () {
    const select = selectOf(this);
    if (select !== null) number(select, index => optionsOf(select)[index]);
  });
  kit.numberField = form => number(form, index => kit.fieldsOf(form)[index]);
  // Inputs and the like do it where their form gets their names: fields.js.
  for (const { prototype } of [HTMLFieldSetElement, HTMLOutputElement, HTMLObjectElement]) {
    define(prototype, '_roothook', function () { if (this.form !== null) kit.numberField(this.form); });
  }

  // --- Values ---------------------------------------------------------------------------------------------------------------

  getter(HTMLInputElement.prototype, 'valueAsNumber', function () { return kit.values.number(this); },
    function (value) { kit.values.setNumber(this, value); });
  getter(HTMLInputElement.prototype, 'valueAsDate', function () {
    const time = kit.values.date(this);
    return Number.isNaN(time) ? null : new kit.early.Date(time);
  }, function (value) {
    kit.values.setDate(this, value === null || value === undefined ? null : kit.early.timeOf(value));
  });
  const whole = count => Math.trunc(Number(count)) || 0;
  give(HTMLInputElement.prototype, {
    stepUp(count = 1) { kit.values.stepBy(this, whole(count)); },
    stepDown(count = 1) { kit.values.stepBy(this, -whole(count)); },
  });
  getter(HTMLInputElement.prototype, 'list', function () {
    const id = this.getAttribute('list');
    if (id === null || id === '' || !this.domino$rooted) return null;
    const found = this.getRootNode().getElementById(id);
    return found !== null && found.localName === 'datalist' ? found : null;
  });
  getter(elements.HTMLDataListElement.prototype, 'options', function () { return this.getElementsByTagName('option'); });
  getter(HTMLFieldSetElement.prototype, 'type', () => 'fieldset');
  getter(HTMLFieldSetElement.prototype, 'elements', function () { return kit.fieldsIn(this); });
  // What an output said before a script gave it a value.
  const defaults = new WeakMap();
  getter(HTMLOutputElement.prototype, 'type', () => 'output');
  getter(HTMLOutputElement.prototype, 'value', function () { return this.textContent; }, function (value) {
    if (!defaults.has(this)) defaults.set(this, this.textContent);
    this.textContent = text(value);
  });
  getter(HTMLOutputElement.prototype, 'defaultValue', function () { return defaults.get(this) ?? this.textContent; }, function (value) {
    if (defaults.has(this)) defaults.set(this, text(value)); else this.textContent = text(value);
  });
  kit.resetOutput = output => {
    if (!defaults.has(output)) return;
    output.textContent = defaults.get(output);
    defaults.delete(output);
  };
  getter(HTMLTextAreaElement.prototype, 'defaultValue', function () { return this.textContent; },
    function (value) { this.textContent = text(value); });
  getter(HTMLTextAreaElement.prototype, 'textLength', function () { return this.value.length; });

  for (const { prototype } of [HTMLInputElement, HTMLTextAreaElement]) {
    for (const [name, part] of [['selectionStart', 'start'], ['selectionEnd', 'end'], ['selectionDirection', 'direction']]) {
      getter(prototype, name, function () { return kit.selections.get(this, part); },
        function (value) { kit.selections.set(this, part, value); });
    }
    give(prototype, {
      setSelectionRange(start, end, direction = undefined) { kit.selections.setRange(this, start, end, direction); },
      select() { kit.selections.all(this); },
      setRangeText(replacement, ...range) {
        const [start, end, mode = 'preserve'] = range;
        kit.selections.replace(this, replacement, range.length === 0 ? null : [start, end], text(mode));
      },
    });
  }

  // --- Validity -------------------------------------------------------------------------------------------------------------

  for (const { prototype } of [
    HTMLInputElement, HTMLTextAreaElement, HTMLSelectElement, HTMLButtonElement, HTMLFieldSetElement, HTMLOutputElement,
    HTMLObjectElement,
  ]) {
    getter(prototype, 'validity', function () { return kit.validity.of(this); });
    getter(prototype, 'willValidate', function () { return kit.validity.takesPart(this); });
    getter(prototype, 'validationMessage', function () { return kit.validity.messageOf(this); });
    give(prototype, {
      checkValidity() { return kit.validity.check(this); },
      reportValidity() { return kit.validity.report(this); },
      setCustomValidity(message) { kit.validity.setMessage(this, message); },
    });
  }
  give(HTMLFormElement.prototype, {
    checkValidity() { return kit.validity.checkForm(this); },
    reportValidity() { return kit.validity.reportForm(this); },
  });

  // --- Selectors ------------------------------------------------------------------------------------------------------------

  const { selectors } = kit.require('./select');
  const isField = element => /^(input|select|textarea)$/.test(element.localName);
  const isInput = (element, kinds) => element.localName === 'input' && kinds.test(element.type);
  // Selectors find options disabled that are in a disabled select, too.
  const isDisabled = element => {
    if (kit.isFieldDisabled(element)) return true;
    if (element.localName !== 'option' && element.localName !== 'optgroup') return kit.isInForms(element) && kit.isCustomDisabled(element);
    const select = element.localName === 'option' ? selectOf(element) : element.parentNode;
    return select !== null && select.localName === 'select' && kit.isFieldDisabled(select);
  };
  const isSender = element => /^(input|button)$/.test(element.localName) && /^(submit|image)$/.test(element.type);
  const WRITTEN = /^(text|search|url|tel|password|email|number|date|time|month|week|datetime-local)$/;
  const isWritten = element => element.localName === 'textarea' || isInput(element, WRITTEN)
    ? !element.hasAttribute('readonly') && !isDisabled(element) : element.isContentEditable === true;
  Object.assign(selectors, {
    ':disabled': isDisabled,
    ':enabled': element => (kit.canBeDisabled(element) || kit.isInForms(element)) && !isDisabled(element),
    ':valid': element => kit.validity.judge(element) === true,
    ':invalid': element => kit.validity.judge(element) === false,
    ':in-range': element => element.localName === 'input' && kit.validity.judgeRange(element) === true,
    ':out-of-range': element => element.localName === 'input' && kit.validity.judgeRange(element) === false,
    ':required': element => isField(element) && element.hasAttribute('required'),
    ':optional': element => (isField(element) || element.localName === 'button') && !element.hasAttribute('required'),
    ':indeterminate': element => element.localName === 'progress' ? !element.hasAttribute('value')
      : isInput(element, /^checkbox$/) ? element.indeterminate
        : isInput(element, /^radio$/) && !kit.radioGroup(element).some(one => one.checked),
    ':placeholder-shown': element => (element.localName === 'textarea' || isInput(element, /^(text|search|url|tel|password|email|number)$/))
      && element.hasAttribute('placeholder') && element.value === '',
    ':default': element => element.localName === 'option' ? element.hasAttribute('selected')
      : isInput(element, /^(checkbox|radio)$/) ? element.hasAttribute('checked')
        : isSender(element) && element.form !== null && element === [...element.form.querySelectorAll('input, button')].find(isSender),
    ':read-write': isWritten,
    ':read-only': element => !isWritten(element),
  });
})
