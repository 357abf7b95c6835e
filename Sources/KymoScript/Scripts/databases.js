// Databases behind indexedDB: their stores and records, and the life of transactions. indexeddb.js is what a page sees.
//
// They are in memory, anew for each run. What a transaction changes is undone if it is aborted, and told to the native
// side when it is committed, as host.storage(name, text, 'databases'); so it is there again when the page is loaded anew.
//
// Each answer is a turn of its own, in the order of the requests. A transaction is active in the turn that made it and in
// those of its answers, until their promises have gone on: a job right behind the turn ends that.
(function (host, kit) {
  'use strict';
  const { Event } = kit;
  const { convert, shown, compare, extractMany, place, failure } = kit.keys;

  // --- Databases and what is kept of them -------------------------------------------------------------------------------

  const AREA = 'databases';
  const bases = new Map();
  let kept = Array.from(kit.keptDatabases, ({ key, value }) => [JSON.parse(key), value]);

  const makeBase = name => ({
    name, version: 0, nextId: 1, stores: new Map(), connections: new Set(), transactions: [], waiting: null,
  });
  const makeStore = (id, name, path, isAuto, next = 1) => ({
    id, name, path, isAuto, next, entries: [], indexes: new Map(), isDeleted: false,
  });
  const makeIndex = (name, path, isUnique, isMulti) => ({ name, path, isUnique, isMulti, entries: [], isDeleted: false });

  /** The databases by name, with those that an earlier load of the page has left. */
  function all() {
    if (kept === null || kept.length === 0) return bases;
    const entries = kept;
    kept = null;
    const stores = new Map();
    for (const [[name, id], said] of entries) {
      if (id !== undefined) continue;
      const { version, nextId, stores: list } = JSON.parse(said);
      const base = Object.assign(makeBase(name), { version, nextId });
      bases.set(name, base);
      for (const one of list) {
        const store = makeStore(one.id, one.name, one.path, one.isAuto, one.next);
        for (const { name, path, isUnique, isMulti } of one.indexes) {
          store.indexes.set(name, makeIndex(name, path, isUnique, isMulti));
        }
        base.stores.set(one.name, store);
        stores.set(JSON.stringify([name, one.id]), store);
      }
    }
    for (const [[name, id, key], said] of entries) {
      const store = id === undefined ? undefined : stores.get(JSON.stringify([name, id]));
      if (store !== undefined) insert(store, { key: convert(kit.unpack(key)), text: said, places: [] });
    }
    return bases;
  }

  const described = base => JSON.stringify({ version: base.version, nextId: base.nextId,
    stores: [...base.stores.values()].map(({ id, name, path, isAuto, next, indexes }) => ({ id, name, path, isAuto, next,
      indexes: [...indexes.values()].map(({ name, path, isUnique, isMulti }) => ({ name, path, isUnique, isMulti })) })) });
  const tellBase = base => {
    host.storage(JSON.stringify([base.name]), bases.get(base.name) === base && base.version > 0 ? described(base) : null, AREA);
  };
  const tellRecord = (base, store, key) => {
    const at = store.isDeleted ? -1 : find(store, key);
    host.storage(JSON.stringify([base.name, store.id, kit.pack(shown(key))]), at < 0 ? null : store.entries[at].text, AREA);
  };

  // --- Records ------------------------------------------------------------------------------------------------------------

  /** Where a store has the record of a key; -1 if it has none. */
  function find(store, key) {
    const at = place(store.entries, key, null, false);
    return at < store.entries.length && compare(store.entries[at].key, key) === 0 ? at : -1;
  }
  const putIn = (list, entry) => {
    // What comes in order goes to the end.
    const last = list[list.length - 1];
    const order = last === undefined ? -1 : compare(last.key, entry.key) || compare(last.primary, entry.primary);
    if (order < 0) list.push(entry); else list.splice(place(list, entry.key, entry.primary, false), 0, entry);
  };

  /** Gives a record its entries in an index; false if the index has one of its keys already. */
  function enter(index, record, keys) {
    if (index.isUnique && keys.some(key => {
      const at = place(index.entries, key, null, false);
      return at < index.entries.length && compare(index.entries[at].key, key) === 0;
    })) return false;
    for (const key of keys) {
      const entry = { key, primary: record.key, record };
      putIn(index.entries, entry);
      record.places.push({ index, entry });
    }
    return true;
  }
  function insert(store, record, value) {
    record.primary = record.key;
    record.record = record;
    if (store.indexes.size > 0) {
      const given = value === undefined ? kit.unpack(record.text) : value;
      for (const index of store.indexes.values()) {
        if (!enter(index, record, extractMany(given, index.path, index.isMulti))) {
          leave(record);
          return index;
        }
      }
    }
    putIn(store.entries, record);
    return null;
  }
  function leave(record) {
    for (const { index, entry } of record.places) {
      const at = place(index.entries, entry.key, entry.primary, false);
      if (index.entries[at] === entry) index.entries.splice(at, 1);
    }
    record.places = [];
  }

  function note(transaction, store, key) {
    let keys = transaction.changed.get(store);
    if (keys === undefined) transaction.changed.set(store, keys = []);
    keys.push(key);
  }

  /** Puts a record into a store, in the place of another of the same key. */
  function put(transaction, store, key, said, value, isNew) {
    const at = find(store, key);
    if (at >= 0 && isNew) throw failure('ConstraintError', 'Key already exists in the object store.');
    const old = at < 0 ? null : store.entries[at];
    if (old !== null) {
      store.entries.splice(at, 1);
      leave(old);
    }
    const record = { key, text: said, places: [] };
    const refused = insert(store, record, value);
    if (refused !== null) {
      if (old !== null) insert(store, old);
      throw failure('ConstraintError',
        `Unable to add key to index '${refused.name}': at least one key does not satisfy the uniqueness requirements.`);
    }
    note(transaction, store, key);
    transaction.undo.push(() => {
      store.entries.splice(find(store, key), 1);
      leave(record);
      if (old !== null) insert(store, old);
    });
  }

  /** Removes the records of some places. */
  function remove(transaction, store, from, to) {
    if (from >= to) return;
    const isAll = to - from === store.entries.length;
    const gone = store.entries.splice(from, to - from);
    for (const record of gone) {
      if (isAll) record.places = []; else leave(record);
      note(transaction, store, record.key);
    }
    if (isAll) for (const index of store.indexes.values()) index.entries = [];
    transaction.undo.push(() => { for (const record of gone) insert(store, record); });
  }

  /** The next number of a store's own. */
  function generate(transaction, store) {
    if (store.next > 9007199254740992) throw failure('ConstraintError', 'The key generator has reached its maximum.');
    const value = store.next;
    advance(transaction, store, value);
    return { kind: kit.keys.NUMBER, value };
  }
  function advance(transaction, store, value) {
    if (value < store.next) return;
    if (!transaction.counters.has(store)) transaction.counters.set(store, store.next);
    store.next = Math.floor(Math.min(value, 9007199254740992)) + 1;
  }

  // --- What an upgrade changes ---------------------------------------------------------------------------------------------

  function addStore(transaction, name, path, isAuto) {
    const { base } = transaction;
    const store = makeStore(base.nextId, name, path, isAuto);
    base.nextId += 1;
    base.stores.set(name, store);
    transaction.undo.push(() => {
      base.stores.delete(name);
      store.isDeleted = true;
    });
    return store;
  }
  function dropStore(transaction, store) {
    const { base } = transaction;
    base.stores.delete(store.name);
    store.isDeleted = true;
    for (const record of store.entries) note(transaction, store, record.key);
    const { name } = store;
    transaction.undo.push(() => {
      base.stores.set(name, store);
      store.isDeleted = false;
    });
  }
  /** Adds an index, which is without entries until it is filled. */
  function addIndex(transaction, store, index) {
    store.indexes.set(index.name, index);
    transaction.undo.push(() => {
      store.indexes.delete(index.name);
      index.isDeleted = true;
    });
  }
  function fillIndex(store, index) {
    if (index.isDeleted) return;
    index.entries = [];
    for (const record of store.entries) {
      record.places = record.places.filter(one => one.index !== index);
      if (!enter(index, record, extractMany(kit.unpack(record.text), index.path, index.isMulti))) {
        throw failure('ConstraintError', `Unable to create index '${index.name}': its keys are not unique.`);
      }
    }
  }
  function dropIndex(transaction, store, index) {
    const { name } = index;
    store.indexes.delete(name);
    index.isDeleted = true;
    transaction.undo.push(() => {
      store.indexes.set(name, index);
      index.isDeleted = false;
      fillIndex(store, index);
    });
  }
  /** Gives a store or an index another name, among those of a map. */
  function rename(transaction, among, one, name) {
    const old = one.name;
    const move = (from, to) => {
      among.delete(from);
      one.name = to;
      among.set(to, one);
    };
    move(old, name);
    transaction.undo.push(() => move(name, old));
  }

  // --- Transactions ---------------------------------------------------------------------------------------------------------

  // 'active' while the page may ask, 'inactive' between its turns, 'committing' when it may not any more, 'finished'.
  const begin = (base, connection, mode, scope) => {
    const transaction = {
      base, connection, mode, scope, page: null, state: 'inactive', isStarted: false, isStepping: false, queue: [], answered: 0,
      undo: [], changed: new Map(), counters: new Map(), error: null, verdict: null, whenOver: null, handles: new Map(),
    };
    base.transactions.push(transaction);
    return transaction;
  };

  // How many errors were reported: one of them in a listener of a request aborts its transaction.
  let reported = 0;
  const { report } = kit;
  kit.report = error => {
    reported += 1;
    report(error);
  };

  let awake = [];
  function activate(transaction) {
    if (transaction.state === 'inactive') transaction.state = 'active';
    awake.push(transaction);
    if (awake.length === 1) kit.nextJob(rest);
  }
  function rest() {
    const list = awake;
    awake = [];
    for (const transaction of list) {
      if (transaction.state === 'active') transaction.state = 'inactive';
      if (transaction.state === 'finished') continue;
      if (transaction.verdict !== null) abort(transaction, transaction.verdict); else goOn(transaction);
    }
  }
  function goOn(transaction) {
    if (!transaction.isStarted || transaction.isStepping || transaction.state === 'finished') return;
    if (transaction.queue.length > transaction.answered) kit.later(0, () => answer(transaction));
    else if (transaction.state !== 'active') {
      transaction.state = 'committing';
      kit.later(0, () => complete(transaction));
    } else return;
    transaction.isStepping = true;
  }
  function answer(transaction) {
    transaction.isStepping = false;
    if (transaction.state === 'finished') return;
    const { request, operation } = transaction.queue[transaction.answered];
    transaction.queue[transaction.answered] = null;
    transaction.answered += 1;
    let [result, error] = [undefined, null];
    try { result = operation(); } catch (problem) { error = problem; }
    tell(transaction, request, result, error);
  }
  /** Tells a page what came of a request, while its transaction is active. */
  function tell(transaction, request, result, error, event = null) {
    Object.assign(request, { isDone: true, result, error });
    activate(transaction);
    const before = reported;
    const goesOn = kit.raise(request.page, event !== null ? event
      : error === null ? new Event('success') : new Event('error', { bubbles: true, cancelable: true }));
    if (reported !== before) transaction.verdict = failure('AbortError', 'An exception was thrown in an event handler.');
    else if (error !== null && goesOn) transaction.verdict = error;
  }

  /** Asks for something: the operation is done in the turn of its answer. */
  function ask(transaction, request, operation) {
    transaction.queue.push({ request, operation });
    goOn(transaction);
  }

  /** Lets those transactions begin that no earlier one stands before. */
  function pump(base) {
    base.transactions.forEach((transaction, index) => {
      if (transaction.isStarted || base.transactions.slice(0, index).some(other => overlaps(other, transaction))) return;
      transaction.isStarted = true;
      goOn(transaction);
    });
  }
  const overlaps = (one, other) => (one.mode !== 'readonly' || other.mode !== 'readonly')
    && one.scope.some(name => other.scope.includes(name));

  function complete(transaction) {
    if (transaction.state === 'finished') return;
    const { base } = transaction;
    if (transaction.mode === 'versionchange' || transaction.counters.size > 0) tellBase(base);
    for (const [store, keys] of transaction.changed) for (const key of keys) tellRecord(base, store, key);
    finish(transaction);
    if (transaction.whenOver !== null) transaction.whenOver(true);
    kit.raise(transaction.page, new Event('complete'));
    pump(base);
    leaveIfDone(transaction.connection);
  }
  function finish(transaction) {
    transaction.state = 'finished';
    transaction.base.transactions = transaction.base.transactions.filter(one => one !== transaction);
  }

  function abort(transaction, error) {
    const { base } = transaction;
    while (transaction.undo.length > 0) transaction.undo.pop()();
    for (const [store, next] of transaction.counters) store.next = next;
    transaction.error = error;
    const waiting = transaction.queue.slice(transaction.answered);
    finish(transaction);
    for (const { request } of waiting) {
      kit.later(0, () => {
        const problem = failure('AbortError', 'The transaction was aborted, so the request cannot be fulfilled.');
        Object.assign(request, { isDone: true, result: undefined, error: problem });
        kit.raise(request.page, new Event('error', { bubbles: true, cancelable: true }));
      });
    }
    kit.later(0, () => {
      if (transaction.whenOver !== null) transaction.whenOver(false);
      kit.raise(transaction.page, new Event('abort', { bubbles: true }));
      leaveIfDone(transaction.connection);
    });
    pump(base);
  }

  // --- Connections: those who open and delete a database wait for each other --------------------------------------------------

  const queues = new Map();
  function submit(name, task) {
    const queue = queues.get(name);
    if (queue !== undefined) return void queue.push(task);
    queues.set(name, [task]);
    kit.later(0, task);
  }
  function next(name) {
    const queue = queues.get(name);
    queue.shift();
    if (queue.length > 0) kit.later(0, queue[0]); else queues.delete(name);
  }

  const connect = base => {
    const connection = { base, version: base.version, page: null, isClosing: false, upgrade: null };
    base.connections.add(connection);
    return connection;
  };
  function close(connection) {
    connection.isClosing = true;
    leaveIfDone(connection);
  }
  function leaveIfDone(connection) {
    const { base } = connection;
    if (!connection.isClosing || base.transactions.some(one => one.connection === connection)) return;
    base.connections.delete(connection);
    if (base.connections.size > 0 || base.waiting === null) return;
    const { waiting } = base;
    base.waiting = null;
    kit.later(0, waiting);
  }
  /** Asks all who have a database open to close it, and goes on when they have. */
  function makeWay(base, request, change, goOn) {
    if (base.connections.size === 0) return goOn();
    for (const connection of base.connections) {
      if (connection.isClosing) continue;
      kit.later(0, () => { if (!connection.isClosing) kit.raise(connection.page, change('versionchange')); });
    }
    kit.later(0, () => {
      if (base.connections.size === 0) return goOn();
      base.waiting = goOn;
      kit.raise(request.page, change('blocked'));
    });
  }

  kit.databases = {
    all, makeBase, makeIndex, tellBase, tellRecord, find, put, remove, generate, advance, addStore, dropStore, addIndex,
    fillIndex, dropIndex, rename, begin, activate, ask, tell, pump, abort, goOn, submit, next, connect, close, makeWay,
  };
})
