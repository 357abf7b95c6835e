// What is absent is absent by every way of looking, and who looks for it is told.

const names = () => take('missing').map(one => one[0]);

test('what the window has not is not there, by any way of looking', function* () {
  equal(['RTCPeerConnection' in window, typeof RTCPeerConnection, window.hasOwnProperty('RTCPeerConnection'), window.RTCPeerConnection === undefined], [
    false, 'undefined', false, true]);
  throws(() => RTCPeerConnection, 'ReferenceError');
  throws(() => new SharedWorker('a.js'), 'ReferenceError');
  equal(Object.keys(window).includes('Notification') || Object.getOwnPropertyNames(window).includes('Notification'), false);
  equal(['WeakRef' in window, typeof WebAssembly, typeof Atomics], [false, 'undefined', 'undefined']);
  window.RTCPeerConnection = class { own() { return 1; } };
  equal([new RTCPeerConnection().own(), 'RTCPeerConnection' in window], [1, true]);
  delete window.RTCPeerConnection;
  equal('RTCPeerConnection' in window, false);
  yield 0;
});

test('what the navigator and the document have not is not there, and is told when it is looked for', function* () {
  equal(['share' in navigator, typeof navigator.share, navigator.hasOwnProperty('share')], [false, 'undefined', false]);
  equal('share' in Object.getPrototypeOf(navigator), false);
  equal(Object.keys(Object.getPrototypeOf(navigator)).includes('share'), false);
  const listed = [];
  for (const name in navigator) listed.push(name);
  equal([listed.includes('share'), listed.includes('userAgent')], [false, true]);
  equal(['nothingOfTheKind' in navigator, navigator.toString === Object.prototype.toString], [false, true]);
  equal([document.startViewTransition, 'cookieStore' in document], [null, false]);
  equal(Object.getOwnPropertyNames(Document.prototype).includes('cookieStore'), false);
  equal([document instanceof Node, document instanceof EventTarget, document instanceof Document], [true, true, true]);
  equal(names(), ['navigator.share', 'document.startViewTransition', 'document.cookieStore']);
  navigator.share = () => 'mine';
  equal([navigator.share(), 'share' in navigator], ['mine', true]);
  document.cookieStore = 5;
  equal([document.cookieStore, Object.keys(document).includes('cookieStore'), names()], [5, true, []]);
  yield 0;
});

test('a script is read for what it looks for in the window', function* () {
  const found = text => {
    try { host.evaluate(text, 'a.js', 1); } catch { /* It is absent. */ }
    return take('missing');
  };
  equal(found("\n'RTCPeerConnection' in window;"), [['RTCPeerConnection', 'a.js:2']]);
  equal(found("\n'RTCPeerConnection' in window;"), []);
  equal(found('if (false) {\n\n  new SharedWorker("a.js"); }'), [['SharedWorker', 'a.js:3']]);
  equal(found('typeof BroadcastChannel'), [['BroadcastChannel', 'a.js:1']]);
  equal(found('window.AudioContext && 1; self["caches"]; var f = () => globalThis?.Notification'),
    [['AudioContext', 'a.js:1'], ['caches', 'a.js:1'], ['Notification', 'a.js:1']]);
  equal(found('(function (e) { return e.requestFullscreen ? 1 : 2; })(document.body)'), [['element.requestFullscreen', 'a.js:1']]);
  yield 0;
});

test('a script is not found looking where it does not', function* () {
  for (const text of [
    '// new BroadcastChannel("x")', '/* window.BroadcastChannel\n is used */', 'var o = { BroadcastChannel: 1 }; o.BroadcastChannel',
    'var s = "BroadcastChannel is absent"', 'class BroadcastChannel {} new BroadcastChannel()',
    'window.RTCPeerConnection = function () {}; new RTCPeerConnection()', '(function (Gyroscope) { new Gyroscope(); })(Object)',
    'var x = {}; x.window = { AudioContext: 1 }; x.window.AudioContext', 'var myOffscreenCanvas = 1; myOffscreenCanvas.a',
  ]) {
    host.evaluate(text, 'b.js', 1);
    equal(take('missing'), [], text);
  }
  yield 0;
});

test('what nobody catches is told with its place', function* () {
  host.evaluate('setTimeout(function () {\n  eval("Gyro" + "scope");\n}, 1)', 'c.js', 1);
  yield 1;
  equal(take('missing').map(one => one[0]), ['Gyroscope']);
  equal(take('error').map(one => one[0]), ["ReferenceError: Can't find variable: Gyroscope"]);
});

test('media, pictures and dialogs', function* () {
  const image = new Image();
  equal([image.complete, image.naturalWidth, 'decode' in image], [false, 0, true]);
  const dialog = document.body.appendChild(document.createElement('dialog'));
  const seen = [];
  dialog.addEventListener('close', () => seen.push(dialog.returnValue));
  dialog.showModal();
  equal(dialog.open, true);
  dialog.close('done');
  equal([dialog.open, seen], [false, []]);
  yield 0;
  equal(seen, ['done']);
  throws(() => document.createElement('dialog').showModal(), 'InvalidStateError');
  equal(names(), ['image.complete', 'image.naturalWidth']);
  box.contentEditable = true;
  box.innerHTML = '<b>b</b><i contenteditable=false>i</i>';
  equal([box.contentEditable, box.firstChild.isContentEditable, box.lastChild.isContentEditable, document.body.isContentEditable],
    ['true', true, false, false]);
});
