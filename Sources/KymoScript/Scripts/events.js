// Events: targets, listeners and handlers, errors in a listener reported and not thrown, the window in every path.
//
// The document library has a part of this; its EventTarget keeps its place at the root of the nodes, and gets these
// methods. A dispatch to the window allocates nothing beside the event.
(function (host, kit) {
  'use strict';
  const { global } = kit;
  const { apply } = Reflect;
  const { create, defineProperty } = Object;
  const { bare, define, elapsed } = kit;
  const require = kit.require;
  const EventTarget = require('./EventTarget');
  const utils = require('./utils');
  const LISTENERS = Symbol('listeners');
  kit.listenersKey = LISTENERS;
  const text = String;
  const from = Array.from;

  kit.events = {};
  kit.activation = () => null;

  // --- The event ----------------------------------------------------------------------------------------------------

  let begin, finish, stateOf, trust;

  class Event {
    #type; #target = null; #current = null; #phase = 0; #bubbles = false; #cancelable = false; #composed = false;
    #isPrevented = false; #isStopped = false; #isStoppedAtOnce = false; #isPassive = false; #isTrusted = false;
    #isDispatched = false; #isReady = true; #time = elapsed(); #path = null;

    constructor(type, init) {
      if (arguments.length === 0) throw new TypeError(`${new.target.name} needs a type`);
      this.#type = typeof type === 'string' ? type : text(type);
      if (init !== undefined && init !== null) {
        this.#bubbles = !!init.bubbles;
        this.#cancelable = !!init.cancelable;
        this.#composed = !!init.composed;
      }
    }

    static {
      begin = (event, target, path) => {
        if (event.#isDispatched || !event.#isReady) utils.InvalidStateError();
        event.#isDispatched = true;
        event.#target = target;
        event.#path = path;
      };
      finish = event => {
        event.#isDispatched = false;
        event.#isStopped = event.#isStoppedAtOnce = event.#isPassive = false;
        event.#phase = 0;
        event.#current = null;
        event.#path = null;
        return !event.#isPrevented;
      };
      stateOf = {
        at(event, current, phase) {
          event.#current = current;
          event.#phase = phase;
        },
        aim(event, target) { event.#target = target; },
        isStopped: event => event.#isStopped,
        isStoppedAtOnce: event => event.#isStoppedAtOnce,
        isPrevented: event => event.#isPrevented,
        makePassive(event, isPassive) { event.#isPassive = isPassive; },
        makeUnready(event) { event.#isReady = false; },
      };
      trust = event => {
        event.#isTrusted = true;
        return event;
      };
    }

    get type() { return this.#type; }
    get target() { return this.#target; }
    get srcElement() { return this.#target; }
    get currentTarget() { return this.#current; }
    get eventPhase() { return this.#phase; }
    get bubbles() { return this.#bubbles; }
    get cancelable() { return this.#cancelable; }
    get composed() { return this.#composed; }
    get defaultPrevented() { return this.#isPrevented; }
    get returnValue() { return !this.#isPrevented; }
    set returnValue(value) { if (!value) this.preventDefault(); }
    get cancelBubble() { return this.#isStopped; }
    set cancelBubble(value) { if (value) this.#isStopped = true; }
    get isTrusted() { return this.#isTrusted; }
    get timeStamp() { return this.#time; }
    composedPath() {
      if (this.#path === null) return kit.give(this.#current === null ? [] : [this.#current]);
      return kit.give(this.#path.isDeep ? kit.composedPath(this.#path, this.#current) : from(this.#path));
    }
    stopPropagation() { this.#isStopped = true; }
    stopImmediatePropagation() { this.#isStopped = this.#isStoppedAtOnce = true; }
    preventDefault() { if (this.#cancelable && !this.#isPassive) this.#isPrevented = true; }
    initEvent(type, bubbles = false, cancelable = false) {
      if (this.#isDispatched) return;
      this.#type = text(type);
      this.#bubbles = !!bubbles;
      this.#cancelable = !!cancelable;
      this.#isPrevented = this.#isStopped = this.#isStoppedAtOnce = this.#isTrusted = false;
      this.#target = null;
      this.#isReady = true;
    }
  }
  for (const [name, value] of [['NONE', 0], ['CAPTURING_PHASE', 1], ['AT_TARGET', 2], ['BUBBLING_PHASE', 3]]) {
    defineProperty(Event, name, { value, enumerable: true });
    defineProperty(Event.prototype, name, { value, enumerable: true });
  }
  defineProperty(Event.prototype, Symbol.toStringTag, { value: 'Event', configurable: true });
  kit.Event = Event;
  kit.trust = trust;

  /** Declares a kind of event with its fields and what they are when they are not given. */
  function declare(name, Parent, fields) {
    const VALUES = Symbol(name);
    Object.setPrototypeOf(fields, null);
    const Kind = { [name]: class extends Parent {
      constructor(type, init) {
        super(...arguments);
        const values = create(null);
        for (const field in fields) {
          const given = init === undefined || init === null ? undefined : init[field];
          values[field] = given === undefined ? fields[field] : given;
        }
        defineProperty(this, VALUES, { __proto__: null, value: values });
      }
    } }[name];
    for (const field in fields) {
      defineProperty(Kind.prototype, field, {
        get() { return this[VALUES][field]; }, enumerable: true, configurable: true,
      });
    }
    defineProperty(Kind.prototype, Symbol.toStringTag, { value: name, configurable: true });
    kit.events[name] = Kind;
    return [Kind, VALUES];
  }

  kit.events.Event = Event;
  kit.declareEvent = declare;
  const [CustomEvent, CUSTOM] = declare('CustomEvent', Event, { detail: null });
  define(CustomEvent.prototype, 'initCustomEvent', function (type, bubbles, cancelable, detail = null) {
    this.initEvent(type, bubbles, cancelable);
    this[CUSTOM].detail = detail;
  });
  const [UIEvent, UI] = declare('UIEvent', Event, { view: null, detail: 0 });
  define(UIEvent.prototype, 'initUIEvent', function (type, bubbles, cancelable, view = null, detail = 0) {
    this.initEvent(type, bubbles, cancelable);
    this[UI].view = view;
    this[UI].detail = detail;
  });
  const keys = { ctrlKey: false, shiftKey: false, altKey: false, metaKey: false };
  const [MouseEvent, MOUSE] = declare('MouseEvent', UIEvent, {
    screenX: 0, screenY: 0, clientX: 0, clientY: 0, ...keys, button: 0, buttons: 0, relatedTarget: null,
  });
  define(MouseEvent.prototype, 'initMouseEvent', function (type, bubbles, cancelable, view, detail, ...rest) {
    this.initUIEvent(type, bubbles, cancelable, view, detail);
    const order = [
      'screenX', 'screenY', 'clientX', 'clientY', 'ctrlKey', 'altKey', 'shiftKey', 'metaKey', 'button', 'relatedTarget',
    ];
    for (let index = 0; index < order.length; index += 1) {
      if (rest[index] !== undefined) this[MOUSE][order[index]] = rest[index];
    }
  });
  declare('KeyboardEvent', UIEvent, {
    key: '', code: '', location: 0, repeat: false, isComposing: false, ...keys, keyCode: 0, charCode: 0,
  });
  const [FocusEvent, FOCUS] = declare('FocusEvent', UIEvent, { relatedTarget: null });
  declare('InputEvent', UIEvent, { data: null, inputType: '', isComposing: false });
  declare('TouchEvent', UIEvent, {
    touches: kit.give([]), targetTouches: kit.give([]), changedTouches: kit.give([]), ...keys,
  });
  const [, MESSAGE] = declare('MessageEvent', Event, { data: null, origin: '', lastEventId: '', source: null,
    ports: Object.freeze(kit.give([])) });
  /** Makes the event of a message that has come, which may be undefined. */
  kit.messageEvent = (init, data) => {
    const event = new kit.events.MessageEvent('message', init);
    event[MESSAGE].data = data;
    return event;
  };
  const [ErrorEvent] = declare('ErrorEvent', Event, { message: '', filename: '', lineno: 0, colno: 0, error: null });
  const [PromiseRejectionEvent] = declare('PromiseRejectionEvent', Event, { promise: null, reason: undefined });
  declare('HashChangeEvent', Event, { oldURL: '', newURL: '' });
  declare('PopStateEvent', Event, { state: null });
  declare('PageTransitionEvent', Event, { persisted: false });
  declare('StorageEvent', Event, { key: null, oldValue: null, newValue: null, url: '', storageArea: null });
  declare('ProgressEvent', Event, { lengthComputable: false, loaded: 0, total: 0 });
  declare('SubmitEvent', Event, { submitter: null });
  declare('FormDataEvent', Event, { formData: null });

  // --- Listeners ----------------------------------------------------------------------------------------------------

  function listOf(target, type) {
    let all = target[LISTENERS];
    if (all === undefined) {
      all = create(null);
      defineProperty(target, LISTENERS, { value: all });
    }
    return all[type] || null;
  }

  // Lists are replaced and not changed, so that a dispatch goes on with the one that it began with.
  function add(target, type, listener) {
    const list = listOf(target, type);
    const next = bare([]);
    let count = 0;
    if (list !== null) for (; count < list.length; count += 1) next[count] = list[count];
    next[count] = listener;
    target[LISTENERS][type] = next;
  }

  function drop(target, type, listener) {
    const list = listOf(target, type);
    if (list === null) return;
    const next = bare([]);
    let count = 0;
    for (let index = 0; index < list.length; index += 1) if (list[index] !== listener) next[count++] = list[index];
    listener.isRemoved = true;
    target[LISTENERS][type] = count === 0 ? null : next;
  }

  function find(target, type, callback, isCapturing) {
    const list = listOf(target, type);
    if (list === null) return null;
    for (let index = 0; index < list.length; index += 1) {
      const one = list[index];
      if (one.callback === callback && one.isCapturing === isCapturing && !one.isHandler) return one;
    }
    return null;
  }

  /** Whether anybody listens to a kind of event at a target. */
  kit.hears = (target, type) => listOf(target, type) !== null;

  const self = target => target === undefined || target === null ? global : target;
  const capturing = options => options !== null && typeof options === 'object' ? !!options.capture : !!options;

  /** Called with a type and true when a window's first listener for it comes, and with false when the last goes. */
  kit.listened = () => {};
  /** Called when somebody begins to listen to anything else than the window. */
  kit.awaited = () => {};
  const tell = (target, type) => {
    if (target === global) kit.listened(type, listOf(global, type) !== null);
    else if (listOf(target, type) !== null) kit.awaited(target, type);
  };

  // Whoever hears all touches of a page does not hold it up, unless he says that he may.
  const PASSIVE = { __proto__: null, touchstart: true, touchmove: true, wheel: true, mousewheel: true };
  const isPassive = (target, type) => PASSIVE[type] === true && (target === global
    || kit.document !== undefined && (target === kit.document || target === kit.document.documentElement
      || target === kit.document.body));

  define(EventTarget.prototype, 'addEventListener', function addEventListener(kind, callback, options) {
    const target = self(this);
    const type = text(kind);
    if (callback === null || callback === undefined) return;
    if (typeof callback !== 'function' && typeof callback !== 'object') {
      throw new TypeError('a listener is a function, or an object that handles events');
    }
    const isCapturing = capturing(options);
    if (find(target, type, callback, isCapturing) !== null) return;
    const given = options !== null && typeof options === 'object' ? options : {};
    if (given.signal && given.signal.aborted) return;
    const listener = {
      callback, isCapturing, isOnce: !!given.once, isHandler: false, isRemoved: false,
      isPassive: given.passive === undefined ? isPassive(target, type) : !!given.passive,
    };
    add(target, type, listener);
    if (given.signal) given.signal.addEventListener('abort', () => drop(target, type, listener), { once: true });
    if (type === 'WebViewJavascriptBridgeReady') kit.missing(type);
    tell(target, type);
  });

  define(EventTarget.prototype, 'removeEventListener', function removeEventListener(kind, callback, options) {
    const target = self(this);
    const type = text(kind);
    const found = find(target, type, callback, capturing(options));
    if (found !== null) drop(target, type, found);
    tell(target, type);
  });

  // --- Handlers: on... ----------------------------------------------------------------------------------------------

  function handlerOf(target, type) {
    const list = listOf(target, type);
    if (list === null) return null;
    for (let index = 0; index < list.length; index += 1) if (list[index].isHandler) return list[index];
    return null;
  }

  function setHandler(target, type, value) {
    const callback = typeof value === 'function' || (value !== null && typeof value === 'object') ? value : null;
    const found = handlerOf(target, type);
    if (found !== null) {
      if (callback === null) drop(target, type, found);
      else found.callback = callback;
    } else if (callback !== null) {
      add(target, type, {
        callback, isCapturing: false, isOnce: false, isPassive: false, isHandler: true, isRemoved: false,
      });
    }
    tell(target, type);
  }

  function getHandler(target, type) {
    const found = handlerOf(target, type);
    if (found === null) return null;
    if (found.callback instanceof Written) found.callback = found.callback.compile(type);
    return found.callback;
  }

  define(EventTarget.prototype, '_setEventHandler', function (type, value) { setHandler(this, type, value); });
  define(EventTarget.prototype, '_getEventHandler', function (type) { return getHandler(this, type); });
  /** Gives what inherits from a prototype its handlers: `on` and the type, for each type. */
  kit.handle = (prototype, types) => {
    for (const type of types) {
      Object.defineProperty(prototype, 'on' + type, {
        configurable: true,
        enumerable: true,
        get() { return getHandler(this, type); },
        set(value) { setHandler(this, type, value); },
      });
    }
  };

  /** A handler that is written in an attribute; it is compiled when it is needed. */
  class Written {
    constructor(body, element) {
      this.body = body;
      this.element = element;
    }
    compile(type) {
      const element = this.element;
      const isWindow = element.localName === 'body' && windowTypes.includes(type);
      const parameters = type === 'error' && isWindow ? 'event, source, lineno, colno, error' : 'event';
      try {
        const make = host.evaluate(
          `(function (document, form, element) { with (document) with (form) with (element) { return function on${type}`
          + `(${parameters}) {${kit.importing(this.body, '')}\n}; } })`, kit.pageName(), 1);
        return make(element.ownerDocument || {}, element.form || {}, element);
      } catch (error) {
        kit.report(error);
        return () => {};
      }
    }
  }

  const elementTypes = [
    'abort', 'animationend', 'animationstart', 'beforeinput', 'blur', 'canplay', 'canplaythrough', 'change', 'click',
    'contextmenu', 'copy', 'cut', 'dblclick', 'drag', 'dragend', 'dragenter', 'dragleave', 'dragover', 'dragstart',
    'drop', 'durationchange', 'ended', 'error', 'focus', 'focusin', 'focusout', 'gesturechange', 'gestureend', 'gesturestart',
    'input', 'invalid', 'keydown', 'keypress', 'keyup', 'load', 'loadeddata', 'loadedmetadata', 'loadstart', 'mousedown',
    'mouseenter', 'mouseleave', 'mousemove', 'mouseout', 'mouseover', 'mouseup', 'paste', 'pause', 'play', 'playing',
    'gotpointercapture', 'lostpointercapture', 'pointercancel', 'pointerdown', 'pointerenter', 'pointerleave',
    'pointermove', 'pointerout', 'pointerover', 'pointerup', 'progress', 'ratechange', 'readystatechange', 'reset',
    'resize', 'scroll', 'seeked', 'seeking', 'select', 'stalled', 'submit', 'suspend', 'timeupdate', 'toggle',
    'touchcancel', 'touchend', 'touchmove', 'touchstart', 'transitionend', 'volumechange', 'waiting', 'wheel',
  ];
  const windowTypes = [
    'afterprint', 'beforeprint', 'beforeunload', 'blur', 'devicemotion', 'deviceorientation', 'error', 'focus',
    'hashchange', 'load', 'message', 'offline', 'online', 'orientationchange', 'pagehide', 'pageshow', 'popstate',
    'rejectionhandled', 'resize', 'scroll', 'storage', 'unhandledrejection', 'unload',
  ];
  const attributes = require('./attributes');
  const elements = require('./htmlelts').elements;
  const Document = require('./Document');

  const accessors = (target, type, owner) => defineProperty(target, 'on' + type, {
    configurable: true,
    enumerable: true,
    get() { return getHandler(owner || self(this), type); },
    set(value) { setHandler(owner || self(this), type, value); },
  });
  const written = owner => (element, name, old, value) => {
    setHandler(owner || element, name.slice(2), value === null ? null : new Written(value, element));
  };
  for (const type of elementTypes) {
    accessors(elements.HTMLElement.prototype, type);
    accessors(Document.prototype, type);
    attributes.registerChangeHandler(elements.HTMLElement, 'on' + type, written());
  }
  for (const type of windowTypes) {
    accessors(elements.HTMLBodyElement.prototype, type, global);
    attributes.registerChangeHandler(elements.HTMLBodyElement, 'on' + type, written(global));
  }

  // --- Dispatch -----------------------------------------------------------------------------------------------------

  const one = bare([null]);
  let current;

  function call(target, event, listener) {
    let callback = listener.callback;
    if (listener.isHandler && callback instanceof Written) {
      callback = listener.callback = callback.compile(event.type);
    }
    try {
      if (typeof callback !== 'function') {
        const method = callback.handleEvent;
        if (typeof method !== 'function') {
          if (listener.isHandler) return;
          throw new TypeError('the listener has no function handleEvent');
        }
        one[0] = event;
        apply(method, callback, one);
        return;
      }
      if (!listener.isHandler) {
        one[0] = event;
        apply(callback, target, one);
      } else if (target === global && event instanceof ErrorEvent && event.type === 'error') {
        const { message, filename, lineno, colno, error } = event;
        if (apply(callback, target, [message, filename, lineno, colno, error]) === true) event.preventDefault();
      } else {
        one[0] = event;
        if (apply(callback, target, one) === false) event.preventDefault();
      }
    } catch (error) {
      kit.report(error);
    }
  }

  const NONE = 0, CAPTURING = 1, BUBBLING = 2;

  function invoke(target, event, phase, side) {
    const all = target[LISTENERS];
    if (all === undefined) return;
    const type = event.type;
    const list = all[type];
    if (list === undefined || list === null) return;
    stateOf.at(event, target, phase);
    for (let index = 0; index < list.length; index += 1) {
      const listener = list[index];
      if (listener.isRemoved || (side !== NONE && listener.isCapturing !== (side === CAPTURING))) continue;
      if (listener.isOnce) drop(target, type, listener);
      if (listener.isPassive) {
        stateOf.makePassive(event, true);
        call(target, event, listener);
        stateOf.makePassive(event, false);
      } else {
        call(target, event, listener);
      }
      if (stateOf.isStoppedAtOnce(event)) return;
    }
  }

  const PARENT = Symbol('parent');
  /** Where a target that is no node has the one that its events bubble to. */
  kit.parentKey = PARENT;

  function parentOf(target, event) {
    const parent = target.parentNode;
    if (parent) return parent;
    if (target === kit.document) return event.type !== 'load' ? global : null;
    return target[PARENT] || null;
  }

  function dispatch(target, event) {
    const outer = current;
    current = event;
    if (target === global) {
      begin(event, target, null);
      invoke(target, event, 2, CAPTURING);
      if (!stateOf.isStopped(event)) invoke(target, event, 2, BUBBLING);
      current = outer;
      return finish(event);
    }
    if (kit.shadowed !== undefined && target.nodeType !== undefined) {
      const goesOn = kit.shadowed(target, event);
      current = outer;
      return goesOn;
    }
    const path = bare([]);
    for (let at = target; at !== null; at = parentOf(at, event)) path[path.length] = at;
    begin(event, target, path);
    let activation = null;
    if (event.type === 'click' && event instanceof MouseEvent) {
      for (let index = 0; index < path.length && activation === null; index += 1) {
        if (index === 0 || event.bubbles) activation = kit.activation(path[index]);
      }
    }
    if (activation !== null && activation.before) activation.before();
    for (let index = path.length - 1; index >= 0 && !stateOf.isStopped(event); index -= 1) {
      invoke(path[index], event, index === 0 ? 2 : 1, CAPTURING);
    }
    const count = event.bubbles ? path.length : 1;
    for (let index = 0; index < count && !stateOf.isStopped(event); index += 1) {
      invoke(path[index], event, index === 0 ? 2 : 3, BUBBLING);
    }
    current = outer;
    const goesOn = finish(event);
    if (activation !== null) {
      if (goesOn) activation.after(event); else if (activation.cancel) activation.cancel();
    }
    return goesOn;
  }
  kit.dispatch = dispatch;
  /** What a dispatch through shadow trees needs of this. */
  kit.dispatching = {
    begin, finish, stateOf, invoke, CAPTURING, BUBBLING,
    isClick: event => event.type === 'click' && event instanceof MouseEvent,
    hide(event, isHidden) { current = isHidden ? undefined : event; },
    related: event => event instanceof MouseEvent ? event[MOUSE] : event instanceof FocusEvent ? event[FOCUS] : null,
  };
  /** Whether anybody on the way from a target to the window listens to a type. */
  kit.isHeard = (target, type) => {
    for (let at = target; at !== null; at = at === global ? null : at.parentNode || (at === kit.document ? global : null)) {
      const all = at[LISTENERS];
      if (all !== undefined && all[type]) return true;
    }
    return false;
  };
  /** Dispatches an event that comes from the platform and not from the page. */
  kit.raise = (target, event) => dispatch(target, trust(event));

  define(EventTarget.prototype, 'dispatchEvent', function dispatchEvent(event) {
    if (!(event instanceof Event)) throw new TypeError('dispatchEvent takes an event');
    return dispatch(self(this), event);
  });
  define(EventTarget.prototype, '_dispatchEvent', function (event) { return dispatch(self(this), event); });

  // --- The window ---------------------------------------------------------------------------------------------------

  class Window extends EventTarget {
    constructor() {
      throw new TypeError('Illegal constructor');
    }
  }
  // The engine's global object keeps its prototype; so it has a target's methods itself, and says that it is one.
  for (const name of ['addEventListener', 'removeEventListener', 'dispatchEvent']) {
    define(global, name, EventTarget.prototype[name]);
  }
  defineProperty(global, Symbol.toStringTag, { value: 'Window', configurable: true });
  const isKind = Function.prototype[Symbol.hasInstance];
  for (const Kind of [Window, EventTarget]) {
    defineProperty(Kind, Symbol.hasInstance, { configurable: true, value(value) {
      return value === global && (this === Window || this === EventTarget) || apply(isKind, this, [value]);
    } });
  }
  define(global, 'Window', Window);
  define(global, 'EventTarget', EventTarget);
  for (const name in kit.events) define(global, name, kit.events[name]);
  for (const type of new Set([...elementTypes, ...windowTypes])) accessors(global, type, global);
  defineProperty(global, 'event', { configurable: true, get: () => current, set(value) {
    defineProperty(global, 'event', { value, writable: true, configurable: true, enumerable: true });
  } });

  const names = { events: 'Event', htmlevents: 'Event', uievents: 'UIEvent', mouseevents: 'MouseEvent' };
  for (const name in kit.events) names[name.toLowerCase()] = name;
  define(Document.prototype, 'createEvent', function createEvent(kind) {
    const name = names[text(kind).toLowerCase()];
    if (name === undefined || !kit.events[name]) utils.NotSupportedError();
    const event = new kit.events[name]('');
    stateOf.makeUnready(event);
    return event;
  });

  // --- Errors that nobody caught -------------------------------------------------------------------------------------

  const say = kit.report;
  let isReporting = false;
  kit.report = error => {
    if (isReporting) return say(error);
    const { message, source, line, column } = kit.describe(error);
    const event = new ErrorEvent('error', {
      message, filename: source, lineno: line, colno: column, error, cancelable: true,
    });
    isReporting = true;
    let goesOn;
    try { goesOn = kit.raise(global, event); } finally { isReporting = false; }
    if (goesOn) say(error);
  };
  define(global, 'reportError', error => kit.report(error));

  /** What the native side calls when a promise was rejected and nobody listened. */
  kit.rejected = (promise, reason) => {
    const event = new PromiseRejectionEvent('unhandledrejection', { promise, reason, cancelable: true });
    if (!kit.raise(global, event)) return;
    const { message, source, line, column, stack } = kit.describe(reason);
    host.error('Unhandled Promise Rejection: ' + message, source, line, column, stack);
  };
})
