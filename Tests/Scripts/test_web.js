// What a page asks of the native side.

test('of several addresses in one turn the last counts', function* () {
  location = 'call?cmd=a';
  location.href = 'other.html';
  location.assign('call?cmd=b&msg=%22x%22');
  equal(take('navigate'), []);
  yield 0;
  equal(take('navigate'), [['call?cmd=b&msg=%22x%22', 'other']]);
  setTimeout(() => location.replace('https://example.com/a b'), 0);
  setTimeout(() => location.reload(), 1);
  yield 1;
  equal(take('navigate'), [['https://example.com/a%20b', 'other'], ['index.html', 'reload']]);
});

test('links and forms say what they are, and can be prevented', function* () {
  box.innerHTML = '<a id=l href="next.html?x=1">go</a><form action=find><input name=q value="ä b"><button>Send</button></form>';
  page.click('#l');
  yield 0;
  page.click('button');
  yield 0;
  equal(take('navigate'), [['next.html?x=1', 'link'], ['find?q=%C3%A4+b', 'form']]);
  l.onclick = () => false;
  page.click('#l');
  yield 0;
  equal([take('navigate'), page.click('#nobody')], [[], false]);
  l.href = 'javascript:globalThis.ran = 1';
  l.onclick = null;
  l.click();
  yield 0;
  equal(globalThis.ran, 1);
});

test('a frame asks when it is inserted, and for its last address of a turn', function* () {
  const frame = document.createElement('iframe');
  frame.src = 'app://first';
  equal(take('navigate'), []);
  document.body.appendChild(frame);
  equal(take('navigate'), [['app://first', 'iframe']]);
  frame.src = 'app://second';
  frame.setAttribute('src', 'app://third');
  yield 0;
  equal(take('navigate'), [['app://third', 'iframe']]);
  frame.src = 'app://fourth';
  frame.remove();
  yield 0;
  equal(take('navigate'), []);
  box.innerHTML = '<iframe style="display:none" src="https://__bridge_loaded__"></iframe>';
  equal(take('navigate'), [['https://__bridge_loaded__/', 'iframe']]);
});

test('the fragment changes if the native side has nothing against it', function* () {
  const seen = [];
  onhashchange = event => { seen.push(event.newURL.split('#')[1]); };
  location.hash = 'a b';
  equal([location.hash, take('navigate')], ['#a%20b', [['index.html#a%20b', 'other']]]);
  yield 0;
  equal(seen, ['a%20b']);
  history.pushState({ n: 1 }, '', '?page=2');
  equal([location.search, history.state.n, take('navigate')], ['?page=2', 1, []]);
  history.back();
  yield 0;
  equal([location.search, location.hash, history.state], ['', '#a%20b', null]);
  history.go(-9);
  yield 0;
  equal(take('navigate'), [['', 'back']]);
});

test('dialogs are answered by the native side', function* () {
  equal([alert('a'), confirm(1), prompt('p', 'd')], [null, true, 'answer']);
  equal(take('dialog'), [['alert', 'a', ''], ['confirm', '1', ''], ['prompt', 'p', 'd']]);
  yield 0;
});

test('storage tells what changes, and has its limit', function* () {
  localStorage.setItem('a', 1);
  localStorage.a = 1;
  localStorage['b'] = 'x';
  delete localStorage.a;
  sessionStorage.getItem('b');
  localStorage.clear();
  localStorage.clear();
  equal(take('storage'), [['a', '1', 'local'], ['b', 'x', 'local'], ['a', null, 'local'], [null, null, 'local']]);
  throws(() => localStorage.setItem('big', 'x'.repeat(6e6)), 'QuotaExceededError');
  page.restore('session', 'k', 'v');
  equal([sessionStorage.k, sessionStorage.length, take('storage')], ['v', 1, []]);
  yield 0;
});

test('motion comes as an event, and only to those who listen', function* () {
  equal(page.motion(1, 2, 3), false);
  const seen = [];
  const listener = event => {
    const { x, y, z } = event.accelerationIncludingGravity;
    seen.push([x, y, z, event.acceleration && event.acceleration.z, event.rotationRate, event.interval, event.isTrusted,
      event instanceof DeviceMotionEvent]);
  };
  addEventListener('devicemotion', listener);
  page.motion(1, 2, 9.81);
  page.motion(1, 2, 3, 4, 5, 6, 10);
  removeEventListener('devicemotion', listener);
  equal(page.motion(1, 2, 3), false);
  equal(seen, [[1, 2, 9.81, null, null, 0, true, true], [1, 2, 3, 6, null, 10, true, true]]);
  equal(take('sensors'), [['motion', true], ['motion', false]]);
  equal(new DeviceMotionEvent('devicemotion', { acceleration: { x: 1 } }).acceleration.x, 1);
  yield 0;
});

test('positions: one, a watch, an old one, a timeout and failures', function* () {
  const seen = [];
  const say = name => [p => seen.push([name, p.coords.latitude, p.timestamp]), e => seen.push([name, 'error', e.code])];
  navigator.geolocation.getCurrentPosition(...say('one'));
  const watch = navigator.geolocation.watchPosition(...say('watch'));
  page.position(48.1, 11.5, 500, 5, 8, 1.5, 90, 77);
  page.position(48.2, 11.5, NaN, 5);
  navigator.geolocation.clearWatch(watch);
  page.position(48.3, 11.5, NaN, 5);
  const now = Date.now();
  equal(seen, [['one', 48.1, 77], ['watch', 48.1, 77], ['watch', 48.2, now]]);
  equal(take('sensors'), [['location', true], ['location', false]]);
  seen.length = 0;
  navigator.geolocation.getCurrentPosition(...say('old'), { maximumAge: 1000 });
  navigator.geolocation.getCurrentPosition(...say('late'), { timeout: 300 });
  equal(seen, []);
  yield 0;
  equal(seen, [['old', 48.3, now]]);
  yield 299;
  equal(seen.length, 1);
  yield 1;
  equal(seen[1], ['late', 'error', 3]);
  navigator.geolocation.getCurrentPosition(...say('denied'));
  page.positionFailed(1, 'no');
  navigator.geolocation.getCurrentPosition(...say('unknown'));
  page.positionFailed(2);
  equal(seen.slice(2), [['denied', 'error', 1], ['unknown', 'error', 2]]);
  throws(() => navigator.geolocation.getCurrentPosition(), 'TypeError');
});

test('XMLHttpRequest: states, pieces, fields and what goes wrong', function* () {
  const seen = [];
  const request = new XMLHttpRequest();
  for (const kind of ['readystatechange', 'loadstart', 'progress', 'load', 'error', 'abort', 'timeout', 'loadend']) {
    request['on' + kind] = event => seen.push(kind === 'readystatechange' ? request.readyState : kind);
  }
  request.open('post', 'api?x=1');
  request.setRequestHeader('X-A', '1');
  request.setRequestHeader('x-a', '2');
  request.setRequestHeader('Cookie', 'no');
  request.send('body');
  equal(take('fetch'), [[1, 'POST', 'file:///api?x=1', '{"content-type":"text/plain;charset=UTF-8","x-a":"1, 2"}', 'body']]);
  page.fetchResponse(1, 201, '{"Content-Length":"4","X-B":"b"}', 'file:///api?x=1');
  page.fetchData(1, new Uint8Array([0x61, 0xe2, 0x82]));
  equal([request.responseText, request.status, request.getResponseHeader('x-b')], ['a', 201, 'b']);
  page.fetchData(1, new Uint8Array([0xac]));
  page.fetchEnd(1);
  equal([request.responseText, request.getAllResponseHeaders()], ['a€', 'content-length: 4\r\nx-b: b\r\n']);
  equal(seen, [1, 'loadstart', 2, 3, 'progress', 3, 'progress', 4, 'load', 'loadend']);
  for (const [what, expected] of [['error', 'error'], ['timeout', 'timeout'], ['abort', 'abort']]) {
    seen.length = 0;
    request.open('GET', 'x');
    request.timeout = what === 'timeout' ? 50 : 0;
    request.send();
    const id = take('fetch')[0][0];
    if (what === 'error') page.fetchFailed(id, 'gone'); else if (what === 'abort') request.abort();
    yield 100;
    equal([seen.slice(-2), request.status, request.responseText], [[expected, 'loadend'], 0, '']);
  }
  equal(take('cancel').length, 2);
  page.fetchData(99, 'nobody');
  throws(() => request.send(), 'InvalidStateError');
  files = { 'data.json': '{"a":1}' };
  request.open('GET', 'data.json', false);
  request.responseType = 'json';
  request.send();
  equal(request.response, { a: 1 });
  request.open('GET', 'https://example.com/', false);
  throws(() => request.send(), 'NetworkError');
  equal(take('missing'), [['a synchronous XMLHttpRequest for https://example.com/']]);
});

test('fetch: bodies, failures and cancelling', function* () {
  const seen = [];
  const say = promise => promise.then(value => seen.push(value), error => seen.push(error.name));
  say(fetch('data', { method: 'PUT', headers: { A: 'b' }, body: new URLSearchParams({ x: 'ä' }) }).then(async response =>
    [response.ok, response.status, response.headers.get('x'), await response.json(), response.bodyUsed]));
  equal(take('fetch'), [[1, 'PUT', 'file:///data',
    '{"a":"b","content-type":"application/x-www-form-urlencoded;charset=UTF-8"}', 'x=%C3%A4']]);
  page.fetchResponse(1, 200, '[["X","y"]]', '');
  yield 0;
  page.fetchData(1, '[1,');
  page.fetchData(1, '2]');
  page.fetchEnd(1);
  yield 0;
  say(fetch('gone'));
  page.fetchFailed(2, 'no such host');
  const controller = new AbortController();
  say(fetch('slow', { signal: controller.signal }));
  say(fetch('broken').then(response => response.text()));
  page.fetchResponse(4, 200, '{}', '');
  yield 0;
  page.fetchFailed(4, 'cut');
  controller.abort();
  say(fetch('http://['));
  yield 0;
  equal([seen[0], seen.slice(1).sort()], [[true, 200, 'y', [1, 2], true], ['AbortError', 'TypeError', 'TypeError', 'TypeError']]);
  equal(take('cancel'), [[3]]);
  const response = new Response('text', { headers: { 'X-Y': '1' } });
  say(response.clone().text());
  say(new Response(new Blob(['a', new Uint8Array([98])])).arrayBuffer().then(buffer => buffer.byteLength));
  yield 0;
  equal(seen.slice(5).sort(), [2, 'text']);
});

test('what is missing is reported once, by its name', function* () {
  equal(document.createElement('canvas').getContext('2d'), null);
  equal(document.createElement('canvas').getContext('2d'), null);
  let reason = '';
  document.createElement('audio').play().catch(error => { reason = error.name; });
  yield 0;
  equal(reason, 'NotSupportedError');
  equal(take('missing').map(one => one[0]), ["canvas.getContext('2d')", 'media.play']);
});

test('an error in a listener is reported, and the others hear', function* () {
  let heard = 0;
  addEventListener('x', () => { throw new Error('in a listener'); });
  addEventListener('x', () => { heard += 1; });
  dispatchEvent(new Event('x'));
  equal(heard, 1);
  const [[message, source, line]] = take('error');
  equal([message, source, line > 100], ['Error: in a listener', 'test_web.js', true]);
  onerror = () => { throw new Error('in the handler of errors'); };
  dispatchEvent(new Event('x'));
  equal(take('error').map(one => one[0]), ['Error: in the handler of errors', 'Error: in a listener']);
  onerror = () => true;
  dispatchEvent(new Event('x'));
  equal(take('error'), []);
  yield 0;
});

test('messages to the window itself, and through ports', function* () {
  const seen = [];
  onmessage = event => { seen.push([event.data, event.origin]); };
  postMessage({ a: [1] }, '*');
  const { port1, port2 } = new MessageChannel();
  port2.postMessage('early');
  port1.onmessage = event => { seen.push(event.data); };
  port2.postMessage('late');
  throws(() => postMessage(() => {}, '*'), 'DataCloneError');
  equal(seen, []);
  yield 0;
  equal(seen, [[{ a: [1] }, 'null'], 'early', 'late']);
});

test('what would never come is reported, and a form that lacks a value is not sent', function* () {
  box.innerHTML = '<img src=a.png onload="never()"><form action=go><input name=a required><button>B</button></form>';
  document.createElement('track').onerror = () => {};
  box.addEventListener('load', () => {});
  page.click('button');
  yield 0;
  equal(take('missing').map(one => one[0]), ['the load event of <img>', 'the error event of <track>']);
  equal([take('navigate'), document.activeElement.name], [[], 'a']);
  document.activeElement.value = '1';
  page.click('button');
  yield 0;
  equal(take('navigate'), [['go?a=1', 'form']]);
});
