// Databases: what they do to timers, with a page that breaks its built-ins, and what they tell the native side.

const opened = function* (name, upgrade) {
  const request = indexedDB.open(name, 1);
  request.onupgradeneeded = () => upgrade(request.result);
  yield 0;
  return request.result;
};

test('answers come in the order of the requests, each in a turn among the timers', function* () {
  const seen = [];
  const db = yield* opened('order', db => db.createObjectStore('a'));
  const store = db.transaction('a', 'readwrite').objectStore('a');
  setTimeout(() => seen.push('timer before'), 0);
  for (const key of [3, 1, 2]) store.put('v', key).onsuccess = event => {
    seen.push(event.target.result);
    Promise.resolve().then(() => seen.push('promise of ' + event.target.result));
  };
  store.transaction.oncomplete = () => seen.push('complete');
  setTimeout(() => seen.push('timer behind'), 0);
  setTimeout(() => seen.push('timer later'), 1);
  yield 1;
  equal(seen, ['timer before', 3, 'promise of 3', 'timer behind', 1, 'promise of 1', 2, 'promise of 2', 'complete', 'timer later']);
});

test('a page that breaks its built-ins still gets what it stored', function* () {
  const db = yield* opened('broken', db => db.createObjectStore('a', { keyPath: 'k' }).createIndex('i', 'n'));
  const value = { k: [1, 'x'], n: new Date(5), list: [1, { two: 2 }], map: new Map([[1, new Set([2])]]), bytes: new Uint8Array([7]), text: 'a"\ud800' };
  const seen = [];
  let count = 0;
  const mend = breakBuiltIns();
  const transaction = db.transaction('a', 'readwrite');
  const store = transaction.objectStore('a');
  store.put(value);
  store.index('i').openCursor(IDBKeyRange.lowerBound(value.n)).onsuccess = event => {
    const cursor = event.target.result;
    if (cursor === null) return;
    seen[count++] = cursor.value;
    seen[count++] = cursor.primaryKey;
    cursor.continue();
  };
  store.getAllKeys().onsuccess = event => { seen[count++] = event.target.result; };
  transaction.oncomplete = () => { seen[count++] = 'complete'; };
  environment.runTimers(clock);
  while (environment.nextTimer() <= clock) environment.runTimers(clock);
  mend();
  const [found, key, keys, end] = seen;
  equal([key, keys, end], [[1, 'x'], [[1, 'x']], 'complete']);
  equal([found.n.getTime(), found.list, [...found.map.get(1)], [...found.bytes], found.text], [5, [1, { two: 2 }], [2], [7], 'a"\ud800']);
  yield 0;
});

test('what databases give is of the kinds of the page', function* () {
  const db = yield* opened('kinds', db => { db.createObjectStore('a', { keyPath: ['x', 'y'] }); db.createObjectStore('b'); });
  const got = [];
  const transaction = db.transaction(['a', 'b'], 'readwrite');
  transaction.objectStore('a').put({ x: 1, y: 2 }).onsuccess = event => got.push(event.target.result);
  for (const key of [new Date(1), new Uint8Array([1]), [1]]) transaction.objectStore('b').put({ a: [1] }, key);
  transaction.objectStore('b').getAll().onsuccess = event => got.push(event.target.result, event.target.result[0], event.target.result[0].a);
  transaction.objectStore('b').getAllKeys().onsuccess = event => got.push(...event.target.result);
  yield 0;
  const kinds = [Array, Array, Object, Array, Date, ArrayBuffer, Array];
  equal(kinds.map((Kind, index) => got[index] instanceof Kind), kinds.map(() => true));
  const others = [[indexedDB, Object], [db, EventTarget], [transaction, EventTarget], [IDBKeyRange.only(1), Object], [db.objectStoreNames, DOMStringList],
    [transaction.objectStore, Function], [indexedDB.databases(), Promise], [IDBKeyRange.only([1]).lower, Array]];
  equal(others.map(([value, Kind]) => value instanceof Kind), others.map(() => true));
  equal(Object.getPrototypeOf(Object.getPrototypeOf(indexedDB)) === Object.prototype, true);
  throws(() => new IDBFactory(), 'TypeError');
  throws(() => IDBFactory.prototype.open.call({}, 'x'), 'TypeError');
});

test('the native side is told what is committed, and nothing of what is aborted', function* () {
  const db = yield* opened('told', db => db.createObjectStore('a', { autoIncrement: true }));
  const [[name, said, area], ...more] = take('storage');
  equal([name, JSON.parse(said).version, JSON.parse(said).stores[0].name, area, more], ['["told"]', 1, 'a', 'databases', []]);
  const aborted = db.transaction('a', 'readwrite');
  aborted.objectStore('a').put('never').onsuccess = () => aborted.abort();
  yield 0;
  equal(take('storage'), []);
  db.transaction('a', 'readwrite').objectStore('a').add({ v: 1 });
  yield 0;
  equal(take('storage').map(one => one.slice(0, 2))[1], ['["told",1,"1"]', '["o","v",1]']);
  db.transaction('a', 'readwrite').objectStore('a').clear();
  yield 0;
  equal(take('storage'), [['["told",1,"1"]', null, 'databases']]);
  db.close();
  indexedDB.deleteDatabase('told');
  yield 0;
  equal(take('storage'), [['["told"]', null, 'databases']]);
});

test('a transaction that waits does not keep others waiting whose stores are not its own', function* () {
  const db = yield* opened('scopes', db => { db.createObjectStore('a'); db.createObjectStore('b'); });
  const seen = [];
  const begin = (name, stores, mode) => {
    const transaction = db.transaction(stores, mode);
    transaction.objectStore(stores[0]).count().onsuccess = () => seen.push(name);
    transaction.oncomplete = () => seen.push(name + ' done');
  };
  begin('first', ['a'], 'readwrite');
  begin('waits', ['b', 'a'], 'readwrite');
  begin('behind', ['b'], 'readonly');
  yield 0;
  equal(seen, ['first', 'first done', 'waits', 'waits done', 'behind', 'behind done']);
  seen.length = 0;
  begin('one', ['a'], 'readwrite');
  begin('other', ['b'], 'readwrite');
  begin('reads', ['b'], 'readonly');
  yield 0;
  equal(seen, ['one', 'other', 'one done', 'other done', 'reads', 'reads done']);
});

test('many records in any order are sorted, and found by their keys', function* () {
  const db = yield* opened('many', db => db.createObjectStore('a').createIndex('last', 'last'));
  const store = db.transaction('a', 'readwrite').objectStore('a');
  for (let index = 0; index < 2000; index += 1) store.put({ last: index % 10 }, (index * 7919) % 2003);
  const seen = [];
  store.getAllKeys().onsuccess = event => seen.push(event.target.result.every((key, index, keys) => index === 0 || keys[index - 1] < key));
  store.index('last').count(7).onsuccess = event => seen.push(event.target.result);
  store.delete(IDBKeyRange.lowerBound(1000)).onsuccess = () => {};
  store.index('last').getAllKeys(7).onsuccess = event => seen.push(event.target.result.every(key => key < 1000), event.target.result.length);
  store.count().onsuccess = event => seen.push(event.target.result);
  yield 0;
  const rest = Array.from({ length: 2000 }, (_, index) => [(index * 7919) % 2003, index % 10]).filter(([key]) => key < 1000);
  equal(seen, [true, 200, true, rest.filter(([, last]) => last === 7).length, rest.length]);
});
