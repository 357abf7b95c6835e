// Web sockets and event streams, with servers by script.

const rules = list => { host.sockets = JSON.stringify(list); };
const listen = socket => {
  const seen = [];
  for (const type of ['open', 'message', 'error', 'close']) {
    socket.addEventListener(type, event => seen.push(type === 'message' ? event.data : type === 'close' ? [event.code, event.reason, event.wasClean] : type));
  }
  return seen;
};

test('a server speaks when it is connected to, and answers, each at its time', function* () {
  rules([{
    url: 'wss://a.example', protocol: 'v2', delay: 5, open: [{ text: 'hello' }, { delay: 100, text: 'later' }],
    answers: [
      { text: 'ping', times: 1, then: [{ text: 'pong' }] }, { text: 'ping', then: [{ text: 'again' }] },
      { prefix: 'twice', then: [{ delay: 10, echo: true }, { delay: 10, echo: true }] },
      { hex: '01ff', then: [{ hex: '00fe' }] }, { text: 'bye', then: [{ close: 3000, reason: 'as asked' }] },
    ],
  }]);
  const socket = new WebSocket('wss://a.example/', ['v1', 'v2']);
  const seen = listen(socket);
  yield 4;
  equal([seen, socket.readyState, socket.protocol], [[], 0, '']);
  yield 1;
  equal([seen, socket.readyState, socket.protocol], [['open', 'hello'], 1, 'v2']);
  socket.send('ping');
  socket.send('ping');
  socket.send('nobody answers this');
  socket.send('twice \ud800');
  equal(socket.bufferedAmount, 4 + 4 + 19 + 9);
  yield 15;
  equal([seen.splice(2), socket.bufferedAmount], [['pong', 'again', 'twice \ufffd'], 0]);
  yield 85;
  equal(seen.splice(2), ['twice \ufffd', 'later']);
  const blobs = [];
  socket.onmessage = event => blobs.push(event.data);
  socket.send(new Uint8Array([0, 1, 255]).subarray(1));
  yield 0;
  socket.binaryType = 'arraybuffer';
  socket.send(new Blob([new Uint8Array([1, 255])]));
  yield 0;
  equal([blobs[0] instanceof Blob, blobs[0].size, blobs[1] instanceof ArrayBuffer, [...new Uint8Array(blobs[1])]], [true, 2, true, [0, 254]]);
  seen.length = 0;
  socket.send('bye');
  yield 0;
  equal([seen, socket.readyState], [[[3000, 'as asked', true]], 3]);
  equal(take('missing'), []);
});

test('a page that closes hears of it in a turn of its own, and nothing more', function* () {
  rules([{ prefix: 'ws://', open: [{ delay: 1, text: 'one' }], answers: [{ then: [{ echo: true }] }] }]);
  const socket = new WebSocket('ws://b.example/path');
  const seen = listen(socket);
  yield 0;
  socket.send('lost');
  socket.close(4000, 'enough');
  equal([socket.readyState, seen], [2, ['open']]);
  yield 5;
  equal([socket.readyState, seen], [3, ['open', [4000, 'enough', true]]]);
  const other = new WebSocket('http://b.example/');
  const heard = listen(other);
  yield 0;
  other.close();
  yield 0;
  equal([other.url, heard], ['ws://b.example/', ['open', [1005, '', true]]]);
});

test('who is not there, fails, or speaks another protocol, is an error and a close', function* () {
  rules([{ url: 'ws://fails/', failure: 'couldNotConnect', delay: 10 }, { url: 'ws://speaks/', protocol: 'x' }, { url: 'ws://once/', times: 1, open: [{ failure: 'connectionLost' }] }]);
  const all = ['ws://fails', 'ws://speaks', 'ws://once', 'ws://once', 'ws://nobody'].map(url => listen(new WebSocket(url)));
  yield 50;
  const failed = ['error', [1006, '', false]];
  equal(all, [failed, failed, ['open', ...failed], failed, failed]);
  equal(take('missing').map(one => one[0]), ['a server of web sockets at ws://once/', 'a server of web sockets at ws://nobody/']);
});

const stream = (fields = {}) => JSON.stringify({ 'content-type': 'text/event-stream; charset=utf-8', ...fields });

test('an event stream is read in any pieces, and goes on where it ended', function* () {
  const source = new EventSource('http://a.example/s', { withCredentials: true });
  const seen = [];
  const tell = event => seen.push([event.type, event.data, event.lastEventId, event.origin]);
  source.onopen = source.onerror = event => seen.push(event.type + source.readyState);
  source.onmessage = tell;
  source.addEventListener('special', tell);
  const [[id, method, url, fields]] = take('fetch');
  equal([method, url, JSON.parse(fields)], ['GET', 'http://a.example/s', { accept: 'text/event-stream', 'cache-control': 'no-cache' }]);
  page.fetchResponse(id, 200, stream(), url);
  const text = '\ufeffdata: one\n\n: comment\r\ndata:two\r\ndata: lines\r\n\r\nid: 7\revent: special\rdata\r\rdata:  \u00e9\u{1f600} \nid\n\nretry: 50\nid: 8\n\nevent: special\n\ndata: never ended';
  for (const byte of new TextEncoder().encode(text)) page.fetchData(id, new Uint8Array([byte]));
  const origin = 'http://a.example';
  equal(seen.splice(0), ['open1', ['message', 'one', '', origin], ['message', 'two\nlines', '', origin], ['special', '', '7', origin], ['message', ' \u00e9\u{1f600} ', '', origin]]);
  page.fetchEnd(id);
  equal(seen.splice(0), ['error0']);
  yield 49;
  equal(take('fetch'), []);
  yield 1;
  const [[second, , , again]] = take('fetch');
  equal(JSON.parse(again)['last-event-id'], '8');
  page.fetchFailed(second, 'gone');
  yield 50;
  const [[third]] = take('fetch');
  page.fetchResponse(third, 200, stream(), url);
  source.close();
  page.fetchData(third, 'data: after\n\n');
  equal([seen, take('cancel'), source.readyState], [['error0', 'open1'], [[third]], 2]);
  yield 5000;
  equal(take('fetch'), []);
});

test('an answer that is no event stream ends it', function* () {
  const seen = [];
  for (const [status, fields] of [[404, stream()], [200, '{"content-type":"text/plain"}'], [204, '{}']]) {
    const source = new EventSource('http://a.example/');
    source.onerror = event => seen.push(event.type + source.readyState);
    const [[id]] = take('fetch');
    page.fetchResponse(id, status, fields, 'http://a.example/');
    equal(take('cancel'), [[id]]);
  }
  yield 5000;
  equal([seen, take('fetch')], [['error2', 'error2', 'error2'], []]);
});

test('a page that breaks its built-ins still hears its server', function* () {
  rules([{ prefix: 'ws://', open: [{ text: 'hello' }], answers: [{ prefix: 'p', then: [{ echo: true }, { close: 1000 }] }] }]);
  const seen = [];
  let count = 0;
  const mend = breakBuiltIns();
  const socket = new WebSocket('ws://a.example/', 'v1');
  const source = new EventSource('http://a.example/');
  source.onmessage = event => { seen[count++] = event.data; };
  socket.onmessage = event => { seen[count++] = event.data; if (count === 1) socket.send('ping'); };
  socket.onclose = event => { seen[count++] = event.code; };
  while (environment.nextTimer() <= clock) environment.runTimers(clock);
  mend();
  const [[id]] = take('fetch');
  const again = breakBuiltIns();
  page.fetchResponse(id, 200, '{"content-type":"text/event-stream"}', 'http://a.example/');
  page.fetchData(id, 'data: x\n\n');
  again();
  yield 0;
  equal(seen, ['hello', 'ping', 1000, 'x']);
});
