// indexedDB as a page sees it: the factory, connections, transactions and requests. Stores, indexes and cursors are in
// stores.js, and what they do in databases.js.
(function (host, kit) {
  'use strict';
  const { global, define, give, Event } = kit;
  const { defineProperty } = Object;
  const { isArray } = Array;
  const { Promise, EventTarget, prototypes: { values } } = kit.early;
  const { failure, need, compare, pathOf } = kit.keys;
  const engine = kit.databases;
  const text = String;

  // What each object of the page stands for; nothing else is one.
  const its = new WeakMap();
  const of = object => {
    const found = its.get(object);
    if (found === undefined) throw new TypeError('Illegal invocation');
    return found;
  };
  /** Makes an object of the page that stands for one of ours. */
  const stand = (Kind, it) => {
    const page = new Kind(kit);
    its.set(page, it);
    it.page = page;
    return page;
  };
  const only = token => { if (token !== kit) throw new TypeError('Illegal constructor'); };
  const named = (...kinds) => {
    for (const Kind of kinds) {
      defineProperty(Kind.prototype, Symbol.toStringTag, { value: Kind.name, configurable: true });
      define(global, Kind.name, Kind);
    }
  };

  // --- Lists of names -------------------------------------------------------------------------------------------------

  class DOMStringList {
    #count;
    constructor(token, names) {
      only(token);
      this.#count = names.length;
      names.forEach((name, index) => { defineProperty(this, index, { value: name, enumerable: true, configurable: true }); });
    }
    get length() { return this.#count; }
    item(index) { return this[index >>> 0] ?? null; }
    contains(name) {
      for (let index = 0; index < this.#count; index += 1) if (this[index] === text(name)) return true;
      return false;
    }
  }
  define(DOMStringList.prototype, Symbol.iterator, values);
  const listOf = names => new DOMStringList(kit, [...names].sort((one, other) => one < other ? -1 : 1));

  // --- Requests ---------------------------------------------------------------------------------------------------------

  const [IDBVersionChangeEvent] = kit.declareEvent('IDBVersionChangeEvent', Event, { oldVersion: 0, newVersion: null });
  define(global, 'IDBVersionChangeEvent', IDBVersionChangeEvent);

  class IDBRequest extends EventTarget {
    constructor(token) {
      only(token);
      super();
    }
    get result() {
      const it = of(this);
      if (!it.isDone) throw failure('InvalidStateError', 'The request has not finished.');
      return it.result;
    }
    get error() {
      const it = of(this);
      if (!it.isDone) throw failure('InvalidStateError', 'The request has not finished.');
      return it.error;
    }
    get source() { return of(this).source; }
    get transaction() { return of(this).transaction; }
    get readyState() { return of(this).isDone ? 'done' : 'pending'; }
  }
  kit.handle(IDBRequest.prototype, ['success', 'error']);
  class IDBOpenDBRequest extends IDBRequest {}
  kit.handle(IDBOpenDBRequest.prototype, ['blocked', 'upgradeneeded']);

  const makeRequest = (Kind, source, transaction) => {
    const it = { isDone: false, result: undefined, error: null, source, transaction, page: null };
    defineProperty(stand(Kind, it), kit.parentKey, { get: () => it.transaction });
    return it;
  };
  /** Asks a transaction for something; its operation gives the result when its turn comes. */
  const ask = (transaction, source, operation) => {
    const request = makeRequest(IDBRequest, source, transaction.page);
    engine.ask(transaction, request, operation);
    return request.page;
  };

  // --- The factory ------------------------------------------------------------------------------------------------------

  class IDBFactory {
    constructor(token) { only(token); }
    open(name, version) {
      of(this);
      if (arguments.length === 0) throw new TypeError('open takes the name of a database');
      const wanted = version === undefined ? null : Math.trunc(Number(version));
      if (wanted !== null && !(wanted >= 1 && wanted <= Number.MAX_SAFE_INTEGER)) {
        throw new TypeError('The version of a database is a whole number from 1 on');
      }
      return submit(text(name), (request, key) => open(request, key, wanted));
    }
    deleteDatabase(name) {
      of(this);
      if (arguments.length === 0) throw new TypeError('deleteDatabase takes the name of a database');
      return submit(text(name), drop);
    }
    cmp(one, other) {
      of(this);
      if (arguments.length < 2) throw new TypeError('cmp takes two keys');
      return compare(need(one), need(other));
    }
    databases() {
      of(this);
      return new Promise(resolve => {
        kit.later(0, () => {
          const found = [...engine.all().values()].filter(base => base.version > 0);
          found.sort((one, other) => one.name < other.name ? -1 : 1);
          resolve(give(found.map(({ name, version }) => give({ name, version }))));
        });
      });
    }
  }

  function submit(name, task) {
    const request = makeRequest(IDBOpenDBRequest, null, null);
    engine.submit(name, () => task(request, name));
    return request.page;
  }
  const settle = (request, name, result, error, event) => {
    Object.assign(request, { isDone: true, result, error });
    kit.raise(request.page, event);
    engine.next(name);
  };
  const failed = (request, name, error) =>
    settle(request, name, undefined, error, new Event('error', { bubbles: true, cancelable: true }));
  const change = (base, newVersion) => type => new IDBVersionChangeEvent(type, { oldVersion: base.version, newVersion });

  function open(request, name, wanted) {
    const bases = engine.all();
    let base = bases.get(name);
    if (base === undefined) bases.set(name, base = engine.makeBase(name));
    const version = wanted ?? Math.max(base.version, 1);
    if (base.version > version) {
      return failed(request, name, failure('VersionError',
        `The requested version (${version}) is less than the existing version (${base.version}).`));
    }
    if (base.version < version) {
      return engine.makeWay(base, request, change(base, version), () => upgrade(request, base, version));
    }
    const connection = engine.connect(base);
    settle(request, name, connect(connection), null, new Event('success'));
  }
  const connect = connection => stand(IDBDatabase, connection);

  function upgrade(request, base, version) {
    const event = change(base, version)('upgradeneeded');
    const old = base.version;
    base.version = version;
    const connection = engine.connect(base);
    const database = connect(connection);
    const transaction = engine.begin(base, connection, 'versionchange', [...base.stores.keys()]);
    connection.upgrade = transaction;
    transaction.isStarted = true;
    transaction.undo.push(() => {
      base.version = connection.version = old;
      if (old === 0) engine.all().delete(base.name);
    });
    request.transaction = makeTransaction(transaction);
    transaction.whenOver = isComplete => {
      connection.upgrade = null;
      if (!isComplete) connection.isClosing = true;
      kit.later(0, () => {
        request.transaction = null;
        if (isComplete && !connection.isClosing) return settle(request, base.name, database, null, new Event('success'));
        failed(request, base.name, failure('AbortError', isComplete ? 'The connection was closed.'
          : 'The transaction was aborted, so the request cannot be fulfilled.'));
      });
    };
    engine.tell(transaction, request, database, null, event);
  }

  function drop(request, name) {
    const bases = engine.all();
    const base = bases.get(name);
    const end = oldVersion =>
      settle(request, name, undefined, null, new IDBVersionChangeEvent('success', { oldVersion, newVersion: null }));
    if (base === undefined) return end(0);
    engine.makeWay(base, request, change(base, null), () => {
      bases.delete(name);
      for (const store of base.stores.values()) {
        store.isDeleted = true;
        for (const { key } of store.entries) engine.tellRecord(base, store, key);
      }
      engine.tellBase(base);
      end(base.version);
    });
  }

  // --- Connections --------------------------------------------------------------------------------------------------------

  const MODES = new Set(['readonly', 'readwrite']);
  class IDBDatabase extends EventTarget {
    constructor(token) {
      only(token);
      super();
    }
    get name() { return of(this).base.name; }
    get version() { return of(this).version; }
    get objectStoreNames() { return listOf(of(this).base.stores.keys()); }
    close() { engine.close(of(this)); }
    transaction(names, mode = 'readonly') {
      const it = of(this);
      if (arguments.length === 0) throw new TypeError('transaction takes the names of stores');
      const isMany = names !== null && typeof names === 'object' && typeof names[Symbol.iterator] === 'function';
      const scope = [...new Set(isMany ? Array.from(names, text) : [text(names)])];
      if (it.upgrade !== null) throw failure('InvalidStateError', 'A version change transaction is running.');
      if (it.isClosing) throw failure('InvalidStateError', 'The database connection is closing.');
      if (scope.some(name => !it.base.stores.has(name))) {
        throw failure('NotFoundError', 'One of the specified object stores was not found.');
      }
      if (scope.length === 0) throw failure('InvalidAccessError', 'The storeNames parameter was empty.');
      if (!MODES.has(text(mode))) throw new TypeError(`'${text(mode)}' is not a mode of a transaction`);
      const transaction = engine.begin(it.base, it, text(mode), scope);
      const page = makeTransaction(transaction);
      engine.activate(transaction);
      engine.pump(it.base);
      return page;
    }
    createObjectStore(name, options) {
      const transaction = this.#upgrade();
      const given = options ?? {};
      const path = given.keyPath === undefined || given.keyPath === null ? null : pathOf(given.keyPath);
      if (transaction.base.stores.has(text(name))) {
        throw failure('ConstraintError', `An object store with the specified name '${text(name)}' already exists.`);
      }
      const isAuto = !!given.autoIncrement;
      if (isAuto && (path === '' || isArray(path))) {
        throw failure('InvalidAccessError', 'A store with a key generator has one path that is not empty.');
      }
      return kit.handleOf(transaction, engine.addStore(transaction, text(name), path, isAuto)).page;
    }
    deleteObjectStore(name) {
      const transaction = this.#upgrade();
      const store = transaction.base.stores.get(text(name));
      if (store === undefined) throw failure('NotFoundError', 'The specified object store was not found.');
      engine.dropStore(transaction, store);
      transaction.handles.delete(store);
    }
    #upgrade() {
      const { upgrade } = of(this);
      if (upgrade === null) throw failure('InvalidStateError', 'The database is not running a version change transaction.');
      if (upgrade.state !== 'active') throw failure('TransactionInactiveError', 'The transaction is not active.');
      return upgrade;
    }
  }
  kit.handle(IDBDatabase.prototype, ['abort', 'close', 'error', 'versionchange']);

  // --- Transactions -------------------------------------------------------------------------------------------------------

  class IDBTransaction extends EventTarget {
    constructor(token) {
      only(token);
      super();
    }
    get db() { return of(this).connection.page; }
    get mode() { return of(this).mode; }
    get durability() { return 'default'; }
    get error() { return of(this).error; }
    get objectStoreNames() {
      const it = of(this);
      return listOf(it.mode === 'versionchange' ? it.base.stores.keys() : it.scope);
    }
    objectStore(name) {
      const it = of(this);
      if (it.state === 'finished' || it.state === 'committing') {
        throw failure('InvalidStateError', 'The transaction has finished.');
      }
      const store = it.base.stores.get(text(name));
      if (store === undefined || (it.mode !== 'versionchange' && !it.scope.includes(text(name)))) {
        throw failure('NotFoundError', 'The specified object store was not found.');
      }
      return kit.handleOf(it, store).page;
    }
    abort() {
      const it = of(this);
      if (it.state === 'finished' || it.state === 'committing') {
        throw failure('InvalidStateError', 'The transaction has been committed or aborted.');
      }
      engine.abort(it, null);
    }
    commit() {
      const it = of(this);
      if (it.state !== 'active') throw failure('InvalidStateError', 'The transaction is not active.');
      it.state = 'committing';
      engine.goOn(it);
    }
  }
  kit.handle(IDBTransaction.prototype, ['abort', 'complete', 'error']);
  function makeTransaction(transaction) {
    const page = stand(IDBTransaction, transaction);
    defineProperty(page, kit.parentKey, { value: transaction.connection.page });
    return page;
  }

  named(DOMStringList, IDBFactory, IDBRequest, IDBOpenDBRequest, IDBDatabase, IDBTransaction);
  const factory = new IDBFactory(kit);
  its.set(factory, factory);
  kit.adopt(factory);
  kit.indexed = { factory, of, stand, only, named, listOf, ask };
})
