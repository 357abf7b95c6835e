// Keys of databases: what can be one, their order, where a value has its key, and ranges of keys.
//
// A key is here a kind and a value: a number, a time, a text, bytes, or a list of keys. Keys of different kinds are in the
// order of the kinds.
(function (host, kit) {
  'use strict';
  const { global, define, give, giveBytes } = kit;
  const { defineProperty } = Object;
  const { isArray } = Array;
  const text = String;
  const PageDate = kit.early.Date;
  const timeOf = kit.uncurry(Date.prototype.getTime);
  const owns = kit.uncurry(Object.prototype.hasOwnProperty);
  const [NUMBER, DATE, TEXT, BYTES, LIST] = [1, 2, 3, 4, 5];
  const failure = (name, said) => kit.exception(said, name);

  // --- Keys -----------------------------------------------------------------------------------------------------------

  /** The key that a value of the page is; null if it is none. */
  function convert(value, around = []) {
    if (typeof value === 'number') return value === value ? { kind: NUMBER, value } : null;
    if (typeof value === 'string') return { kind: TEXT, value };
    if (typeof value !== 'object' || value === null) return null;
    if (isArray(value)) {
      if (around.includes(value)) return null;
      const list = [];
      for (let index = 0; index < value.length; index += 1) {
        const key = owns(value, index) ? convert(value[index], [...around, value]) : null;
        if (key === null) return null;
        list.push(key);
      }
      return { kind: LIST, value: list };
    }
    if (kit.isBytes(value)) return { kind: BYTES, value: kit.bytesOf(value).slice() };
    try {
      const time = timeOf(value);
      return time === time ? { kind: DATE, value: time } : null;
    } catch { return null; }
  }

  /** The same for an index with many entries: the keys among the items of a list, each once. */
  function convertMany(value) {
    if (!isArray(value)) {
      const key = convert(value);
      return key === null ? [] : [key];
    }
    const keys = [];
    for (let index = 0; index < value.length; index += 1) {
      const key = owns(value, index) ? convert(value[index], [value]) : null;
      if (key !== null && !keys.some(one => compare(one, key) === 0)) keys.push(key);
    }
    return keys;
  }

  /** A key as the page has it; made anew at each call. */
  function shown(key) {
    switch (key.kind) {
      case DATE: return new PageDate(key.value);
      case BYTES: return giveBytes(key.value.slice()).buffer;
      case LIST: return give(key.value.map(shown));
      default: return key.value;
    }
  }

  function compare(one, other) {
    if (one.kind !== other.kind) return one.kind < other.kind ? -1 : 1;
    const a = one.value;
    const b = other.value;
    if (one.kind < BYTES) return a < b ? -1 : a > b ? 1 : 0;
    const count = Math.min(a.length, b.length);
    for (let index = 0; index < count; index += 1) {
      const order = one.kind === LIST ? compare(a[index], b[index]) : a[index] - b[index];
      if (order !== 0) return order < 0 ? -1 : 1;
    }
    return a.length === b.length ? 0 : a.length < b.length ? -1 : 1;
  }

  /** The key of a page's value, which has to be one. */
  function need(value) {
    const key = convert(value);
    if (key === null) throw failure('DataError', 'The parameter is not a valid key.');
    return key;
  }

  // --- Where a value has its key --------------------------------------------------------------------------------------

  const PART = /^[\p{ID_Start}$_][\p{ID_Continue}$\u200c\u200d]*$/u;
  const isPath = path => path === '' || path.split('.').every(part => PART.test(part));

  /** A path as it is kept, of what the page says: a text, or a list of them. */
  function pathOf(given) {
    const path = isArray(given) ? Array.from({ length: given.length }, (_, index) => text(given[index])) : text(given);
    if (isArray(path) ? path.length === 0 || !path.every(isPath) : !isPath(path)) {
      throw failure('SyntaxError', 'The keyPath argument contains an invalid key path.');
    }
    return path;
  }

  function step(value, name) {
    if (typeof value === 'string') return name === 'length' ? value.length : undefined;
    if (typeof value !== 'object' || value === null) return undefined;
    if (owns(value, name)) return value[name];
    if (!kit.isBlob(value)) return undefined;
    const { bytes, type, name: file, time } = kit.partsOfBlob(value);
    return { __proto__: null, size: bytes.length, type, name: file, lastModified: time }[name];
  }
  const follow = (value, path) => path === '' ? value : path.split('.').reduce(step, value);

  /** The keys of a value by a path: undefined if it has none there, null if what is there is no key. */
  function extract(value, path) {
    if (!isArray(path)) {
      const found = follow(value, path);
      return found === undefined ? undefined : convert(found);
    }
    const list = [];
    for (const part of path) {
      const found = follow(value, part);
      if (found === undefined) return undefined;
      list.push(convert(found));
    }
    return list.includes(null) ? null : { kind: LIST, value: list };
  }
  /** The keys under which an index has a value. */
  function extractMany(value, path, isMulti) {
    if (isMulti && !isArray(path)) return convertMany(follow(value, path));
    const key = extract(value, path);
    return key === undefined || key === null ? [] : [key];
  }

  /** Puts a key into a value at a path; without a key, says whether that can be. */
  function inject(value, path, key) {
    const parts = path.split('.');
    const last = parts.pop();
    let at = value;
    for (const part of parts) {
      if (typeof at !== 'object' || at === null) return false;
      if (!owns(at, part)) {
        if (key === undefined) return true;
        defineProperty(at, part, { value: give({}), writable: true, enumerable: true, configurable: true });
      }
      at = at[part];
    }
    if (typeof at !== 'object' || at === null) return false;
    if (key !== undefined) {
      defineProperty(at, last, { value: shown(key), writable: true, enumerable: true, configurable: true });
    }
    return true;
  }

  // --- Ranges ---------------------------------------------------------------------------------------------------------

  let boundsOf;
  const all = { lower: null, upper: null, isLowerOpen: false, isUpperOpen: false };
  class IDBKeyRange {
    #bounds;
    constructor(token, bounds) {
      if (token !== kit) throw new TypeError('Illegal constructor');
      this.#bounds = bounds;
    }
    static { boundsOf = value => typeof value === 'object' && value !== null && #bounds in value ? value.#bounds : null; }
    static only(value) {
      const key = need(value);
      return new IDBKeyRange(kit, { ...all, lower: key, upper: key });
    }
    static lowerBound(lower, isOpen = false) {
      return new IDBKeyRange(kit, { ...all, lower: need(lower), isLowerOpen: !!isOpen });
    }
    static upperBound(upper, isOpen = false) {
      return new IDBKeyRange(kit, { ...all, upper: need(upper), isUpperOpen: !!isOpen });
    }
    static bound(from, to, isFromOpen = false, isToOpen = false) {
      const bounds = { lower: need(from), upper: need(to), isLowerOpen: !!isFromOpen, isUpperOpen: !!isToOpen };
      const order = compare(bounds.lower, bounds.upper);
      if (order > 0 || (order === 0 && (isFromOpen || isToOpen))) {
        throw failure('DataError', 'The lower key is greater than the upper key.');
      }
      return new IDBKeyRange(kit, bounds);
    }
    get lower() { return this.#bounds.lower === null ? undefined : shown(this.#bounds.lower); }
    get upper() { return this.#bounds.upper === null ? undefined : shown(this.#bounds.upper); }
    get lowerOpen() { return this.#bounds.isLowerOpen; }
    get upperOpen() { return this.#bounds.isUpperOpen; }
    includes(value) {
      if (arguments.length === 0) throw new TypeError('includes takes a key');
      return isWithin(need(value), this.#bounds);
    }
  }
  defineProperty(IDBKeyRange.prototype, Symbol.toStringTag, { value: 'IDBKeyRange', configurable: true });
  define(global, 'IDBKeyRange', IDBKeyRange);

  function isWithin(key, { lower, upper, isLowerOpen, isUpperOpen }) {
    if (lower !== null) {
      const order = compare(key, lower);
      if (order < 0 || (order === 0 && isLowerOpen)) return false;
    }
    if (upper === null) return true;
    const order = compare(key, upper);
    return order < 0 || (order === 0 && !isUpperOpen);
  }

  /** What a page asks for: a range, a key, or everything. */
  function rangeOf(value, isNeeded = false) {
    const bounds = boundsOf(value);
    if (bounds !== null) return bounds;
    if (value !== undefined && value !== null) {
      const key = need(value);
      return { ...all, lower: key, upper: key };
    }
    if (isNeeded) throw failure('DataError', 'No key or key range specified.');
    return all;
  }

  // --- Places in a sorted list of entries, each with a key and the key of its record -----------------------------------

  /** The first place whose entry is not before a key, and with `isBehind` the first behind it. */
  function place(list, key, primary, isBehind) {
    let low = 0;
    let high = list.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      let order = compare(list[middle].key, key);
      if (order === 0 && primary !== null) order = compare(list[middle].primary, primary);
      if (order < 0 || (order === 0 && isBehind)) low = middle + 1; else high = middle;
    }
    return low;
  }
  /** The places of a range, from the first to behind the last. */
  const span = (list, { lower, upper, isLowerOpen, isUpperOpen }) => [
    lower === null ? 0 : place(list, lower, null, isLowerOpen),
    upper === null ? list.length : place(list, upper, null, !isUpperOpen),
  ];

  kit.keys = {
    NUMBER, convert, shown, compare, need, pathOf, extract, extractMany, inject, rangeOf, isWithin, place, span, failure,
  };
})
