// Object stores, indexes and cursors of indexedDB, as a page sees them.
(function (host, kit) {
  'use strict';
  const { give } = kit;
  const { isArray } = Array;
  const { NUMBER, convert, shown, compare, need, pathOf, extract, inject, rangeOf, isWithin, place, span, failure } = kit.keys;
  const { of, stand, only, named, listOf, ask } = kit.indexed;
  const engine = kit.databases;
  const text = String;

  const pathShown = path => isArray(path) ? give([...path]) : path;
  const count = value => {
    if (value === undefined) return Infinity;
    const number = Math.trunc(Number(value));
    if (!(number >= 0 && number <= 0xffffffff)) throw new TypeError('a count is a whole number from 0 on');
    return number === 0 ? Infinity : number;
  };

  /** A store in a transaction, one for each pair of them; of an index, one in each of these. */
  kit.handleOf = (transaction, store) => {
    let handle = transaction.handles.get(store);
    if (handle === undefined) {
      handle = { transaction, store, source: store, indexes: new Map(), page: null, path: undefined };
      transaction.handles.set(store, handle);
      stand(IDBObjectStore, handle);
    }
    return handle;
  };
  function indexOf(handle, index) {
    let found = handle.indexes.get(index);
    if (found === undefined) {
      found = { transaction: handle.transaction, store: handle.store, source: index, parent: handle, page: null, path: undefined };
      handle.indexes.set(index, found);
      stand(IDBIndex, found);
    }
    return found;
  }

  /** What a page may ask a store or an index for just now. */
  function check({ transaction, store, source }, isWriting = false) {
    if (store.isDeleted || source.isDeleted) {
      throw failure('InvalidStateError', 'The object store or index has been deleted.');
    }
    if (transaction.state !== 'active') {
      throw failure('TransactionInactiveError', 'The transaction is inactive or finished.');
    }
    if (isWriting && transaction.mode === 'readonly') throw failure('ReadOnlyError', 'The transaction is read-only.');
  }
  /** The same, for what only an upgrade may. */
  function checkUpgrade(handle) {
    if (handle.transaction.mode !== 'versionchange') {
      throw failure('InvalidStateError', 'The database is not running a version change transaction.');
    }
    check(handle);
  }
  const keyed = handle => {
    if (handle.path === undefined) handle.path = pathShown(handle.source.path);
    return handle.path;
  };

  // --- What stores and indexes have in common -------------------------------------------------------------------------------

  const valueOf = entry => kit.unpack(entry.record.text);
  const primaryOf = entry => shown(entry.primary);
  /** Asks for the first entry of a range. */
  function first(handle, query, read) {
    check(handle);
    const range = rangeOf(query, true);
    const { source, transaction, page } = handle;
    return ask(transaction, page, () => {
      const [from, to] = span(source.entries, range);
      return from < to ? read(source.entries[from]) : undefined;
    });
  }
  /** Asks for all entries of a range, or the first of them. */
  function many(handle, query, most, read) {
    check(handle);
    const [range, limit] = [rangeOf(query), count(most)];
    const { source, transaction, page } = handle;
    return ask(transaction, page, () => {
      const [from, to] = span(source.entries, range);
      return give(source.entries.slice(from, Math.min(to, from + limit)).map(read));
    });
  }
  class Source {
    constructor(token) { only(token); }
    get(query) { return first(of(this), query, valueOf); }
    getKey(query) { return first(of(this), query, primaryOf); }
    getAll(query, most) { return many(of(this), query, most, valueOf); }
    getAllKeys(query, most) { return many(of(this), query, most, primaryOf); }
    count(query) {
      const handle = of(this);
      check(handle);
      const range = rangeOf(query);
      return ask(handle.transaction, this, () => {
        const [from, to] = span(handle.source.entries, range);
        return Math.max(0, to - from);
      });
    }
    openCursor(query, direction = 'next') { return begin(IDBCursorWithValue, of(this), query, direction); }
    openKeyCursor(query, direction = 'next') { return begin(IDBCursor, of(this), query, direction); }
    get name() { return of(this).source.name; }
    set name(value) {
      const handle = of(this);
      checkUpgrade(handle);
      const [{ source, transaction, store }, name] = [handle, text(value)];
      if (name === source.name) return;
      const among = source === store ? transaction.base.stores : store.indexes;
      if (among.has(name)) throw failure('ConstraintError', `The name '${name}' is taken.`);
      engine.rename(transaction, among, source, name);
    }
    get keyPath() { return keyed(of(this)); }
  }
  // A page finds these on each of the two, and nothing between.
  const share = Kind => {
    for (const name of Object.getOwnPropertyNames(Source.prototype)) {
      if (name === 'constructor') continue;
      Object.defineProperty(Kind.prototype, name, Object.getOwnPropertyDescriptor(Source.prototype, name));
    }
  };

  // --- Stores ----------------------------------------------------------------------------------------------------------------

  function store(handle, value, given, isNew) {
    check(handle, true);
    const { transaction, store, page } = handle;
    const { path, isAuto } = store;
    if (path !== null && given !== undefined) {
      throw failure('DataError', 'The object store uses in-line keys and the key parameter was provided.');
    }
    if (path === null && !isAuto && given === undefined) {
      throw failure('DataError', 'The object store uses out-of-line keys and has no key generator.');
    }
    let key = given === undefined ? null : need(given);
    // While the value is copied, its getters may ask for nothing.
    transaction.state = 'inactive';
    let packed;
    try { packed = kit.pack(value); } finally { if (transaction.state === 'inactive') transaction.state = 'active'; }
    const copy = path !== null ? kit.unpack(packed) : undefined;
    if (path !== null) {
      const found = extract(copy, path);
      if (found === null) throw failure('DataError', 'Evaluating the key path yielded a value that is not a valid key.');
      if (found !== undefined) key = found;
      else if (!isAuto) throw failure('DataError', 'Evaluating the key path did not yield a value.');
      else if (!inject(copy, path)) throw failure('DataError', 'A generated key could not be inserted into the value.');
    }
    return ask(transaction, page, () => {
      let said = packed;
      if (key === null) {
        key = engine.generate(transaction, store);
        if (path !== null) {
          inject(copy, path, key);
          said = kit.pack(copy);
        }
      } else if (isAuto && key.kind === NUMBER) {
        engine.advance(transaction, store, key.value);
      }
      engine.put(transaction, store, key, said, copy, isNew);
      return shown(key);
    });
  }

  class IDBObjectStore {
    constructor(token) { only(token); }
    get transaction() { return of(this).transaction.page; }
    get autoIncrement() { return of(this).store.isAuto; }
    get indexNames() { return listOf(of(this).store.indexes.keys()); }
    add(value, key) {
      if (arguments.length === 0) throw new TypeError('add takes a value');
      return store(of(this), value, key, true);
    }
    put(value, key) {
      if (arguments.length === 0) throw new TypeError('put takes a value');
      return store(of(this), value, key, false);
    }
    delete(query) {
      if (arguments.length === 0) throw new TypeError('delete takes a key or a range');
      const handle = of(this);
      check(handle, true);
      const range = rangeOf(query, true);
      return ask(handle.transaction, this, () => {
        engine.remove(handle.transaction, handle.store, ...span(handle.store.entries, range));
      });
    }
    clear() {
      const handle = of(this);
      check(handle, true);
      return ask(handle.transaction, this, () => {
        engine.remove(handle.transaction, handle.store, 0, handle.store.entries.length);
      });
    }
    index(name) {
      const handle = of(this);
      if (handle.store.isDeleted || handle.transaction.state === 'finished') {
        throw failure('InvalidStateError', 'The store or its transaction is not there any more.');
      }
      const found = handle.store.indexes.get(text(name));
      if (found === undefined) throw failure('NotFoundError', 'The specified index was not found.');
      return indexOf(handle, found).page;
    }
    createIndex(name, keyPath, options) {
      if (arguments.length < 2) throw new TypeError('createIndex takes a name and a key path');
      const handle = of(this);
      checkUpgrade(handle);
      const { transaction, store } = handle;
      const given = options ?? {};
      if (store.indexes.has(text(name))) throw failure('ConstraintError', `The index '${text(name)}' already exists.`);
      const path = pathOf(keyPath);
      const isMulti = !!given.multiEntry;
      if (isMulti && isArray(path)) throw failure('InvalidAccessError', 'An index with many entries has one key path.');
      const index = engine.makeIndex(text(name), path, !!given.unique, isMulti);
      engine.addIndex(transaction, store, index);
      // What was asked for before comes first.
      engine.ask(transaction, { isDone: false, page: new Quiet() }, () => {
        try { engine.fillIndex(store, index); } catch (error) { transaction.verdict = error; }
      });
      return indexOf(handle, index).page;
    }
    deleteIndex(name) {
      const handle = of(this);
      checkUpgrade(handle);
      const found = handle.store.indexes.get(text(name));
      if (found === undefined) throw failure('NotFoundError', 'The specified index was not found.');
      engine.dropIndex(handle.transaction, handle.store, found);
    }
  }
  /** Nobody hears what becomes of the filling of an index. */
  class Quiet extends kit.early.EventTarget {}

  class IDBIndex {
    constructor(token) { only(token); }
    get objectStore() { return of(this).parent.page; }
    get unique() { return of(this).source.isUnique; }
    get multiEntry() { return of(this).source.isMulti; }
  }
  share(IDBObjectStore);
  share(IDBIndex);

  // --- Cursors ---------------------------------------------------------------------------------------------------------------

  const DIRECTIONS = new Set(['next', 'nextunique', 'prev', 'prevunique']);

  function begin(Kind, handle, query, direction) {
    check(handle);
    if (!DIRECTIONS.has(text(direction))) throw new TypeError(`'${text(direction)}' is not a direction of a cursor`);
    const cursor = {
      handle, range: rangeOf(query), direction: text(direction), at: null, hasValue: false, request: null, page: null,
      key: undefined, primary: undefined, value: undefined, hasValues: Kind === IDBCursorWithValue,
    };
    stand(Kind, cursor);
    const page = ask(handle.transaction, handle.page, () => move(cursor, 1));
    cursor.request = of(page);
    return page;
  }

  /** Moves a cursor, and gives what its request then has: the cursor, or null behind the last. */
  function move(cursor, steps, key = null, primary = null) {
    for (let step = 0; step < steps; step += 1) {
      const found = nextOf(cursor, key, primary);
      if (found === null) {
        Object.assign(cursor, { at: null, hasValue: false, key: undefined, primary: undefined, value: undefined });
        return null;
      }
      cursor.at = found;
    }
    const { at } = cursor;
    Object.assign(cursor, {
      hasValue: true, key: shown(at.key), primary: shown(at.primary),
      value: cursor.hasValues ? valueOf(at) : undefined,
    });
    return cursor.page;
  }

  /** The next entry in the direction of a cursor, at a key or behind it if one is given. */
  function nextOf({ handle, range, direction, at }, key, primary) {
    const { entries } = handle.source;
    const isUnique = direction.endsWith('unique');
    if (direction.startsWith('next')) {
      let from = span(entries, range)[0];
      if (key !== null) from = Math.max(from, place(entries, key, primary, false));
      if (at !== null) from = Math.max(from, place(entries, at.key, isUnique ? null : at.primary, true));
      return from < entries.length && isWithin(entries[from].key, range) ? entries[from] : null;
    }
    let to = span(entries, range)[1];
    if (key !== null) to = Math.min(to, place(entries, key, primary, true));
    if (at !== null) to = Math.min(to, place(entries, at.key, isUnique ? null : at.primary, false));
    if (to === 0 || !isWithin(entries[to - 1].key, range)) return null;
    return isUnique ? entries[place(entries, entries[to - 1].key, null, false)] : entries[to - 1];
  }

  /** Lets a cursor go on, if it stands somewhere. */
  function goOn(cursor, steps, key = null, primary = null) {
    cursor.hasValue = false;
    cursor.request.isDone = false;
    engine.ask(cursor.handle.transaction, cursor.request, () => move(cursor, steps, key, primary));
  }
  function checkCursor(cursor, isWriting = false) {
    check(cursor.handle, isWriting);
    if (!cursor.hasValue) throw failure('InvalidStateError', 'The cursor is being iterated or has iterated past its end.');
  }
  /** Which way a key lies from where the cursor stands: more than 0 in its direction. */
  const ahead = (cursor, one, other) => compare(one, other) * (cursor.direction.startsWith('next') ? 1 : -1);

  class IDBCursor {
    constructor(token) { only(token); }
    get source() { return of(this).handle.page; }
    get direction() { return of(this).direction; }
    get key() { return of(this).key; }
    get primaryKey() { return of(this).primary; }
    get request() { return of(this).request.page; }
    advance(steps) {
      const number = Math.trunc(Number(steps));
      if (!(number >= 1 && number <= 0xffffffff)) throw new TypeError('a cursor advances by a whole number from 1 on');
      const cursor = of(this);
      checkCursor(cursor);
      goOn(cursor, number);
    }
    continue(key) {
      const cursor = of(this);
      checkCursor(cursor);
      const to = key === undefined ? null : need(key);
      if (to !== null && ahead(cursor, to, cursor.at.key) <= 0) {
        throw failure('DataError', 'The parameter is not ahead of where the cursor stands.');
      }
      goOn(cursor, 1, to);
    }
    continuePrimaryKey(key, primaryKey) {
      if (arguments.length < 2) throw new TypeError('continuePrimaryKey takes two keys');
      const cursor = of(this);
      if (cursor.handle.source === cursor.handle.store || cursor.direction.endsWith('unique')) {
        check(cursor.handle);
        throw failure('InvalidAccessError', 'The cursor is not one of an index with all entries.');
      }
      checkCursor(cursor);
      const [to, primary] = [need(key), need(primaryKey)];
      const order = ahead(cursor, to, cursor.at.key);
      if (order < 0 || (order === 0 && ahead(cursor, primary, cursor.at.primary) <= 0)) {
        throw failure('DataError', 'The parameter is not ahead of where the cursor stands.');
      }
      goOn(cursor, 1, to, primary);
    }
    update(value) {
      if (arguments.length === 0) throw new TypeError('update takes a value');
      const cursor = of(this);
      checkWriting(cursor);
      const { transaction, store } = cursor.handle;
      const packed = kit.pack(value);
      const key = cursor.at.primary;
      const copy = store.path !== null ? kit.unpack(packed) : undefined;
      if (store.path !== null) {
        const found = extract(copy, store.path);
        if (found === undefined || found === null || compare(found, key) !== 0) {
          throw failure('DataError', 'The effective object store of this cursor uses another key for the value.');
        }
      }
      return ask(transaction, this, () => {
        engine.put(transaction, store, key, packed, copy, false);
        return shown(key);
      });
    }
    delete() {
      const cursor = of(this);
      checkWriting(cursor);
      const { transaction, store } = cursor.handle;
      const key = cursor.at.primary;
      return ask(transaction, this, () => {
        const at = engine.find(store, key);
        if (at >= 0) engine.remove(transaction, store, at, at + 1);
      });
    }
  }
  function checkWriting(cursor) {
    checkCursor(cursor, true);
    if (!cursor.hasValues) throw failure('InvalidStateError', 'The cursor is a key cursor.');
  }
  class IDBCursorWithValue extends IDBCursor {
    get value() { return of(this).value; }
  }
  named(IDBObjectStore, IDBIndex, IDBCursor, IDBCursorWithValue);
})
