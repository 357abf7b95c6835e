// localStorage and sessionStorage, in memory. host.storage(key, value, area): a value was set, removed (value is null),
// or all were (both are null).
(function (host, kit) {
  'use strict';
  const { global } = kit;
  const { Date } = global;
  const text = String;
  const MAXIMUM = 5 * 1024 * 1024;   // Characters of all keys and values together, as browsers have it.

  class Storage {
    #items = new Map(); #area; #size = 0;
    constructor(area, token) {
      if (token !== kit) throw new TypeError('Illegal constructor');
      this.#area = area;
    }
    get length() { return this.#items.size; }
    key(index) { return [...this.#items.keys()][Math.trunc(Number(index))] ?? null; }
    getItem(key) {
      const found = this.#items.get(text(key));
      return found === undefined ? null : found;
    }
    setItem(key, value) {
      const [name, next] = [text(key), text(value)];
      const old = this.#items.get(name);
      const size = this.#size + next.length + (old === undefined ? name.length : -old.length);
      if (size > MAXIMUM) throw kit.exception('The quota has been exceeded.', 'QuotaExceededError');
      this.#size = size;
      this.#items.set(name, next);
      if (old !== next) host.storage(name, next, this.#area);
    }
    removeItem(key) {
      const name = text(key);
      const old = this.#items.get(name);
      if (old === undefined) return;
      this.#size -= name.length + old.length;
      this.#items.delete(name);
      host.storage(name, null, this.#area);
    }
    clear() {
      if (this.#items.size === 0) return;
      this.#items.clear();
      this.#size = 0;
      host.storage(null, null, this.#area);
    }
    static fill(storage, key, value) { storage.#items.set(key, value); storage.#size += key.length + value.length; }
    static keys(storage) { return [...storage.#items.keys()]; }
  }
  Object.defineProperty(Storage.prototype, Symbol.toStringTag, { value: 'Storage', configurable: true });
  const { fill, keys } = Storage;
  delete Storage.fill;
  delete Storage.keys;
  kit.define(global, 'Storage', Storage);

  const made = {};
  for (const area of ['local', 'session']) {
    const storage = new Storage(area, kit);
    made[area] = storage;
    const isOwn = name => typeof name === 'symbol' || name in Storage.prototype;
    // What the storage does, it does on itself; every other name is a key.
    const methods = new Map();
    const proxy = new Proxy(storage, {
      get(target, name) {
        if (!isOwn(name)) return target.getItem(name) ?? undefined;
        const value = target[name];
        if (typeof value !== 'function' || name === 'constructor') return value;
        if (!methods.has(name)) methods.set(name, value.bind(target));
        return methods.get(name);
      },
      set(target, name, value) {
        if (!isOwn(name)) target.setItem(name, value);
        return true;
      },
      has: (target, name) => isOwn(name) || target.getItem(name) !== null,
      deleteProperty(target, name) {
        if (!isOwn(name)) target.removeItem(name);
        return true;
      },
      ownKeys: target => keys(target),
      getOwnPropertyDescriptor(target, name) {
        const value = typeof name === 'symbol' ? null : target.getItem(name);
        return value === null ? undefined : { value, writable: true, enumerable: true, configurable: true };
      },
      defineProperty(target, name, descriptor) {
        if (!isOwn(name) && 'value' in descriptor) target.setItem(name, descriptor.value);
        return true;
      },
    });
    kit.define(global, area + 'Storage', proxy);
  }
  /** Puts back what was stored before; nothing is told of it. */
  kit.restore = (area, key, value) => fill(made[area], text(key), text(value));

  // Cookies of the page, for as long as it is there.
  const cookies = new Map();
  kit.getter(kit.require('./Document').prototype, 'cookie',
    () => [...cookies].map(([name, value]) => name === '' ? value : name + '=' + value).join('; '),
    value => {
      const [pair, ...attributes] = text(value).split(';');
      const at = pair.indexOf('=');
      const name = at < 0 ? '' : pair.slice(0, at).trim();
      const given = (at < 0 ? pair : pair.slice(at + 1)).trim();
      const read = kind => attributes.map(one => one.trim()).filter(one => one.toLowerCase().startsWith(kind + '='))
        .map(one => one.slice(kind.length + 1)).pop();
      const age = read('max-age');
      const end = read('expires');
      const isOver = age !== undefined ? Number(age) <= 0 : end !== undefined && Date.parse(end) <= kit.now();
      if (isOver) cookies.delete(name); else cookies.set(name, given);
    });
})
