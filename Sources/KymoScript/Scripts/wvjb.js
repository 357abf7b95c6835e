// The page's half of the message bridge between a web view and its scripts. Native code evaluates this file before any
// script of the page runs, and calls the function that it gives when the page asks for the bridge.
//
// Nothing here looks up what a page can change: built-ins are taken now, lists and tables inherit from nothing, and a
// message is asked for its own members only.
(function (window) {
  'use strict';
  const { create, defineProperty, freeze, setPrototypeOf } = Object;
  const { parse, stringify } = JSON;
  const hasOwn = Function.prototype.call.bind(Object.prototype.hasOwnProperty);
  const setTimer = window.setTimeout;
  const textOf = String;

  // Places in the numbers that native code reads: sent, fetched, dispatched, callbacks that wait.
  const SENT = 0, FETCHED = 1, DISPATCHED = 2, PENDING = 3;

  const table = () => create(null);
  const list = () => setPrototypeOf([], null);
  const own = (object, name) => hasOwn(object, name) ? object[name] : undefined;

  function words(thrown) {
    try { return textOf(thrown); } catch (_) { return 'what cannot be said'; }
  }

  function warn(text, detail) {
    const console = window.console;
    if (console && typeof console.log === 'function') {
      console.log('WebViewJavascriptBridge: WARNING: ' + text, detail);
    }
  }

  // signal: how native code hears of messages: true for the address of a frame, false for `deliver` by a timer, or a function.
  return function install(report, deliver, version, page, counts, signal, maximum) {
    const hasFrame = signal === true;
    if (hasOwn(window, 'WebViewJavascriptBridge')) return undefined;

    const handlers = table();
    const callbacks = table();
    let outbox = list(), fetched = 0;
    let inbox = list(), taken = 0;
    let lastId = 0, isWaking = false, isDeferring = true, defaultHandler;
    // Before version 5 what arrives waits until the page has called init.
    let early = version < 5 ? list() : null;

    let frame;
    const address = version < 5
      ? 'wvjbscheme://__WVJB_QUEUE_MESSAGE__' : 'https://__wvjb_queue_message__';

    // To native code

    function wake() {
      if (hasFrame) {
        frame.src = address;
      } else if (signal) {
        signal();
      } else if (!isWaking) {
        isWaking = true;
        setTimer(deliverAll, 0);
      }
    }

    function deliverAll() {
      isWaking = false;
      const end = counts[SENT];
      while (counts[FETCHED] < end) deliver(fetch(maximum));
    }

    function post(message, callback) {
      let id;
      if (typeof callback === 'function') {
        id = 'cb_' + (lastId + 1) + '_' + page;
        message.callbackId = id;
      }
      // What has no JSON throws here, at its sender, and nothing is sent.
      const text = stringify(message);
      if (id !== undefined) {
        lastId += 1;
        callbacks[id] = callback;
        counts[PENDING] += 1;
      }
      outbox[outbox.length] = text;
      counts[SENT] += 1;
      wake();
    }

    // Messages that are sent and not fetched yet as the text of an array, each on its own line; at least one, if there
    // is one, and not many more characters than the limit.
    function fetch(limit) {
      const start = fetched, end = outbox.length;
      let text = '[';
      while (fetched < end) {
        const one = outbox[fetched];
        if (fetched > start) {
          if (text.length + one.length > limit) break;
          text += ',\n';
        }
        text += one;
        fetched += 1;
      }
      counts[FETCHED] += fetched - start;
      if (fetched === end) {
        outbox = list();
        fetched = 0;
      }
      return text + ']';
    }

    // From native code

    function receive(text) {
      if (early !== null) early[early.length] = text; else take(text);
    }

    function take(text) {
      // One that may be dispatched at once does not overtake one that waits.
      if (isDeferring || inbox.length > taken) {
        inbox[inbox.length] = text;
        setTimer(takeNext, 0);
      } else {
        dispatch(text);
      }
    }

    function takeNext() {
      const text = inbox[taken];
      taken += 1;
      if (taken === inbox.length) {
        inbox = list();
        taken = 0;
      }
      if (text !== undefined) dispatch(text);
    }

    function dispatch(text) {
      counts[DISPATCHED] += 1;
      let message;
      try { message = parse(text); } catch (error) {
        report('malformed', words(error));
        throw error;
      }
      if (typeof message !== 'object' || message === null) {
        report('malformed', 'a message is no object');
        return;
      }
      const responseId = own(message, 'responseId');
      if (responseId) {
        const callback = callbacks[responseId];
        if (callback === undefined) {
          report('unknownResponse', textOf(responseId));
          return;
        }
        delete callbacks[responseId];
        counts[PENDING] -= 1;
        answer(callback, own(message, 'responseData'));
        return;
      }
      const name = own(message, 'handlerName');
      const handler = name ? handlers[name] : defaultHandler;
      if (typeof handler !== 'function') {
        warn('no handler for message from ObjC:', message);
        report('noHandler', name === undefined ? undefined : textOf(name));
        return;
      }
      const callbackId = own(message, 'callbackId');
      const respond = callbackId ? responder(name, callbackId) : undefined;
      guarded(handler, own(message, 'data'), respond, name === undefined ? '' : textOf(name));
    }

    function responder(name, id) {
      return function (responseData) {
        const message = table();
        if (version >= 5) message.handlerName = name;
        message.responseId = id;
        message.responseData = responseData;
        post(message);
      };
    }

    function answer(callback, data) {
      try { callback(data); } catch (error) {
        report('threw', undefined, words(error));
        throw error;
      }
    }

    // Version 4 caught what a handler throws; later ones let it through.
    function guarded(handler, data, respond, name) {
      try {
        handler(data, respond);
      } catch (error) {
        report('threw', name, words(error));
        if (version >= 5) throw error;
        warn('javascript handler threw.', error);
      }
    }

    // What a page calls

    function registerHandler(name, handler) { handlers[name] = handler; }

    function callHandler(name, data, callback) {
      if (arguments.length === 2 && typeof data === 'function') {
        callback = data;
        data = null;
      }
      const message = table();
      message.handlerName = name;
      message.data = data;
      post(message, callback);
    }

    function send(data, callback) {
      const message = table();
      message.data = data;
      post(message, callback);
    }

    function init(handler) {
      if (early === null) throw new Error('WebViewJavascriptBridge.init called twice');
      defaultHandler = handler;
      const waiting = early;
      early = null;
      for (let index = 0; index < waiting.length; index += 1) take(waiting[index]);
    }

    function disableTimeout() { isDeferring = false; }

    const ends = { _fetchQueue: () => fetch(Infinity), _handleMessageFromObjC: receive };
    const bridge = version < 5 ? { init, send, registerHandler, callHandler, ...ends } : {
      registerHandler, callHandler, disableJavscriptAlertBoxSafetyTimeout: disableTimeout, ...ends,
    };
    const place = table();
    place.value = freeze(bridge);
    place.enumerable = true;
    defineProperty(window, 'WebViewJavascriptBridge', place);

    if (!window.onerror) {
      window.onerror = function (message, url, line) {
        console.log('WebViewJavascriptBridge: ERROR:' + message + '@' + url + ':' + line);
      };
    }
    const document = window.document;
    if (hasFrame) {
      frame = document.createElement('iframe');
      frame.style.display = 'none';
      frame.src = address;
      document.documentElement.appendChild(frame);
    }
    if (version < 5) {
      const event = document.createEvent('Events');
      event.initEvent('WebViewJavascriptBridgeReady', false, false);
      event.bridge = bridge;
      document.dispatchEvent(event);
    } else {
      handlers._disableJavascriptAlertBoxSafetyTimeout = disableTimeout;
      setTimer(callWaiting, 0);
    }

    // Every callback that waits for the bridge is called, also after one that throws.
    function callWaiting() {
      const waiting = window.WVJBCallbacks;
      if (!waiting) return;
      delete window.WVJBCallbacks;
      let error, hasThrown = false;
      for (let index = 0; index < waiting.length; index += 1) {
        try { waiting[index](bridge); } catch (thrown) {
          if (!hasThrown) error = thrown;
          hasThrown = true;
        }
      }
      if (hasThrown) throw error;
    }

    const ports = table();
    ports.fetch = () => fetch(maximum);
    ports.receive = receive;
    return ports;
  };
})(globalThis)
