// The options of a select as a list that changes it: an option that is put into the list is put into the select. It is
// evaluated when a page first asks a select for them.
(function (host, kit) {
  'use strict';
  const { define, getter, elements, optionsOf } = kit;
  const { defineProperty, create, setPrototypeOf } = Object;
  const { HTMLOptionElement, HTMLOptGroupElement } = elements;
  const HTMLCollection = kit.require('./FilteredElementList');
  const text = String;
  const MOST = 100_000;             // Options that a length makes, as in Chromium.

  function setLength(select, given) {
    const wanted = given >>> 0;
    const all = optionsOf(select);
    if (wanted > MOST && wanted > all.length) return;
    for (let index = all.length - 1; index >= wanted; index -= 1) all[index].remove();
    for (let count = all.length; count < wanted; count += 1) select.appendChild(select.ownerDocument.createElement('option'));
  }
  function put(select, index, option) {
    const all = optionsOf(select);
    const old = all[index];
    if (option === null || option === undefined) {
      if (old !== undefined) old.remove();
      return;
    }
    if (!(option instanceof HTMLOptionElement)) throw new TypeError('what is put among options is an option');
    if (index > all.length) setLength(select, index);
    if (old === option) return;
    // As in Chromium it goes to the next option, whatever group the old one is in.
    const next = all[index + 1] === option ? all[index + 2] : all[index + 1];
    if (old !== undefined) old.remove();
    add(select, option, next);
  }
  function add(select, option, before = null) {
    if (!(option instanceof HTMLOptionElement || option instanceof HTMLOptGroupElement)) {
      throw new TypeError('what is added to options is an option or a group of them');
    }
    const next = before === null || typeof before === 'object' ? before : optionsOf(select)[before | 0] ?? null;
    if (next === option) return;
    if (next !== null && !select.contains(next)) throw kit.exception('what is to come after it is not in the select', 'NotFoundError');
    (next === null ? select : next.parentNode).insertBefore(option, next);
  }
  function named(select, given) {
    const name = text(given);
    if (name === '') return null;
    return optionsOf(select).find(one => one.id === name || one.getAttribute('name') === name) ?? null;
  }

  // --- The list -----------------------------------------------------------------------------------------------------------

  const selects = new WeakMap();
  const of = list => {
    const select = selects.get(list);
    if (select === undefined) throw new TypeError('Illegal invocation');
    return select;
  };
  class HTMLOptionsCollection {
    constructor() { throw new TypeError('Illegal constructor'); }
  }
  setPrototypeOf(HTMLOptionsCollection, HTMLCollection);
  const { prototype } = HTMLOptionsCollection;
  setPrototypeOf(prototype, HTMLCollection.prototype);
  getter(prototype, 'length', function () { return optionsOf(of(this)).length; }, function (value) { setLength(of(this), value); });
  getter(prototype, 'selectedIndex', function () { return of(this).selectedIndex; },
    function (value) { of(this).selectedIndex = value; });
  const methods = {
    item(index) { return optionsOf(of(this))[index >>> 0] ?? null; },
    namedItem(name) { return named(of(this), name); },
    add(option, before = null) { add(of(this), option, before); },
    remove(index) { optionsOf(of(this))[index | 0]?.remove(); },
  };
  for (const name of Object.keys(methods)) define(prototype, name, methods[name]);
  const values = function () { return Reflect.apply(kit.early.prototypes.values, this, []); };
  define(prototype, Symbol.iterator, values);
  defineProperty(prototype, Symbol.toStringTag, { value: 'HTMLOptionsCollection', configurable: true });
  define(kit.global, 'HTMLOptionsCollection', HTMLOptionsCollection);

  const isIndex = name => typeof name === 'string' && /^(0|[1-9]\d*)$/.test(name);
  const namesOf = select => {
    const found = new Set();
    for (const one of optionsOf(select)) for (const name of [one.id, one.getAttribute('name')]) if (name && !isIndex(name)) found.add(name);
    return [...found];
  };
  const traps = select => ({
    __proto__: null,
    get(target, name, list) {
      if (isIndex(name)) return optionsOf(select)[name];
      if (typeof name !== 'string' || Reflect.has(target, name)) return Reflect.get(target, name, list);
      return named(select, name) ?? undefined;
    },
    set(target, name, value, list) {
      if (!isIndex(name)) return Reflect.set(target, name, value, list);
      put(select, Number(name), value);
      return true;
    },
    has: (target, name) => isIndex(name) ? Number(name) < optionsOf(select).length : Reflect.has(target, name),
    ownKeys(target) {
      const own = Reflect.ownKeys(target);
      return [...optionsOf(select).keys()].map(text).concat(namesOf(select).filter(name => !own.includes(name)), own);
    },
    getOwnPropertyDescriptor(target, name) {
      const own = isIndex(name) ? undefined : Reflect.getOwnPropertyDescriptor(target, name);
      if (own !== undefined || typeof name !== 'string') return own;
      const value = isIndex(name) ? optionsOf(select)[name] : named(select, name);
      return value ? kit.give({ value, writable: isIndex(name), enumerable: true, configurable: true }) : undefined;
    },
    defineProperty(target, name, descriptor) {
      if (!isIndex(name)) return Reflect.defineProperty(target, name, descriptor);
      put(select, Number(name), descriptor.value);
      return true;
    },
    deleteProperty: (target, name) => isIndex(name) ? !(Number(name) < optionsOf(select).length) : Reflect.deleteProperty(target, name),
  });
  const lists = new WeakMap();
  kit.options = {
    setLength, put, add, named,
    listOf(select) {
      let list = lists.get(select);
      if (list === undefined) {
        list = new Proxy(create(prototype), traps(select));
        selects.set(list, select);
        lists.set(select, list);
      }
      return list;
    },
  };
})
