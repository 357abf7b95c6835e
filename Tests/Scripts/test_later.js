// Parts of the platform that are evaluated when a page first touches what they give.

const NAMES = [
  'WebSocket', 'EventSource', 'CloseEvent', 'ReadableStream', 'WritableStream', 'TransformStream', 'TextDecoderStream',
  'CountQueuingStrategy', 'IDBKeyRange', 'IDBDatabase', 'IDBRequest', 'DOMStringList', 'Worker',
];
test('looking for names evaluates nothing, and finds what is there later', function* () {
  const seen = partsSeen();
  const own = Object.getOwnPropertyNames(window);
  for (const name of NAMES) {
    equal([name in window, typeof window[name], Object.hasOwn(window, name), own.includes(name)], [true, 'function', true, true]);
    const { value, ...rest } = Object.getOwnPropertyDescriptor(window, name);
    equal([value === window[name], rest], [true, { writable: true, enumerable: false, configurable: true }]);
  }
  equal(Object.keys(window).filter(name => NAMES.includes(name)), []);
  equal('indexedDB' in window && typeof window === 'object', true);
  equal(seen, []);
  equal(Object.getOwnPropertyNames(window), own);
  equal(String(WebSocket).includes('[native code]'), true);
});

test('a class that was kept before is the class', function* () {
  const seen = partsSeen();
  const [Kept, Base] = [ReadableStream, EventTarget];
  const socket = WebSocket;
  equal(seen, []);
  const stream = new Kept();
  equal(seen, ['streams.js', 'readable.js', 'pipes.js']);
  equal([stream instanceof ReadableStream, stream.constructor === Kept, Kept === ReadableStream], [true, true, true]);
  equal(Object.getOwnPropertyNames(Kept), ['length', 'name', 'prototype', 'from']);
  equal([Kept.name, Object.prototype.toString.call(stream)], ['ReadableStream', '[object ReadableStream]']);
  equal(Object.getOwnPropertyDescriptor(Kept, 'prototype').writable, false);
  equal([Object.getPrototypeOf(socket) === Base, socket.OPEN, socket.prototype instanceof Base], [true, 1, true]);
  class Own extends WebSocket { constructor() { super('ws://localhost/'); } }
  equal([new Own() instanceof WebSocket, Object.isFrozen(Object.freeze(socket))], [true, true]);
  throws(() => IDBKeyRange(1), 'TypeError');
  throws(() => Kept(), 'TypeError');
  equal(take('missing').map(one => one[0]), ['a server of web sockets at ws://localhost/']);
});

test('what stands in the place of a class is of the page', function* () {
  const seen = partsSeen();
  const { WebSocket: kept } = window;
  Object.defineProperty(window, 'WebSocket', { value: 1 });
  window.WebSocket = 2;
  delete window.EventSource;
  equal([window.WebSocket, 'EventSource' in window, seen.length], [2, false, 0]);
  equal([new CloseEvent('close').code, window.WebSocket, 'EventSource' in window], [0, 2, false]);
  equal(kept.name, 'WebSocket');
});

test('a page that broke its built-ins before has them all the same', function* () {
  const mend = breakBuiltIns();
  const kinds = [Object, 'getOwnPropertyDescriptor', Reflect, 'get', Reflect, 'construct', WeakMap.prototype, 'get',
    WeakMap.prototype, 'set', Uint8Array.prototype.__proto__, 'slice', ArrayBuffer, 'isView', AbortController.prototype, 'abort'];
  const saved = [];
  for (let index = 0; index < kinds.length; index += 2) {
    saved[index] = kinds[index][kinds[index + 1]];
    kinds[index][kinds[index + 1]] = () => { throw new Error('the page broke it'); };
  }
  const names = ['EventTarget', 'AbortController', 'TextDecoder', 'WeakMap', 'Date', 'TypeError', 'Uint8Array'];
  const own = [];
  for (let index = 0; index < names.length; index += 1) {
    own[index] = window[names[index]];
    window[names[index]] = undefined;
  }
  let failure = null, stream, range, event;
  try {
    stream = new ReadableStream({ start(controller) { controller.enqueue(5); } });
    range = IDBKeyRange.bound(1, [2]);
    event = new CloseEvent('close', { code: 1001 });
  } catch (error) { failure = error; }
  for (let index = 0; index < names.length; index += 1) window[names[index]] = own[index];
  for (let index = 0; index < kinds.length; index += 2) kinds[index][kinds[index + 1]] = saved[index];
  mend();
  equal(failure === null ? null : String(failure) + failure.stack, null);
  equal([range.upper, event.code, event instanceof Event], [[2], 1001, true]);
  const seen = [];
  stream.getReader().read().then(({ value }) => { seen.push(value); });
  yield 0;
  equal(seen, [5]);
});

test('messages evaluate what carries them, and copies do not', function* () {
  const seen = partsSeen();
  const heard = [];
  onmessage = ({ data }) => { heard.push(data); };
  postMessage(structuredClone({ a: [1] }), '*');
  const { port1, port2 } = new MessageChannel();
  yield 0;
  equal([heard, seen], [[{ a: [1] }], []]);
  port2.onmessage = ({ data }) => { heard.push(data); };
  port1.postMessage(new Set([2]));
  yield 0;
  equal([heard.length, [...heard[1]], seen], [2, [2], ['packing.js']]);
  onmessage = null;
});

test('a page that broke its built-ins before can send and transfer, and have workers', function* () {
  const { port1, port2 } = new MessageChannel();
  const heard = [];
  port2.onmessage = event => { heard[heard.length] = event.data; };
  const [set, buffer, other] = [new Set(['s']), new Uint8Array([1, 2]).buffer, new Uint8Array([3]).buffer];
  const url = URL.createObjectURL(new Blob(['onmessage = ({ data }) => postMessage([data.byteLength])']));
  const mend = breakBuiltIns();
  const kinds = [Set.prototype, 'has', Set.prototype, 'add', Set.prototype, 'forEach', ArrayBuffer.prototype, 'transfer',
    ArrayBuffer.prototype, 'slice', ArrayBuffer, 'isView', Uint8Array.prototype.__proto__, 'set', RegExp.prototype, 'exec',
    globalThis, 'EventTarget', globalThis, 'DOMException', globalThis, 'Set', globalThis, 'Uint8Array', globalThis, 'Event'];
  const saved = [];
  for (let index = 0; index < kinds.length; index += 2) {
    saved[index] = kinds[index][kinds[index + 1]];
    kinds[index][kinds[index + 1]] = () => { throw new Error('the page broke it'); };
  }
  let failure = null, refused = null, worker;
  try {
    port1.postMessage({ set, buffer, other }, [buffer]);
    try { port1.postMessage(0, [buffer]); } catch (error) { refused = error; }
    worker = new Worker(url);
    worker.onmessage = event => { heard[heard.length] = event.data; };
    worker.postMessage(other, [other]);
    while (environment.runTimers(clock));
  } catch (error) { failure = error; }
  for (let index = 0; index < kinds.length; index += 2) kinds[index][kinds[index + 1]] = saved[index];
  mend();
  equal(failure === null ? null : String(failure) + failure.stack, null);
  equal([refused.name, refused instanceof DOMException, buffer.byteLength, other.byteLength], ['DataCloneError', true, 0, 0]);
  const [first, second] = heard;
  equal([first.set instanceof Set, [...first.set], [...new Uint8Array(first.buffer)], first.other.byteLength, second],
    [true, ['s'], [1, 2], 1, [1]]);
  worker.terminate();
});
