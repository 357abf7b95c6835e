// Files, digests, permissions, beacons and touches.

test('a reader gives a file as text, address, bytes and binary text, each with its events', function* () {
  const seen = [];
  const blob = new Blob(['h\u00e9', new Uint8Array([0x21])], { type: 'text/plain' });
  const read = (method, ...more) => {
    const reader = new FileReader();
    for (const type of ['loadstart', 'progress', 'load', 'abort', 'loadend']) reader['on' + type] = event => seen.push([type, event.loaded]);
    reader[method](blob, ...more);
    return reader;
  };
  const whole = read('readAsText');
  equal([whole.readyState, whole.result, seen], [1, null, []]);
  throws(() => whole.readAsText(blob), 'InvalidStateError');
  yield 0;
  equal([whole.readyState, whole.result], [2, 'h\u00e9!']);
  equal(seen, [['loadstart', 0], ['progress', 4], ['load', 4], ['loadend', 4]]);
  const readers = [read('readAsDataURL'), read('readAsBinaryString'), read('readAsArrayBuffer'), read('readAsText', 'latin1')];
  yield 0;
  equal([readers[0].result, readers[1].result, [...new Uint8Array(readers[2].result)], readers[3].result],
    ['data:text/plain;base64,aMOpIQ==', 'h\u00c3\u00a9!', [0x68, 0xc3, 0xa9, 0x21], 'h\u00c3\u00a9!']);
  equal(readers[2].result instanceof ArrayBuffer, true);
  seen.length = 0;
  const cut = read('readAsText');
  cut.abort();
  yield 0;
  equal([seen, cut.result, cut.error.name, cut.readyState], [[['abort', 0], ['loadend', 0]], null, 'AbortError', 2]);
  throws(() => new FileReader().readAsText('text'), 'TypeError');
});

test('what is no digest, and no bytes, is refused', function* () {
  const seen = [];
  for (const [name, data] of [['MD5', new Uint8Array(1)], ['SHA-256', 'text'], [{ name: 'sha-1' }, new ArrayBuffer(0)]]) {
    crypto.subtle.digest(name, data).then(value => seen.push(value.byteLength), error => seen.push(error.name));
  }
  crypto.subtle.encrypt({}, null, null).catch(error => seen.push(error.name));
  yield 0;
  equal(seen.sort(), [20, 'NotSupportedError', 'NotSupportedError', 'TypeError']);
  equal(take('missing').map(one => one[0]), ['crypto.subtle.encrypt']);
});

test('random bytes come from the seed, and the same seed gives the same', function* () {
  const bytes = crypto.getRandomValues(new Uint8Array(8));
  equal([...bytes], SEEDED);
  equal(crypto.getRandomValues(new Uint32Array(2)).length, 2);
  throws(() => crypto.getRandomValues(new Float32Array(1)), 'TypeError');
  yield 0;
});
const SEEDED = [181, 84, 254, 31, 5, 87, 120, 111];

test('permissions of what is there are granted', function* () {
  const seen = [];
  for (const name of ['geolocation', 'accelerometer', 'camera', 'nothing']) {
    navigator.permissions.query({ name }).then(status => seen.push([status.name, status.state]), error => seen.push(error.name));
  }
  yield 0;
  equal(seen, [['geolocation', 'granted'], ['accelerometer', 'granted'], ['camera', 'denied'], 'TypeError']);
  equal(take('missing').map(one => one[0]), ['the permission camera']);
  equal(['connection' in navigator, 'vibrate' in navigator], [false, false]);
});

test('a beacon is a request whose answer nobody hears', function* () {
  equal(navigator.sendBeacon('log', 'hello'), true);
  equal(take('fetch').map(([, method, url, , body]) => [method, url, body]), [['POST', 'file:///log', 'hello']]);
  page.fetchFailed(1, 'gone');
  yield 0;
  throws(() => navigator.sendBeacon('data:x'), 'TypeError');
});

test('touches', function* () {
  const touch = new Touch({ identifier: 7, target: box, clientX: 5 });
  const seen = [];
  box.addEventListener('touchstart', event => seen.push([event.touches.length, event.touches[0].clientX, event.touches.item(0) === touch,
    event.touches.item(1), event.changedTouches.length, event.touches instanceof TouchList, event.touches === event.touches, [...event.touches].length]));
  box.dispatchEvent(new TouchEvent('touchstart', { touches: [touch], bubbles: true }));
  equal(seen, [[1, 5, true, null, 0, true, true, 1]]);
  equal([touch.identifier, touch.target === box, touch.force], [7, true, 0]);
  throws(() => new Touch({ identifier: 1 }), 'TypeError');
  yield 0;
});
