// The page half of DSBridge, version 3: what native code gives to the dsbridge.js that a page brings. On Android that
// is an object `_dsbridge`, on the iPhone prompts that begin with `_dsbridge=`, and a mark.
//
// A call with a callback is posted, and is answered by the global function that it names, as often as native code
// likes; one without is answered in its place, by native.callNow(command, parameters). native.commands: the names of
// commands, for pages that ask. native.wasReady: whether an earlier page of this web view has said that it can be
// called; on the iPhone nothing waits after that.
//
// An event of the app calls the page's function of that name: an array is its arguments, any other value the only one.
// Where native code wants the answer ('ask'), what the function gives is a call of the command that it names, each
// time.
//
// native.version, optional: 2 for pages of the version before, which native code brings the library of. There the text of
// a call is its arguments, whatever native code gives is a text, and events do not wait.
(function (native, shared) {
  'use strict';
  const window = globalThis;
  const { uncurry, hasOwn, find, slice, list, own, place, missed, bare, now, register, get, set, remove } = shared;
  const { assign } = Object;
  const { parse, stringify } = JSON;
  const { apply, deleteProperty } = Reflect;
  const { setTimeout: setTimer, reportError } = window;
  const isArray = Array.isArray;
  const textOf = String;
  const NativeError = Error;
  const clock = Date.now;
  const lastOf = uncurry(String.prototype.lastIndexOf);
  const isIOS = native.platform === 'ios';
  const isSecond = native.version === 2;

  const PREFIX = '_dsbridge=';
  const INTERNAL = '_dsb';
  // Answers that are nearer to the last ones than this wait, and come together (iPhone), in ms.
  const TOGETHER = 50;

  function trimmed(text) {
    let start = 0, end = text.length;
    while (start < end && text[start] <= ' ') start += 1;
    while (end > start && text[end - 1] <= ' ') end -= 1;
    return slice(text, start, end);
  }

  function words(thrown) {
    try { return textOf(thrown); } catch (_) { return 'what cannot be said'; }
  }

  // --- Results -------------------------------------------------------------------------------------------------------

  const FAILURE = isSecond ? '' : isIOS ? '{"code":-1,"data":""}' : '{"code":-1}';
  /** The text of a result; without a value the iPhone says an empty text, and Android nothing. */
  const result = json => {
    if (isSecond) return plain(json);
    if (json !== '') return `{"code":0,"data":${json}}`;
    return isIOS ? '{"code":0,"data":""}' : '{"code":0}';
  };

  /** The text for a value where native code gives only texts. */
  function plain(json) {
    if (json === '') return '';
    const value = parse(json);
    return typeof value === 'string' ? value : json;
  }

  // --- What native code has of its own -------------------------------------------------------------------------------

  const names = list(native.commands);

  function isKnown(name, type) {
    const wanted = trimmed(name), kind = trimmed(type);
    const dot = lastOf(wanted, '.');
    if (dot >= 0 && slice(wanted, 0, dot) === INTERNAL) {
      return hasOwn(internal, slice(wanted, dot + 1)) && (kind === 'all' || kind === 'syn');
    }
    if (kind !== 'all' && kind !== 'syn' && kind !== 'asyn') return false;
    for (let index = 0; index < names.length; index += 1) if (names[index] === wanted) return true;
    return false;
  }

  // Each gets what was sent, and gives the JSON of its value; undefined for a failure.
  const internal = {
    __proto__: null,
    dsinit() {
      native.control('ready', 'dsinit', '');
      begin();
      return '';
    },
    returnValue(given) {
      const id = own(given, 'id'), isLast = own(given, 'complete');
      const command = get(asked, id);
      if (command === undefined) return '';
      if (command === null) native.report(`an answer of the page after its last one, to event ${textOf(id)}`);
      else native.post(command, hasOwn(given, 'data') ? stringify(bare(given.data)) : undefined, undefined, 'none');
      if (isLast) set(asked, id, null);
      return '';
    },
    hasNativeMethod(given) {
      const name = own(given, 'name'), type = own(given, 'type');
      if (typeof name !== 'string' || typeof type !== 'string') return isIOS ? '0' : undefined;
      const isThere = isKnown(name, type);
      return isIOS ? textOf(+isThere) : textOf(isThere);
    },
    closePage() {
      native.control('close', 'page', '');
      native.report('the page asks to be closed, and goes on');
      return '';
    },
    disableJavascriptDialogBlock() {
      native.report('the page asks that no dialog waits: each is answered at once, as the run says');
      return '';
    },
  };

  function callInternal(name, given, hasCallback) {
    const called = own(internal, name);
    // Those of the iPhone take no callback, and are not found by a call that brings one.
    if (called === undefined || isIOS && hasCallback) {
      native.report(`DSBridge has no ${INTERNAL}.${name}`);
      return FAILURE;
    }
    const isObject = typeof given === 'object' && given !== null;
    const json = called(isObject ? given : { __proto__: null });
    return json === undefined ? FAILURE : result(json);
  }

  // --- Calls ---------------------------------------------------------------------------------------------------------

  // Tokens of another page, which was loaded before this one, are not among these; its stubs may be.
  let lastId = Math.floor(native.seed() * 0x8000000);
  const waiting = register();

  /** The object that a call brings as text; undefined if there is none. */
  function objectIn(command, text) {
    let given;
    try { given = parse(text); } catch (_) { given = undefined; }
    if (typeof given === 'object' && given !== null && !isArray(given)) return given;
    native.report(`the arguments of ${command} are no JSON object`);
    // The iPhone calls the method all the same.
    return isIOS ? { __proto__: null } : undefined;
  }

  /** Takes a call of the page; gives the text that it gets at once. */
  function call(name, text) {
    const command = trimmed(name);
    const given = objectIn(command, text);
    if (given === undefined) return FAILURE;
    const stub = own(given, '_dscbstub');
    if (isSecond) {
      delete given._dscbstub;
      return take(command, stringify(bare(given)), stub);
    }
    const data = own(given, 'data');
    const dot = lastOf(command, '.');
    if (dot >= 0 && slice(command, 0, dot) === INTERNAL) {
      return callInternal(slice(command, dot + 1), data, stub !== undefined);
    }
    return take(command, hasOwn(given, 'data') ? stringify(bare(data)) : undefined, stub);
  }

  function take(command, parameters, stub) {
    if (stub === undefined) return callInPlace(command, parameters);
    lastId += 1;
    const token = textOf(lastId);
    set(waiting, token, { __proto__: null, stub: textOf(stub), json: isIOS ? '""' : '' });
    native.post(command, parameters, token, 'many');
    return FAILURE;
  }

  function callInPlace(command, parameters) {
    const { kind, json } = now(command, parameters);
    if (kind === 'value') return result(json);
    if (kind === 'error') missed(`${command}: an error that the page does not hear of: ${textOf(parse(json).message)}`);
    else if (kind === 'later') missed(`${command} answers later, and the page goes on without its value`);
    else missed(`nobody answers ${command}, and the page goes on without its value`);
    return FAILURE;
  }

  // --- Answers -------------------------------------------------------------------------------------------------------

  /** Calls the function that waits, and deletes it after the last answer. */
  function deliver({ stub, json, isLast }) {
    const called = window[stub];
    if (typeof called !== 'function') return native.report(`an answer for which the page has no function: ${stub}`);
    try {
      apply(called, undefined, [json === '' ? undefined : parse(json)]);
    } catch (error) {
      // What is thrown ends the script before it deletes the function.
      if (!isIOS) return reportError(error);
      return missed(`a callback has thrown, of which the phone says nothing: ${words(error)}`);
    }
    return isLast && deleteProperty(window, stub);
  }

  let batch = list(), lastTime = 0, isHeld = false;

  function deliverAll() {
    if (batch.length === 0) return;
    const due = batch;
    batch = list();
    isHeld = false;
    lastTime = clock();
    for (let index = 0; index < due.length; index += 1) deliver(due[index]);
  }

  /** Delivers as the iPhone does, which collects answers. */
  function collect(one) {
    batch[batch.length] = one;
    if (clock() - lastTime >= TOGETHER) {
      setTimer(deliverAll, 0);
    } else if (!isHeld) {
      isHeld = true;
      setTimer(deliverAll, TOGETHER);
    }
  }

  function answer(kind, token, keeps, json) {
    const call = get(waiting, token);
    if (call === undefined) {
      return native.report(`${kind === 'error' ? 'an error' : 'a value'} that nobody waits for: ${token}`);
    }
    if (!keeps) remove(waiting, token);
    if (kind === 'error') return missed(`an error that the page does not hear of: ${textOf(parse(json).message)}`);
    if (isSecond) call.json = stringify(plain(json));
    // Without a value the iPhone gives the last one again.
    else if (json !== '' || !isIOS) call.json = json;
    const one = { __proto__: null, stub: call.stub, json: call.json, isLast: !keeps };
    return isIOS ? collect(one) : deliver(one);
  }

  // --- Events --------------------------------------------------------------------------------------------------------

  let nextEvent = isIOS ? 0 : 1, isFinished = false;
  const asked = register();
  // Events that wait for the page to say that it can be called; null if none ever waits again.
  let early = isIOS && native.wasReady ? null : list(), taken = 0, isReady = false;

  function begin() {
    if (isReady || early === null) return;
    isReady = true;
    if (early.length === 0) early = null;
    // Each is a script of its own, after the one that says that it is time.
    else for (let index = 0; index < early.length; index += 1) setTimer(callNext, 0);
  }

  function callNext() {
    const one = early[taken];
    taken += 1;
    if (taken === early.length) early = null;
    callPage(one);
  }

  /** Whether a page's dsbridge.js finds a function of a name in one of its tables. */
  function isIn(functions, name) {
    if (functions === undefined || functions === null) return false;
    if (functions[name]) return true;
    const dot = lastOf(name, '.');
    const space = dot >= 0 ? functions._obs && functions._obs[slice(name, 0, dot)] : undefined;
    return space ? typeof space[slice(name, dot + 1)] === 'function' : false;
  }

  function callPage({ name, id, data }) {
    const called = window._handleMessageFromNative;
    let isHeard = typeof called === 'function';
    try { isHeard = isHeard && (isIn(window._dsf, name) || isIn(window._dsaf, name)); } catch (_) { /* It is asked. */ }
    if (!isHeard) native.report(`an event for which the page has no function: ${name}`);
    if (typeof called !== 'function') return;
    try { apply(called, window, [{ method: name, callbackId: id, data }]); } catch (error) { reportError(error); }
  }

  /** Calls a function of the page's as version 2 does: one that it has registered, or a global one. */
  function callGlobal({ name, data }, wanted) {
    const functions = window._dsf;
    const mine = functions ? functions[name] : undefined, called = typeof mine === 'function' ? mine : window[name];
    if (typeof called !== 'function') return native.report(`an event for which the page has no function: ${name}`);
    let value;
    try { value = apply(called, functions || window, parse(data)); } catch (error) { return reportError(error); }
    if (wanted === undefined) return undefined;
    const isThere = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
    if (!isThere && value !== undefined) native.report(`what ${name} gives is no text, and lost`);
    return native.post(wanted, isThere ? stringify(textOf(value)) : undefined, undefined, 'none');
  }

  function event(_, name, json, wanted) {
    const one = { __proto__: null, name, id: nextEvent, data: json === '' ? '[]' : json };
    nextEvent += 1;
    if (json !== '' && !isArray(parse(json))) one.data = `[${json}]`;
    if (isSecond) return callGlobal(one, wanted);
    if (wanted !== undefined) set(asked, one.id, wanted);
    if (early === null) return callPage(one);
    early[early.length] = one;
    if (isReady) setTimer(callNext, 0);
    else if (isFinished) native.report(`${name} waits for the page to load its dsbridge.js`);
  }

  // --- What the page finds -------------------------------------------------------------------------------------------

  // The library of version 2, as much as its pages use; they may bring it, too.
  if (isSecond) {
    window.getJsBridge = () => {
      if (!window._dsf) window._dsf = {};
      return {
        call(name, given, called) {
          const callback = typeof given === 'function' ? given : called;
          const message = typeof given === 'function' || !given ? {} : given;
          if (typeof callback === 'function') {
            window.dscb = window.dscb || 0;
            message._dscbstub = `dscb${window.dscb}`;
            window[message._dscbstub] = callback;
            window.dscb += 1;
          }
          return call(textOf(name), stringify(message));
        },
        register(name, called) {
          if (typeof name === 'object') assign(window._dsf, name); else window._dsf[name] = called;
        },
      };
    };
    window.dsBridge = window.getJsBridge();
  }
  if (isIOS) {
    window._dswk = isSecond ? PREFIX : true;
  } else {
    const object = {};
    place(object, 'call', function (name, text) {
      if (arguments.length !== 2) throw new NativeError('Method not found');
      if (typeof name !== 'string' || typeof text !== 'string') {
        throw new NativeError('Java exception was raised during method invocation');
      }
      return call(name, text);
    });
    place(window, '_dsbridge', object);
  }

  return {
    __proto__: null,
    receive: shared.receiver(answer, event),
    prompt: (text, offer) => {
      const isCall = isIOS && find(text, PREFIX) === 0;
      if (isIOS && isSecond && find(text, '_dsinited') === 0) return '';
      return isCall ? call(slice(text, PREFIX.length), offer) : undefined;
    },
    finished: () => { isFinished = true; },
  };
})
