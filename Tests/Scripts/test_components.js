// Observers, custom elements and shadow trees: what only shows here, and not beside a browser.

test('a page that does not watch the tree does not pay for it', function* () {
  const before = [Node.prototype._insertOrReplace, Document.prototype.createElement, Element.prototype.remove];
  const now = () => [Node.prototype._insertOrReplace, Document.prototype.createElement, Element.prototype.remove];
  new MutationObserver(() => {});
  typeof customElements.get('x-a');
  equal(now().every((one, index) => one === before[index]), true);
  new MutationObserver(() => {}).observe(box, { childList: true });
  equal(now().some((one, index) => one !== before[index]), true);
  yield 0;
});

test('a page that breaks the built-ins still observes, defines and attaches', function* () {
  const seen = [];
  let count = 0;
  const keep = value => { Object.defineProperty(seen, count++, { value, enumerable: true, configurable: true }); };
  const bad = function () { throw new Error('the page broke it'); };
  const saved = [];
  for (const [target, names] of [
    [Array.prototype, ['push', 'pop', 'shift', 'unshift', 'slice', 'splice', 'map', 'filter', 'flatMap', 'forEach', 'find', 'includes',
      'some', 'every', 'sort', 'indexOf', Symbol.iterator]],
    [Map.prototype, ['get', 'set', 'has', 'delete', Symbol.iterator]], [Set.prototype, ['has', 'add', 'delete']],
    [WeakMap.prototype, ['get', 'set', 'has']], [String.prototype, ['slice', 'replace', 'split', 'indexOf', 'includes', 'trim']],
    [RegExp.prototype, ['test', 'exec']], [Function.prototype, ['call', 'apply', 'bind']], [Promise.prototype, ['then']],
    [Reflect, ['apply', 'construct']], [Object, ['keys', 'create', 'assign', 'setPrototypeOf', 'getOwnPropertyDescriptor']],
    [Array, ['from', 'isArray']],
  ]) for (const name of names) saved[saved.length] = { target, name, value: target[name] };
  const record = { childList: true, attributes: true, subtree: true };
  class Part extends HTMLElement {
    constructor() { super(); this.attachShadow({ mode: 'open' }).innerHTML = '<b><slot></slot></b>'; }
    connectedCallback() { keep('connected'); }
    attributeChangedCallback(name, old, value) { keep(value); }
    static get observedAttributes() { return ['a']; }
  }
  const observer = new MutationObserver(records => keep(records.length));
  const visible = new IntersectionObserver(entries => keep(entries[0].isIntersecting));
  customElements.define('x-warm', class extends HTMLElement {});
  for (let index = 0; index < saved.length; index += 1) saved[index].target[saved[index].name] = bad;
  observer.observe(box, record);
  customElements.define('x-part', Part);
  box.innerHTML = '<x-part a="1"></x-part>';
  box.firstChild.setAttribute('a', '2');
  box.firstChild.textContent = 'text';
  box.firstChild.shadowRoot.addEventListener('ping', event => keep(event.target.localName));
  box.firstChild.shadowRoot.firstChild.dispatchEvent(new CustomEvent('ping', { bubbles: true, composed: true }));
  box.addEventListener('ping', event => keep(event.target.localName));
  box.firstChild.shadowRoot.firstChild.dispatchEvent(new CustomEvent('ping', { bubbles: true, composed: true }));
  visible.observe(box);
  const range = document.createRange();
  range.selectNodeContents(box);
  keep(range.toString());
  for (let index = 0; index < saved.length; index += 1) saved[index].target[saved[index].name] = saved[index].value;
  yield 100;
  equal(seen, ['1', 'connected', '2', 'b', 'b', 'x-part', 'text', 3, true]);
});

test('what an observer cannot see is said once', function* () {
  const seen = [];
  const visible = new IntersectionObserver(entries => seen.push(entries.map(one => [one.target.id, one.isIntersecting])));
  const sized = new ResizeObserver(entries => seen.push(entries.map(one => one.contentRect.width)));
  visible.observe(box);
  sized.observe(box);
  yield 100;
  box.hidden = true;
  yield 1000;
  equal([seen.length, seen[0].length, seen[1]], [2, 1, [['box', true]]]);
  visible.unobserve(box);
  visible.observe(box);
  yield 100;
  equal(seen[2], [['box', false]]);
  equal(take('missing').map(one => one[0]), ['the layout: an IntersectionObserver hears once that all is visible',
    'the layout: a ResizeObserver hears once of a size']);
});

test('built-in elements are not customized, and that is said', function* () {
  customElements.define('x-button', class extends HTMLButtonElement {}, { extends: 'button' });
  equal(take('missing'), [["customized built-in elements: customElements.define('x-button', ..., { extends: 'button' })"]]);
  const plain = document.createElement('button', { is: 'x-button' });
  equal([plain.constructor === HTMLButtonElement, document.createElement('x-button').constructor === HTMLElement], [true, true]);
  yield 0;
});

test('an error of an element or an observer is reported with its place', function* () {
  customElements.define('x-bad', class extends HTMLElement { connectedCallback() { throw new Error('connected'); } });
  box.innerHTML = '<x-bad></x-bad><x-bad></x-bad>';
  new MutationObserver(() => { throw new Error('observed'); }).observe(box, { childList: true });
  box.innerHTML = '';
  yield 0;
  const errors = take('error');
  equal(errors.map(one => [one[0], one[1]]), [['Error: connected', 'test_components.js'], ['Error: connected', 'test_components.js'],
    ['Error: observed', 'test_components.js']]);
  equal(errors.every(one => one[2] > 80), true);
});

test('a tree that changes for long under observers keeps nothing', function* () {
  let heard = 0;
  const observer = new MutationObserver(records => { heard += records.length; });
  observer.observe(box, { childList: true, subtree: true, characterData: true });
  customElements.define('x-many', class extends HTMLElement { constructor() { super(); this.attachShadow({ mode: 'open' }); } });
  for (let turn = 0; turn < 20; turn += 1) {
    for (let index = 0; index < 100; index += 1) {
      box.innerHTML = '<x-many><p>1</p></x-many>';
      document.createRange().selectNodeContents(box);
    }
    yield 1;
  }
  box.textContent = '';
  yield 0;
  equal([heard, box.childNodes.length, observer.takeRecords().length], [2001, 0, 0]);
});

test('what a framework takes from the prototype of nodes works for each of them', function* () {
  const read = name => Object.getOwnPropertyDescriptor(Node.prototype, name).get;
  box.innerHTML = '<b></b>text<!--c-->';
  const [b, said, comment] = box.childNodes;
  for (const [name, found] of [['firstChild', b], ['lastChild', comment], ['nextSibling', null]]) {
    equal(read(name).call(box) === found, true, name);
  }
  equal(read('nextSibling').call(b) === said, true);
  equal([b, said, comment].map(one => [read('firstChild').call(one), read('lastChild').call(one)]).flat(), Array(6).fill(null));
  equal([box, b, said].map(one => Node.prototype.hasChildNodes.call(one)), [true, false, false]);
  equal([document, document.createDocumentFragment()].map(one => read('firstChild').call(one) === one.firstChild), [true, true]);
  throws(() => read('firstChild').call({}), 'TypeError');
  yield 0;
});
