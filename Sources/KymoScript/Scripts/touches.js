// What a finger does: pointer events, pointer capture, and the tap on an element with all that Chromium makes of one.
//
// A tap is one event after the other: kit.page.tap(selector) begins it, and each kit.page.touch() raises the next event, in
// a call of its own, so that promises go on between them as they do on a phone. There is no layout, so the finger is where
// layout.js says that the element is.
(function (host, kit) {
  'use strict';
  const { global, define, getter, elements } = kit;
  const { MouseEvent, TouchEvent } = kit.events;
  const { Touch } = global;
  const Node = kit.require('./Node');
  const Element = kit.require('./Element');
  const Document = kit.require('./Document');
  const DocumentFragment = kit.require('./DocumentFragment');
  const { HTMLElement } = elements;
  const { focus, blur } = HTMLElement.prototype;
  const { floor } = Math;

  // --- Pointer events -------------------------------------------------------------------------------------------------

  const [PointerEvent] = kit.declareEvent('PointerEvent', MouseEvent, {
    pointerId: 0, width: 1, height: 1, pressure: 0, tangentialPressure: 0, tiltX: 0, tiltY: 0, twist: 0,
    altitudeAngle: Math.PI / 2, azimuthAngle: 0, pointerType: '', isPrimary: false, persistentDeviceId: 0,
  });
  for (const name of ['getCoalescedEvents', 'getPredictedEvents']) {
    define(PointerEvent.prototype, name, { [name]() { return kit.give([]); } }[name]);
  }
  define(global, 'PointerEvent', PointerEvent);

  // What follows from the place in the window, since nothing is scrolled here.
  const still = new WeakSet();   // Events of a mouse that moves with nothing pressed.
  for (const [name, read] of Object.entries({
    x: event => event.clientX, y: event => event.clientY, pageX: event => event.clientX, pageY: event => event.clientY,
    layerX: event => floor(event.clientX), layerY: event => floor(event.clientY),
    offsetX: event => event.clientX, offsetY: event => event.clientY, movementX: () => 0, movementY: () => 0,
    which: event => still.has(event) ? 0 : event.button + 1,
  })) {
    getter(MouseEvent.prototype, name, function () { return read(this); });
  }
  getter(kit.events.UIEvent.prototype, 'which', () => 0);
  getter(kit.events.KeyboardEvent.prototype, 'which', function () { return this.keyCode; });
  const KEYS = { __proto__: null, Control: 'ctrlKey', Shift: 'shiftKey', Alt: 'altKey', Meta: 'metaKey' };
  define(MouseEvent.prototype, 'getModifierState', function getModifierState(key) {
    const name = KEYS[String(key)];
    return name !== undefined && !!this[name];
  });

  // --- Capture --------------------------------------------------------------------------------------------------------

  let pointer = null;            // The finger that is down: {id, wanted, has}, what it is to be captured by and is.
  let lastId = 1;                // 1 is the mouse.

  const known = id => {
    if (pointer === null || Number(id) !== pointer.id) {
      throw kit.exception('No active pointer with the given id is found.', 'NotFoundError');
    }
    return pointer;
  };
  define(Element.prototype, 'setPointerCapture', function setPointerCapture(id) {
    const finger = known(id);
    if (!this.domino$rooted) throw kit.exception('The element is not in the page.', 'InvalidStateError');
    finger.wanted = this;
  });
  define(Element.prototype, 'releasePointerCapture', function releasePointerCapture(id) {
    const finger = known(id);
    if (finger.wanted === this) finger.wanted = null;
  });
  define(Element.prototype, 'hasPointerCapture', function hasPointerCapture(id) {
    return pointer !== null && Number(id) === pointer.id && pointer.wanted === this;
  });

  // --- Where a tap goes -----------------------------------------------------------------------------------------------

  /** What an element is in: its parent, or the host of its shadow tree. */
  const above = node => {
    const parent = node.parentNode;
    return parent === null || parent === undefined || parent.nodeType === Node.DOCUMENT_NODE ? null
      : parent.nodeType === Node.DOCUMENT_FRAGMENT_NODE ? parent.host || null : parent;
  };
  /** An element and those that it is in, from the inside out. */
  const chain = node => {
    const found = [];
    for (let at = node; at !== null; at = above(at)) found.push(at);
    return found;
  };
  const isThere = element => element !== null && element.domino$rooted && element.ownerDocument === kit.document;
  // As they are before a page changes them.
  const searches = ({ prototype: { querySelector, querySelectorAll } }) => ({ querySelector, querySelectorAll });
  const [ofDocument, ofFragment] = [searches(Document), searches(DocumentFragment)];

  /** The first element of a selector in the document, or else in the first shadow tree that has one. */
  function find(root, selector) {
    const { querySelector, querySelectorAll } = root === kit.document ? ofDocument : ofFragment;
    const found = querySelector.call(root, selector);
    if (found !== null || kit.shadowed === undefined) return found;
    for (const element of querySelectorAll.call(root, '*')) {
      const shadow = kit.shadowOf(element);
      const inside = shadow === null ? null : find(shadow, selector);
      if (inside !== null) return inside;
    }
    return null;
  }

  // --- The events -----------------------------------------------------------------------------------------------------

  let hovered = null;            // Where the mouse is that a phone makes up for its taps.
  let last = { target: null, time: -Infinity, count: 0 };
  const DOUBLE = 300;            // In ms: a second tap within it is a double tap.

  const raise = (target, Kind, type, init, isStill = false) => {
    const event = new Kind(type, {
      __proto__: null, bubbles: true, cancelable: true, composed: true, view: global, ...init,
    });
    if (isStill) still.add(event);
    return kit.raise(target, event);
  };
  const QUIET = { __proto__: null, bubbles: false, cancelable: false, composed: false };

  function* tap(target) {
    const place = kit.placeOf(target);
    const at = { __proto__: null, clientX: place.x, clientY: place.y, screenX: place.x, screenY: place.y };
    // A mouse is on whole pixels.
    const [x, y] = [floor(place.x), floor(place.y)];
    const mouse = { __proto__: null, clientX: x, clientY: y, screenX: x, screenY: y };
    lastId += 1;
    const finger = pointer = { id: lastId, wanted: null, has: null };
    const common = { __proto__: null, ...at, pointerId: finger.id, pointerType: 'touch', isPrimary: true };
    const down = { __proto__: null, ...common, width: 2, height: 2, pressure: 1, buttons: 1 };
    const touch = new Touch({
      identifier: 0, target, ...at, pageX: at.clientX, pageY: at.clientY, radiusX: 1, radiusY: 1, force: 1,
    });
    const receiver = () => finger.has !== null && finger.has.domino$rooted ? finger.has : target;
    // Brings the capture to where it was asked for, before the next event of the pointer; the pointer is there then.
    let over = target;
    function* settleCapture() {
      if (finger.wanted !== null && !finger.wanted.domino$rooted) finger.wanted = null;
      if (finger.wanted === finger.has) return;
      const [old, now] = [finger.has, finger.wanted];
      finger.has = now;
      const init = { __proto__: null, ...common, cancelable: false };
      if (old !== null) yield raise(old.domino$rooted ? old : kit.document, PointerEvent, 'lostpointercapture', init);
      if (now === null) return;
      if (now !== over) {
        const outer = over;
        over = now;
        yield* cross(outer, now, 'pointer', (one, type, more) => raise(one, PointerEvent, type, { ...common, ...more }));
      }
      yield raise(now, PointerEvent, 'gotpointercapture', init);
    }

    // The finger comes down.
    yield raise(target, PointerEvent, 'pointerover', down);
    for (const one of chain(target).reverse()) yield raise(one, PointerEvent, 'pointerenter', { ...down, ...QUIET });
    finger.wanted = target;
    const hasMouse = raise(target, PointerEvent, 'pointerdown', down);
    yield;
    const touches = [touch];
    let isClick = raise(target, TouchEvent, 'touchstart', { touches, targetTouches: touches, changedTouches: touches });
    yield;

    // It goes up again.
    yield* settleCapture();
    yield raise(receiver(), PointerEvent, 'pointerup', common);
    const upon = receiver();
    finger.wanted = null;
    yield* settleCapture();
    yield raise(upon, PointerEvent, 'pointerout', common);
    for (const one of chain(upon)) yield raise(one, PointerEvent, 'pointerleave', { ...common, ...QUIET });
    pointer = null;
    isClick = raise(target, TouchEvent, 'touchend', { touches: [], targetTouches: [], changedTouches: touches }) && isClick;
    yield;
    if (isClick) yield* press(target, mouse, common, hasMouse);
  }

  const clickOf = init => new PointerEvent('click', {
    __proto__: null, bubbles: true, cancelable: true, composed: true, view: global, ...init,
  });
  /** A click on a label is one on its control, which gets the focus. */
  kit.clickAgain = (control, { pointerId, pointerType, clientX, clientY, screenX, screenY, detail }) => {
    focus.call(control);
    kit.clickWith(control, clickOf({
      __proto__: null, clientX, clientY, screenX, screenY, detail,
      ...pointerId === undefined ? {} : { pointerId, pointerType },
    }));
  };

  /** What a tap is for pages that know a mouse. */
  function* press(target, mouse, common, hasMouse) {
    if (!isThere(target)) return;
    // Chromium has it that a button moves the mouse if the page has taken the pointer for itself.
    const move = (one, type, more) => raise(one, MouseEvent, type, { ...mouse, ...more }, hasMouse);
    if (hovered !== target) {
      const old = isThere(hovered) ? hovered : null;
      hovered = target;
      yield* cross(old, target, 'mouse', move);
    }
    const isAgain = last.target === target && kit.now() - last.time < DOUBLE;
    last = { target, time: kit.now(), count: isAgain ? last.count % 3 + 1 : 1 };
    const detail = last.count;
    const isOff = target => chain(target).some(kit.isOff);
    if (hasMouse) {
      if (!isThere(target)) return;
      yield move(target, 'mousemove', {});
      if (!isThere(target)) return;
      const moves = isOff(target) || raise(target, MouseEvent, 'mousedown', { ...mouse, buttons: 1, detail });
      if (moves) moveFocus(target);
      yield;
      if (!isThere(target) || isOff(target)) return;
      yield raise(target, MouseEvent, 'mouseup', { ...mouse, detail });
    }
    if (!isThere(target) || isOff(target)) return;
    // As in Chromium, the pointer of a click is not the first one.
    yield kit.clickWith(target, clickOf({ __proto__: null, ...common, ...mouse, detail, isPrimary: false }));
    if (detail === 2 && isThere(target)) yield raise(target, MouseEvent, 'dblclick', { ...mouse, detail });
  }

  /** A pointer or a mouse leaves an element, which may be none, and comes to another one: say(element, type, fields). */
  function* cross(old, target, kind, say) {
    const [left, entered] = [old === null ? [] : chain(old), chain(target)];
    if (old !== null) {
      yield say(old, kind + 'out', { relatedTarget: target });
      for (const one of left) {
        if (!entered.includes(one)) yield say(one, kind + 'leave', { ...QUIET, relatedTarget: target });
      }
    }
    if (!isThere(target)) return;
    yield say(target, kind + 'over', { relatedTarget: old });
    for (const one of entered.reverse()) {
      if (!left.includes(one)) yield say(one, kind + 'enter', { ...QUIET, relatedTarget: old });
    }
  }

  /** The focus goes to the element, or to what it is in that takes it; or nowhere. */
  function moveFocus(target) {
    const next = chain(target).find(one => one instanceof HTMLElement && kit.canFocus(one));
    if (next !== undefined) return focus.call(next);
    const old = kit.focused();
    return old === null ? undefined : blur.call(old);
  }

  let running = null;
  /** Begins to tap the first element of a selector: an empty text, or why nothing is tapped. */
  kit.tap = selector => {
    if (kit.document === undefined) return 'the page is not there yet';
    let target;
    try { target = find(kit.document, selector); } catch { return 'it is no selector'; }
    if (target === null) return 'nothing matches it';
    kit.settleStyles();
    if (kit.isInert(target)) return 'it is inert, or lies in what is';
    if (!kit.isDisplayed(target) || kit.computed(target, 'visibility') === 'hidden') return 'it is not shown';
    running = tap(target);
    return '';
  };
  /** Raises the next event of the tap; false if it is over. */
  kit.touch = () => {
    if (running === null) return false;
    if (running.next().done) running = null;
    return running !== null;
  };
  /** Whether a text is a selector. */
  kit.isSelector = selector => {
    try {
      ofDocument.querySelector.call(kit.require('./index').createDocument(''), selector);
      return true;
    } catch {
      return false;
    }
  };
})
