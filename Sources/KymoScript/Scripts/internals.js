// What a custom element has to itself: ElementInternals, with its value in a form, its validity and its states. It is
// evaluated when the first element asks for it; customs.js knows which elements belong to forms, and when they hear of it.
(function (host, kit) {
  'use strict';
  const { global, define, getter } = kit;
  const { defineProperty } = Object;
  const text = String;
  const NodeList = kit.require('./NodeList');
  const its = new WeakMap();
  const of = page => {
    const found = its.get(page);
    if (found === undefined) throw new TypeError('Illegal invocation');
    return found;
  };
  const only = token => { if (token !== kit) throw new TypeError('Illegal constructor'); };
  const refuse = said => { throw kit.exception(said, 'NotSupportedError'); };

  // --- Validity and states ------------------------------------------------------------------------------------------------

  // One kind of state is everybody's.
  const { FLAGS, show } = kit.validity;

  class CustomStateSet {
    constructor(token) { only(token); }
    get size() { return of(this).states.size; }
    has(state) { return of(this).states.has(text(state)); }
    add(state) {
      of(this).states.add(text(state));
      kit.restyle();
    }
    delete(state) {
      const was = of(this).states.delete(text(state));
      kit.restyle();
      return was;
    }
    clear() {
      of(this).states.clear();
      kit.restyle();
    }
    forEach(callback, self = undefined) { for (const one of [...of(this).states]) Reflect.apply(callback, self, [one, one, this]); }
    keys() { return iterated([...of(this).states]); }
    values() { return iterated([...of(this).states]); }
    entries() { return iterated([...of(this).states].map(one => kit.give([one, one]))); }
  }
  const iterated = list => Reflect.apply(kit.early.prototypes.values, kit.give(list), []);
  define(CustomStateSet.prototype, Symbol.iterator, CustomStateSet.prototype.values);

  // --- The internals ------------------------------------------------------------------------------------------------------

  class ElementInternals {
    constructor(token) { only(token); }
    get shadowRoot() { return kit.shadowOf(of(this).element); }
    get states() {
      const it = of(this);
      if (it.statesPage === null) its.set(it.statesPage = new CustomStateSet(kit), it);
      return it.statesPage;
    }
    get form() { return kit.formOfCustom(inForm(this).element); }
    get labels() {
      const { element } = inForm(this);
      const all = element.domino$rooted ? [...element.getRootNode().querySelectorAll('label')] : [];
      return new NodeList(all.filter(one => one.control === element || one.contains(element) && one.control === null));
    }
    get willValidate() {
      const { element } = inForm(this);
      return !kit.isCustomDisabled(element) && !element.hasAttribute('readonly') && element.closest('datalist') === null;
    }
    get validity() {
      const it = inForm(this);
      if (it.validityPage === null) it.validityPage = show(() => it.flags);
      return it.validityPage;
    }
    get validationMessage() { return inForm(this).message; }
    setFormValue(value, state = value) {
      const it = inForm(this);
      if (arguments.length === 0) throw new TypeError('setFormValue takes a value');
      it.value = value === null || value === undefined ? null : kit.isBlob(value) ? value
        : kit.pairsOfForm(value) ?? text(value);
    }
    setValidity(flags = {}, message = '', anchor = undefined) {
      const it = inForm(this);
      const said = flags === null ? [] : FLAGS.filter(name => flags[name]);
      if (said.length > 0 && text(message) === '') throw new TypeError('a flag of validity needs a message');
      it.flags = new Set(said);
      it.message = said.length > 0 ? text(message) : '';
    }
    checkValidity() {
      const { element, flags } = inForm(this);
      if (flags.size === 0 || !this.willValidate) return true;
      kit.raise(element, new kit.Event('invalid', { cancelable: true }));
      return false;
    }
    reportValidity() { return this.checkValidity(); }
  }
  const inForm = page => {
    const it = of(page);
    if (!kit.isInForms(it.element)) refuse('The target element is not a form-associated custom element.');
    return it;
  };
  // What assistive technology would be told is kept as it was said.
  for (const [name] of kit.accessible) {
    getter(ElementInternals.prototype, name, function () { return of(this).said.get(name) ?? null; },
      function (value) { of(this).said.set(name, value === null || value === undefined ? null : text(value)); });
  }

  for (const Kind of [ElementInternals, CustomStateSet]) {
    defineProperty(Kind.prototype, Symbol.toStringTag, { value: Kind.name, configurable: true });
    define(global, Kind.name, Kind);
  }

  const attached = new WeakMap();
  kit.internals = {
    attach(element) {
      kit.checkInternals(element);
      if (attached.has(element)) refuse('ElementInternals for the specified element was already attached.');
      const page = new ElementInternals(kit);
      const it = { element, page, flags: new Set(), message: '', states: new Set(), statesPage: null, validityPage: null, value: null, said: new Map() };
      its.set(page, it);
      attached.set(element, it);
      return page;
    },
    /** Whether anything is demanded of an element, and whether it has it. */
    takesPart: element => attached.has(element) && attached.get(element).page.willValidate,
    isRight: element => !kit.internals.takesPart(element) || attached.get(element).flags.size === 0,
    hasState: (element, name) => attached.has(element) && attached.get(element).states.has(name),
    /** What an element adds to what its form sends. */
    entries(element) {
      const it = attached.get(element);
      const name = element.getAttribute('name');
      if (it === undefined || it.value === null) return [];
      if (Array.isArray(it.value)) return it.value;
      return name ? [[name, it.value]] : [];
    },
  };
})
