// Workers: their turns among those of the page, whatever the page has broken, and that they leave nothing behind.

const workerOf = body => new Worker(URL.createObjectURL(new Blob([body])));

test('the world of a worker is made when its script is to run, and goes with it', function* () {
  const made = [];
  const { makeRealm, dropRealm } = host;
  host.makeRealm = () => made[made.length] = makeRealm();
  host.dropRealm = number => { made.splice(made.indexOf(number), 1); dropRealm(number); };
  const ended = workerOf('onmessage = () => close()');
  const stopped = workerOf('');
  const never = workerOf('');
  never.terminate();
  equal(made.length, 0);
  yield 0;
  equal(made.length, 2);
  ended.postMessage(1);
  stopped.terminate();
  equal(made.length, 1);
  yield 0;
  equal(made.length, 0);
  Object.assign(host, { makeRealm, dropRealm });
});

test('turns of all worlds are in the order of the clock, and then of who asked first', function* () {
  const seen = [];
  const [one, other] = ['one', 'other'].map(name => {
    const worker = workerOf(`onmessage = ({ data }) => { postMessage(data); setTimeout(() => postMessage(data + ' later'), 2); };`);
    worker.onmessage = ({ data }) => { seen.push(`${name} ${data}`); };
    return worker;
  });
  yield 0;
  other.postMessage('a');
  one.postMessage('b');
  setTimeout(() => seen.push('page'), 0);
  setTimeout(() => seen.push('page later'), 2);
  yield 1;
  equal(seen, ['page', 'other a', 'one b']);
  yield 1;
  equal(seen.slice(3), ['page later', 'other a later', 'one b later']);
  one.terminate();
  other.terminate();
});

test('a page that has replaced what it can has workers that work', function* () {
  const worker = workerOf(`onmessage = ({ data, ports: [port] }) => {
    const [first] = data.list;
    port.postMessage([first, data.map.get('k'), new Uint8Array(data.bytes)[1], [1, 2].map(one => one * 2), JSON.stringify({ a: 1 })]);
  };`);
  const heard = [];
  const mend = breakBuiltIns();
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = event => { heard[heard.length] = event.data; };
  const map = new Map();
  const bytes = new Uint8Array(2);
  bytes[1] = 7;
  const buffer = bytes.buffer;
  mend();
  map.set('k', 'v');
  const again = breakBuiltIns();
  worker.postMessage({ list: ['x'], map, bytes: buffer }, [buffer, port2]);
  while (environment.runTimers(clock));
  again();
  equal(heard, [['x', 'v', 7, [2, 4], '{"a":1}']]);
  equal(buffer.byteLength, 0);
  worker.terminate();
});

test('a worker that has replaced what it can is told and heard', function* () {
  const worker = workerOf(`Array.prototype.map = Array.prototype.push = Map.prototype.get = Map.prototype.set = Object.keys = () => { throw 1; };
    Function.prototype.call = Function.prototype.apply = JSON.stringify = JSON.parse = () => { throw 2; };
    onmessage = ({ data }) => postMessage({ got: data, list: [1, [2]] });`);
  const heard = [];
  worker.onmessage = ({ data }) => { heard.push(data, data instanceof Object, Array.isArray(data.list)); };
  worker.postMessage({ a: { b: [1] } });
  yield 1;
  equal(heard, [{ got: { a: { b: [1] } }, list: [1, [2]] }, true, true]);
  worker.terminate();
});

test('requests of a worker and of the page have numbers of their own', function* () {
  const heard = [];
  const worker = workerOf(`fetch('https://a.example/w').then(response => response.text()).then(text => postMessage(text))`);
  worker.onmessage = ({ data }) => { heard.push(data); };
  fetch('https://a.example/p').then(response => response.text()).then(text => { heard.push(text); });
  yield 0;
  const asked = take('fetch');
  equal(asked.map(one => one[2]), ['https://a.example/p', 'https://a.example/w']);
  equal(asked[0][0] === asked[1][0], false);
  for (const [id, , url] of asked) {
    page.fetchResponse(id, 200, '{}', url);
    page.fetchData(id, `body of ${url.slice(-1)}`);
    page.fetchEnd(id);
  }
  yield 1;
  equal(heard.sort(), ['body of p', 'body of w']);
  // Nobody hears what comes when it has gone.
  const gone = workerOf(`fetch('https://a.example/g').then(() => postMessage('never'))`);
  gone.onmessage = ({ data }) => { heard.push(data); };
  yield 0;
  const [[id]] = take('fetch');
  gone.terminate();
  page.fetchResponse(id, 200, '{}', '');
  page.fetchEnd(id);
  yield 1;
  equal(heard.length, 2);
  worker.terminate();
});

test('what is sent to a port that goes elsewhere goes with it, in its order', function* () {
  const { port1, port2 } = new MessageChannel();
  const heard = [];
  port2.onmessage = ({ data }) => { heard.push('page ' + data); };
  port1.postMessage(1);
  yield 0;
  port1.postMessage(2);
  port1.postMessage(new Map([[3, 3]]));
  const worker = workerOf('onmessage = ({ ports: [port] }) => { port.onmessage = ({ data }) => postMessage([data instanceof Map, String(data)]); }');
  worker.onmessage = ({ data }) => { heard.push(data); };
  worker.postMessage(0, [port2]);
  port1.postMessage(4);
  yield 1;
  equal(heard, ['page 1', [false, '2'], [true, '[object Map]'], [false, '4']]);
  worker.terminate();
  port1.postMessage(5);
  yield 1;
  equal(heard.length, 4);
});

test('addresses of blobs are those of who made them, and end with it', function* () {
  const heard = [];
  const worker = workerOf(`postMessage(URL.createObjectURL(new Blob(['of the worker'])))`);
  const read = url => fetch(url).then(response => response.text()).then(text => { heard.push(text); }, error => { heard.push(error.name); });
  let url;
  worker.onmessage = ({ data }) => read(url = data);
  yield 1;
  equal(heard, ['of the worker']);
  worker.terminate();
  read(url);
  read('data:,a%20b');
  read('data:text/plain;base64,aGk=');
  read('data:nothing');
  yield 1;
  equal(heard.slice(1), ['TypeError', 'a b', 'hi', 'TypeError']);
});

test('a worker evaluates what it touches alone, and has it when it has broken its built-ins', function* () {
  const seen = [];
  const { partIn } = host;
  host.partIn = (number, name) => {
    seen.push(name);
    return partIn(number, name);
  };
  const heard = [];
  const worker = workerOf(`onmessage = ({ data }) => {
    for (const Kind of [Array, Map, Set, WeakMap, Uint8Array.prototype.__proto__.constructor, AbortController]) {
      for (const name of Object.getOwnPropertyNames(Kind.prototype)) {
        try { if (typeof Kind.prototype[name] === 'function') Kind.prototype[name] = () => { throw new Error(name); }; } catch {}
      }
    }
    Object.defineProperty = Object.create = JSON.stringify = Reflect.apply = () => { throw new Error('broken'); };
    const stream = new ReadableStream({ start(controller) { controller.enqueue(data); controller.close(); } });
    stream.getReader().read().then(({ value, done }) => postMessage({ value, done, is: stream.constructor === ReadableStream }));
  };`);
  worker.onmessage = ({ data }) => { heard.push(data); };
  yield 0;
  equal([heard, seen], [[], []]);
  worker.postMessage({ a: new Map([[1, 2]]) });
  yield 0;
  equal([heard.length, heard[0].value.a.get(1), heard[0].done, heard[0].is], [1, 2, false, true]);
  equal(seen, ['packing.js', 'streams.js', 'readable.js', 'pipes.js']);
  worker.terminate();
  // Its own workers are made by what it has of them.
  const nested = workerOf(`const inner = new Worker(URL.createObjectURL(new Blob(['postMessage(typeof CSSStyleSheet + typeof Worker)'])));
    inner.onmessage = ({ data }) => postMessage(data + typeof FontFace + ('indexedDB' in self));`);
  nested.onmessage = ({ data }) => { heard.push(data); };
  yield 1;
  equal(heard.slice(1), ['undefinedfunctionundefinedfalse']);
  nested.terminate();
  host.partIn = partIn;
});

test('workers of a page that is hidden have no frames until it is shown', function* () {
  const heard = [];
  const body = 'requestAnimationFrame(function frame() { postMessage(0); requestAnimationFrame(frame); }); onmessage = ({ data }) => postMessage(data);';
  const worker = workerOf(body);
  worker.onmessage = ({ data }) => { heard.push(data); };
  yield 100;
  equal(heard.length > 4, true);
  page.show(false);
  heard.length = 0;
  const later = workerOf(body);
  later.onmessage = ({ data }) => { heard.push(data); };
  yield 1;
  worker.postMessage(1);
  later.postMessage(2);
  yield 100;
  equal(heard.filter(one => one > 0), [1, 2]);
  equal(heard.length, 2);
  page.show(true);
  yield 100;
  equal(heard.length > 10, true);
  worker.terminate();
  later.terminate();
});
