// MutationObserver: records are handed over when the script has ended, to one observer after the other in the order in
// which they were made. Nothing of it is there before a page asks for it.
(function (host, kit) {
  'use strict';
  const { global, watchers } = kit;
  const { apply } = Reflect;
  const require = kit.require;
  const text = String;
  const Node = require('./Node');
  const NodeList = require('./NodeList');
  const KEY = {};

  function makeKinds() {
    const registered = new WeakMap();   // A node's registrations: {observer, options, source}.
    let waiting = new Set();            // Observers that are to be called.
    let count = 0;

    class MutationRecord {
      #change; #old; #added = null; #removed = null;
      constructor(key, change, old) {
        if (key !== KEY) throw new TypeError('Illegal constructor');
        this.#change = change;
        this.#old = old;
      }
      get type() { return this.#change.type; }
      get target() { return this.#change.target; }
      get addedNodes() { return this.#added === null ? this.#added = new NodeList(this.#change.added) : this.#added; }
      get removedNodes() {
        return this.#removed === null ? this.#removed = new NodeList(this.#change.removed) : this.#removed;
      }
      get previousSibling() { return this.#change.previous || null; }
      get nextSibling() { return this.#change.next || null; }
      get attributeName() { return this.#change.name || null; }
      get attributeNamespace() { return this.#change.namespace || null; }
      get oldValue() { return this.#old; }
    }

    class MutationObserver {
      #state;
      constructor(callback) {
        if (typeof callback !== 'function') throw new TypeError('a MutationObserver takes a function');
        count += 1;
        this.#state = { observer: this, callback, order: count, records: [], nodes: [], lent: [] };
      }
      observe(target, given) {
        if (!(target instanceof Node)) throw new TypeError('a MutationObserver observes a node');
        const options = read(given === undefined || given === null ? {} : given);
        const state = this.#state;
        kit.watch();
        watchers.observed = observed;
        let list = registered.get(target);
        if (list === undefined) registered.set(target, list = []);
        const known = list.find(one => one.state === state && one.source === null);
        if (known !== undefined) {
          known.options = options;
          giveBack(state, known);
          return;
        }
        list.push({ state, options, source: null });
        state.nodes.push(target);
      }
      disconnect() {
        const state = this.#state;
        giveBack(state, null);
        for (const node of state.nodes) drop(node, one => one.state === state);
        state.nodes = [];
        state.records = [];
      }
      takeRecords() {
        const state = this.#state;
        const records = state.records;
        state.records = [];
        return kit.give(records);
      }
    }

    function read(given) {
      const has = name => given[name] !== undefined;
      const options = {
        childList: !!given.childList, subtree: !!given.subtree, attributes: !!given.attributes,
        characterData: !!given.characterData, attributeOldValue: !!given.attributeOldValue,
        characterDataOldValue: !!given.characterDataOldValue,
        filter: has('attributeFilter') ? kit.valuesOf(given.attributeFilter, text) : null,
      };
      if (!has('attributes') && (has('attributeOldValue') || options.filter !== null)) options.attributes = true;
      if (!has('characterData') && has('characterDataOldValue')) options.characterData = true;
      const isWrong = !options.childList && !options.attributes && !options.characterData
        || !options.attributes && (options.attributeOldValue || options.filter !== null)
        || !options.characterData && options.characterDataOldValue;
      if (isWrong) throw new TypeError('observe needs childList, attributes or characterData');
      return options;
    }

    function drop(node, isDropped) {
      const list = registered.get(node);
      if (list === undefined) return;
      const kept = list.filter(one => !isDropped(one));
      if (kept.length > 0) registered.set(node, kept); else registered.delete(node);
    }

    /** Ends what was lent to nodes that had been removed. */
    function giveBack(state, source) {
      const kept = [];
      for (const loan of state.lent) {
        if (source !== null && loan.source !== source) kept.push(loan);
        else drop(loan.node, one => one.state === state && one.source === loan.source && one.source !== null);
      }
      state.lent = kept;
    }

    // What was removed is observed until the observer is called, if it was when it was removed.
    function lend(target, removed) {
      for (let at = target; at; at = at.parentNode) {
        for (const one of registered.get(at) || []) {
          if (!one.options.subtree) continue;
          const source = one.source === null ? one : one.source;
          for (const node of removed) {
            let list = registered.get(node);
            if (list === undefined) registered.set(node, list = []);
            if (list.some(other => other.source === source)) continue;
            list.push({ state: one.state, options: one.options, source });
            one.state.lent.push({ node, source });
          }
          waiting.add(one.state);
        }
      }
    }

    function wants({ options }, change, isTarget) {
      if (!isTarget && !options.subtree) return false;
      if (change.type === 'childList') return options.childList;
      if (change.type === 'characterData') return options.characterData;
      if (!options.attributes) return false;
      return options.filter === null || !change.namespace && options.filter.includes(change.name);
    }

    function observed(change) {
      const { target, type } = change;
      let heard = null;
      for (let at = target; at; at = at.parentNode) {
        const list = registered.get(at);
        if (list === undefined) continue;
        for (const one of list) {
          if (!wants(one, change, at === target)) continue;
          if (heard === null) heard = new Map();
          const isOldWanted = type === 'attributes' && one.options.attributeOldValue
            || type === 'characterData' && one.options.characterDataOldValue;
          if (isOldWanted || !heard.has(one.state)) heard.set(one.state, isOldWanted ? change.old : null);
        }
      }
      if (change.removed !== undefined && change.removed.length > 0) lend(target, change.removed);
      if (heard !== null) {
        for (const [state, old] of heard) {
          state.records.push(new MutationRecord(KEY, change, old));
          waiting.add(state);
        }
      }
      if (waiting.size > 0) kit.ask();
    }

    kit.takeRecords = () => {
      const now = [...waiting].sort((one, other) => one.order - other.order);
      // A set that is cleared leads from each of its tables to the next: see kit.register.
      waiting = new Set();
      for (const state of now) {
        const { observer, callback } = state;
        const records = state.records;
        state.records = [];
        giveBack(state, null);
        if (records.length === 0) continue;
        kit.give(records);
        try { apply(callback, observer, [records, observer]); } catch (error) { kit.report(error); }
      }
    };
    return { MutationRecord: kit.late(MutationRecord), MutationObserver: kit.late(MutationObserver) };
  }

  let made = null;
  const kinds = () => made === null ? made = makeKinds() : made;
  kit.lazy(global, 'MutationRecord', () => kinds().MutationRecord);
  kit.lazy(global, 'MutationObserver', () => kinds().MutationObserver);
  kit.lazy(global, 'WebKitMutationObserver', () => global.MutationObserver);
})
