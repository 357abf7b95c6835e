// A finger on the page, and an app that goes to the background: what of it does not need a browser to compare with.

/** Taps as the native side does: each event in a call of its own. */
function tap(selector) {
  const reason = page.tap(selector);
  if (reason !== '') return reason;
  while (page.touch()) { /* The next event. */ }
  return '';
}

/** Writes down the events of some kinds as they reach the window. */
function hear(...types) {
  const seen = [];
  for (const type of types) addEventListener(type, event => seen.push(`${event.type} ${event.target.id}`), true);
  return seen;
}

test('a tap needs an element that is shown', function* () {
  document.body.innerHTML = '<p id=a hidden>x</p><p id=b style="display: none"><b id=c>x</b></p><style>.d { visibility: hidden }</style>'
    + '<p class=d id=d>x</p><template><i id=e>x</i></template><p id=f>x</p>';
  equal(['#a', '#c', '#d', '#e', '#nobody', 'p[', '', '#f'].map(tap), [
    'it is not shown', 'it is not shown', 'it is not shown', 'nothing matches it', 'nothing matches it',
    'it is no selector', 'it is no selector', '',
  ]);
  equal(['#a > .b', 'p[', 'a:nth-child(2n+1)', ':nobody', '', 'p,', '[x="@"]', '*'].map(page.isSelector),
    [true, false, true, false, false, false, true, true]);
  equal(page.touch(), false);
});

test('an element that goes away while it is tapped gets no mouse and no click', function* () {
  const seen = hear('pointerdown', 'touchstart', 'pointerup', 'touchend', 'mouseover', 'mousedown', 'mouseup', 'click');
  const put = () => { document.body.innerHTML = '<p id=p>x</p>'; };
  put();
  addEventListener('touchend', () => p.remove(), { once: true });
  tap('#p');
  equal(seen.splice(0), ['pointerdown p', 'touchstart p', 'pointerup p', 'touchend p']);
  put();
  addEventListener('mousedown', () => p.remove(), { once: true });
  tap('#p');
  equal(seen, ['pointerdown p', 'touchstart p', 'pointerup p', 'touchend p', 'mouseover p', 'mousedown p']);
});

test('promises go on between the events of a tap, and timers after it', function* () {
  const seen = [];
  for (const type of ['pointerdown', 'touchstart', 'click']) {
    box.addEventListener(type, () => {
      seen.push(type);
      Promise.resolve().then(() => seen.push(`then ${type}`));
      setTimeout(() => seen.push(`timer ${type}`));
    });
  }
  // Each call is one of the native side's.
  native('evaluate', "page.tap('#box')", 'native', 1);
  yield 0;
  for (let more = true; more;) {
    more = page.touch();
    yield 0;
  }
  equal(seen.filter(one => one.startsWith('t') && !one.startsWith('timer')), [
    'then pointerdown', 'touchstart', 'then touchstart', 'then click',
  ]);
});

test('the events of a tap are trusted, and have lists and places', function* () {
  let start, end, click;
  box.addEventListener('touchstart', event => { start = event; });
  box.addEventListener('touchend', event => { end = event; });
  box.addEventListener('click', event => { click = event; });
  tap('#box');
  equal([start.isTrusted, end.isTrusted, click.isTrusted, click.detail], [true, true, true, 1]);
  equal([start.touches.length, start.targetTouches.length, start.changedTouches.length], [1, 1, 1]);
  equal([end.touches.length, end.targetTouches.length, end.changedTouches.length], [0, 0, 1]);
  const touch = start.changedTouches.item(0);
  equal([touch instanceof Touch, touch.target === box, touch.identifier, touch.clientX, touch.pageY], [true, true, 0, 0, 0]);
  equal([start.touches instanceof TouchList, start instanceof TouchEvent, click instanceof PointerEvent], [true, true, true]);
  document.documentElement.addEventListener('click', event => { click = event; });
  tap('body');
  equal([click.clientX, click.clientY, click.pageX, click.screenY, click.x, click.offsetX], [196, 426, 196, 426, 196, 196]);
  equal(take('missing'), []);
});

test('what can be made by a script', function* () {
  const event = new PointerEvent('pointermove', { pointerId: 7, pointerType: 'pen', pressure: 0.5, clientX: 3, button: 1 });
  equal([event.pointerId, event.pointerType, event.pressure, event.width, event.isPrimary, event.pageX, event.which],
    [7, 'pen', 0.5, 1, false, 3, 2]);
  equal([event.isTrusted, event.getCoalescedEvents(), Array.isArray(event.getPredictedEvents())], [false, [], true]);
  equal([event.getModifierState('Shift'), new MouseEvent('a', { shiftKey: true }).getModifierState('Shift')], [false, true]);
  equal(Object.prototype.toString.call(event), '[object PointerEvent]');
  throws(() => box.setPointerCapture(7), 'NotFoundError');
  throws(() => box.releasePointerCapture(7), 'NotFoundError');
  equal(box.hasPointerCapture(7), false);
});

test('a pointer is captured by whom it is given to, and by nobody if it is let go', function* () {
  document.body.innerHTML = '<p id=one>x</p><p id=two>x</p>';
  const seen = hear('gotpointercapture', 'pointerup', 'lostpointercapture', 'touchend', 'click');
  one.onpointerdown = event => two.setPointerCapture(event.pointerId);
  tap('#one');
  equal(seen.splice(0), ['gotpointercapture two', 'pointerup two', 'lostpointercapture two', 'touchend one', 'click one']);
  one.onpointerdown = null;
  one.ontouchstart = () => { two.setPointerCapture(number); };
  let number;
  addEventListener('pointerdown', event => { number = event.pointerId; });
  tap('#one');
  equal(seen.splice(0), ['gotpointercapture two', 'pointerup two', 'lostpointercapture two', 'touchend one', 'click one']);
  one.ontouchstart = () => { one.releasePointerCapture(number); };
  tap('#one');
  equal(seen, ['pointerup one', 'touchend one', 'click one']);
});

test('two taps within 300 ms are a double click, and taps are counted up to three', function* () {
  const seen = [];
  box.addEventListener('click', event => seen.push(event.detail));
  box.addEventListener('dblclick', event => seen.push(`double ${event.detail}`));
  for (const wait of [100, 100, 100, 400, 0]) {
    tap('#box');
    yield wait;
  }
  equal(seen, [1, 2, 'double 2', 3, 1, 1]);
});

test('an element of a shadow tree is tapped if the document has none', function* () {
  const seen = hear('click');
  box.attachShadow({ mode: 'closed' }).innerHTML = '<button id=inner>x</button>';
  let path;
  addEventListener('click', event => { path = event.target.id; });
  equal([tap('#inner'), path, seen], ['', 'box', ['click box']]);
  document.body.insertAdjacentHTML('beforeend', '<button id=inner>y</button>');
  equal([tap('#inner'), path], ['', 'inner']);
});

test('listeners of all touches of the page do not hold it up unless they say so', function* () {
  const held = [];
  const stop = event => {
    event.preventDefault();
    held.push(event.defaultPrevented);
  };
  for (const target of [window, document, document.documentElement, document.body]) {
    target.addEventListener('touchstart', stop);
    target.addEventListener('touchend', stop, { once: true });
  }
  tap('#box');
  equal(held.splice(0), [false, false, false, false, true, true, true, true]);
  document.addEventListener('touchstart', stop, { passive: false, capture: true });
  tap('#box');
  equal(held[0], true);
});

test('a page that breaks the built-ins is tapped all the same', function* () {
  const seen = [];
  box.innerHTML = '<label id=label>x<input id=check type=checkbox></label>';
  check.addEventListener('change', () => { seen[seen.length] = check.checked; });
  const mend = breakBuiltIns();
  const find = Document.prototype.querySelector;
  const focus = HTMLElement.prototype.focus, click = HTMLElement.prototype.click;
  Document.prototype.querySelector = () => null;
  HTMLElement.prototype.focus = HTMLElement.prototype.click = null;
  const reason = tap('#label');
  page.show(false);
  page.show(true);
  Document.prototype.querySelector = find;
  HTMLElement.prototype.focus = focus;
  HTMLElement.prototype.click = click;
  mend();
  equal([reason, seen, document.activeElement.id], ['', [true], 'check']);
  equal(take('error'), []);
});

test('a page that is hidden says so, and has no frames until it is shown', function* () {
  const seen = [];
  document.addEventListener('visibilitychange', event => {
    seen.push(`${event.type} ${document.visibilityState} ${document.hidden} ${document.hasFocus()} ${event.bubbles} ${event.isTrusted}`);
  });
  document.onvisibilitychange = () => seen.push('handler');
  addEventListener('pagehide', () => seen.push('never'));
  equal([document.visibilityState, document.hidden, 'onvisibilitychange' in document], ['visible', false, true]);
  let frames = 0;
  const frame = () => {
    frames += 1;
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
  let ticks = 0;
  setInterval(() => { ticks += 1; }, 10);
  yield 100;
  const before = frames;
  equal(before >= 5, true);
  page.show(false);
  page.show(false);
  const gone = requestAnimationFrame(() => seen.push('never'));
  cancelAnimationFrame(gone);
  yield 200;
  equal([frames, ticks], [before, 30], 'timers go on, frames do not');
  page.show(true);
  equal(frames, before);
  yield 100;
  equal(frames > before + 4, true);
  equal(seen, [
    'visibilitychange hidden true false true true', 'handler', 'visibilitychange visible false true true true', 'handler',
  ]);
});

test('back goes back in the history of the page, if there is somewhere to go', function* () {
  const seen = [];
  addEventListener('popstate', event => seen.push(event.state));
  equal(page.goBack(), false);
  history.pushState('one', '', '#1');
  history.pushState('two', '', '#2');
  for (const hash of ['#1', '']) {
    equal(page.goBack(), true);
    yield 0;
    equal(location.hash, hash);
  }
  equal([seen, page.goBack()], [['one', null], false]);
});
