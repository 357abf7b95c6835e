// Cordova's native side as a page's cordova.js finds it: on the iPhone a message handler, on Android an object that
// takes a secret, or prompts. Calls go out as `Service.action`; answers come to the page as each platform gives them.
//
// Evaluated among the page's own scripts, before the first of them. Nothing here looks up later what a page can change,
// but for `cordova` itself, which the page brings. native: platform, isStrict, plugins, cordovaSource, seed(),
// post(command, parameters, token, expects), control(kind, name, token, detail), report(text), log(level, text).
(function (native, shared) {
  'use strict';
  const global = globalThis;
  const { apply } = Reflect;
  const { uncurry, hasOwn, find: indexOf, slice, table, list, own } = shared;
  const { defineProperty, getOwnPropertyDescriptor, keys } = Object;
  const { parse, stringify } = JSON;
  const { floor } = Math;
  const { DOMException, Error, Event, Uint8Array, atob, location, history, reportError } = global;
  const isArray = Array.isArray;
  const setTimer = global.setTimeout;
  const raise = global.dispatchEvent;
  const text = String, number = Number;
  const lastIndexOf = uncurry(String.prototype.lastIndexOf);
  const startsWith = uncurry(String.prototype.startsWith);
  const fromCharCode = String.fromCharCode;
  const place = (target, name, value) => {
    defineProperty(target, name, { __proto__: null, value, writable: true, enumerable: true, configurable: true });
  };
  const isAndroid = native.platform === 'android';

  const NO_RESULT = 0, OK = 1, JSON_ERROR = 8, ERROR = 9;
  const STATUS = [
    'No result', 'OK', 'Class not found', 'Illegal access', 'Instantiation error', 'Malformed url', 'IO error',
    'Invalid action', 'JSON error', 'Error',
  ];

  /** Something is lost, of which the phone says nothing to the page; a strict run makes an error of it. */
  function lose(what) {
    native.report(what);
    if (native.isStrict) reportError(new Error(what));
  }

  // --- Calls --------------------------------------------------------------------------------------------------------

  // Who waits for an answer: callback ids.
  const open = table();

  function call(service, action, parameters, id) {
    if (id !== '') open[id] = true;
    native.post(service + '.' + action, parameters, id, id === '' ? 'none' : 'many');
  }

  const provided = table();
  const given = native.plugins || list();
  for (let index = 0; index < given.length; index += 1) provided[given[index].name] = true;

  // What the platform does about its own window, of which there is none here: nothing, unless native code has it.
  const quiet = table();
  const windows = isAndroid ? ['CordovaSplashScreenPlugin', 'SystemBarPlugin']
    : ['LaunchScreen', 'StatusBarInternal', 'CDVWebViewEngine'];
  for (let index = 0; index < windows.length; index += 1) {
    if (!provided[windows[index]]) quiet[windows[index]] = true;
  }

  const isLog = (service, action) => service === 'Console' && action === 'logLevel';
  const log = values => {
    if (isArray(values)) native.log(text(values[0]), text(values[1]));
  };

  // --- Values -------------------------------------------------------------------------------------------------------

  let codes = null;
  function bytes(base64) {
    if (codes === null) {
      codes = table();
      for (let code = 0; code < 256; code += 1) codes[fromCharCode(code)] = code;
    }
    const binary = atob(text(base64));
    const made = new Uint8Array(binary.length);
    for (let index = 0; index < binary.length; index += 1) made[index] = codes[binary[index]];
    return made.buffer;
  }

  const kindOf = value =>
    value !== null && typeof value === 'object' && hasOwn(value, 'CDVType') ? value.CDVType : undefined;

  /** Calls `take` with each argument that a message is: a message in several parts is several. */
  function spread(value, take) {
    const kind = kindOf(value);
    if (kind === 'MultiPart' && isArray(value.messages)) {
      for (let index = 0; index < value.messages.length; index += 1) spread(value.messages[index], take);
    } else {
      take(value, kind === 'ArrayBuffer');
    }
  }

  // --- Answers ------------------------------------------------------------------------------------------------------

  /** What a page is told of an error: the data that came with it, code and message, or the message alone. */
  function told(error) {
    const data = own(error, 'data'), code = own(error, 'code'), message = own(error, 'message');
    if (data !== undefined) return data;
    if (code === undefined || code === null) return message === null ? undefined : message;
    return { code, message };
  }

  function answer(id, keep, status, message) {
    if (open[id] !== true) return lose(`an answer to ${id}, for which nobody waits`);
    if (!keep) delete open[id];
    if (isAndroid) toAndroid(id, keep, status, message); else toPhone(id, keep, status, message);
  }

  /** Calls what the page's cordova.js has for native code; what is thrown there is the page's error. */
  function run(what, name, body) {
    const cordova = global.cordova;
    if (cordova === null || typeof cordova !== 'object') return lose(`${what} ${name}: the page has no cordova.js`);
    try { body(cordova); } catch (error) { reportError(error); }
  }

  // --- Android ------------------------------------------------------------------------------------------------------

  // How messages come to the page: it polls, or is told to by events, or a script is evaluated.
  const POLLING = 0, LOAD_URL = 1, ONLINE_EVENT = 2, EVALUATE = 3;
  const LIMIT = 16 * 1024 * 1024;   // Characters of messages that go at once.
  let secret = -1, mode = -1, isPaused = false, isOnline = false, isWaking = false;
  let queue = list(), first = 0;

  function toAndroid(id, keep, status, message) {
    if (id === '' || (status === NO_RESULT && keep)) return;
    if (mode < 0) return lose(`an answer to ${id}: the page has not begun its bridge`);
    const value = message === undefined ? STATUS[status] : message;
    queue[queue.length] = { id, keep, status, isSuccess: status <= OK, value };
    if (!isPaused) flush();
  }

  function take() {
    const message = queue[first];
    queue[first] = undefined;
    first += 1;
    if (first === queue.length) {
      queue = list();
      first = 0;
    }
    return message;
  }

  function flush() {
    if (mode === ONLINE_EVENT) {
      if (queue.length > 0) apply(raise, global, [new Event(isOnline ? 'online' : 'offline')]);
    } else if (mode === LOAD_URL || mode === EVALUATE) {
      while (queue.length > 0) {
        const { id, keep, status, isSuccess, value } = take();
        run('an answer to', id, cordova => {
          const values = [];
          spread(value, (part, isBinary) => { place(values, values.length, isBinary ? bytes(part.data) : part); });
          cordova.callbackFromNative(id, isSuccess, status, values, keep);
        });
      }
    }
  }

  const counted = message => message.length + ' ' + message;

  function encoded(value) {
    const kind = kindOf(value);
    if (kind === 'ArrayBuffer') return 'A' + text(value.data);
    if (kind === 'MultiPart' && isArray(value.messages)) {
      let parts = 'M';
      for (let index = 0; index < value.messages.length; index += 1) parts += counted(encoded(value.messages[index]));
      return parts;
    }
    switch (typeof value) {
      case 'string': return 's' + value;
      case 'number': return 'n' + value;
      case 'boolean': return value ? 't' : 'f';
      default: return value === null ? 'N' : stringify(value);
    }
  }

  /** The messages that wait as one text, or null if there are none. */
  function pop() {
    if (mode < 0 || queue.length === 0) return null;
    let all = '';
    while (queue.length > 0) {
      const { id, keep, status, isSuccess, value } = queue[first];
      const one = counted((isSuccess ? 'S' : 'F') + (keep ? '1' : '0') + status + ' ' + id + ' ' + encoded(value));
      if (all !== '' && all.length + one.length > LIMIT) return all + '*';
      all += one;
      take();
    }
    return all;
  }

  function setMode(value) {
    if (!(value >= POLLING && value <= EVALUATE) || value === mode) return;
    mode = value;
    isOnline = false;
    // Messages that wait do not come within the call that changes how they come.
    if (queue.length === 0 || isWaking) return;
    isWaking = true;
    setTimer(() => {
      isWaking = false;
      flush();
    }, 0);
  }

  /** Says whether a call comes from the page's own cordova.js; a wrong secret ends the bridge. */
  function isKnown(offered, what, name = '') {
    if (mode < 0) {
      lose(`${what}${name}: the page has not begun its bridge`);
      return false;
    }
    if (secret >= 0 && number(offered) === secret) return true;
    secret = -1;
    native.report(`${what}${name} with a wrong secret: the page's bridge is closed`);
    throw new Error('Java exception was raised during method invocation');
  }

  function exec(offered, service, action, id, parameters) {
    if (!isKnown(offered, 'a call of ', service)) return null;
    if (parameters === null || parameters === undefined) return '@Null arguments.';
    const token = id === null || id === undefined ? '' : text(id);
    isPaused = true;
    try {
      dispatch(text(service), text(action), token, text(parameters));
      return pop();
    } finally {
      isPaused = false;
    }
  }

  function dispatch(service, action, id, parameters) {
    if (service === 'CoreAndroid' || (service === 'App' && OLD[action])) return core(action, id, parameters);
    if (isLog(service, action)) return log(parse(parameters));
    if (quiet[service]) return toAndroid(id, false, OK, undefined);
    call(service, action, parameters, id);
  }

  const retrieve = (offered, isFromEvent) => {
    if (!isKnown(offered, 'a poll')) return null;
    if (isFromEvent) isOnline = !isOnline;
    return pop();
  };
  const changeMode = (offered, value) => {
    if (isKnown(offered, 'a change of the bridge')) setMode(number(value));
  };

  // --- Android's own plugin: buttons, life, history -----------------------------------------------------------------

  const overridden = table();
  // Cordova 3 called it App.
  const OLD = {
    __proto__: null, messageChannel: true, show: true, overrideBackbutton: true, overrideButton: true, exitApp: true,
    clearCache: true, clearHistory: true, backHistory: true, loadUrl: true, cancelLoadUrl: true,
  };
  const BUTTONS = {
    __proto__: null, volumeup: 'volumeupbutton', volumedown: 'volumedownbutton', menubutton: 'menubutton',
  };
  let channel = '', pendingPause = null, pendingResume = null, hasPaused = false;

  function core(action, id, parameters) {
    let values;
    try { values = parse(parameters); } catch { values = null; }
    const has = (index, kind) => isArray(values) && typeof values[index] === kind;
    let status = OK;
    if (action === 'messageChannel') {
      channel = id;
      if (pendingPause !== null) tell(pendingPause);
      if (pendingResume !== null) tell(pendingResume);
      pendingPause = pendingResume = null;
      return;
    }
    if (action === 'overrideBackbutton') {
      if (has(0, 'boolean')) overridden.backbutton = values[0]; else status = JSON_ERROR;
    } else if (action === 'overrideButton') {
      if (!has(0, 'string') || !has(1, 'boolean')) status = JSON_ERROR;
      else if (BUTTONS[values[0]]) overridden[BUTTONS[values[0]]] = values[1];
    } else if (action === 'loadUrl') {
      if (has(0, 'string')) load(values[0], values[1]); else status = JSON_ERROR;
    } else if (action === 'backHistory') {
      setTimer(() => history.back(), 0);
    } else if (action === 'exitApp') {
      native.report('exitApp: the page ends the app; here it goes on');
    }
    // The others have nothing to do here, and one that is not known is well, too.
    toAndroid(id, false, status, status === OK ? '' : undefined);
  }

  function load(url, properties) {
    const wanted = properties !== null && typeof properties === 'object' ? properties : table();
    if (own(wanted, 'openExternal') === true) return native.report(`loadUrl: ${url} is for another app`);
    setTimer(() => { location.href = url; }, number(own(wanted, 'wait')) || 0);
  }

  const tell = message => { if (channel !== '') toAndroid(channel, true, OK, message); };

  const LIFE = {
    __proto__: null, pause: true, resume: true, backbutton: true, menubutton: true, searchbutton: true,
    volumeupbutton: true, volumedownbutton: true, active: true, resign: true,
  };

  function androidLife(name, data) {
    if (name === 'active' || name === 'resign') return;
    if (name === 'pause') hasPaused = true;
    const message = { action: name };
    const fields = data !== null && typeof data === 'object' ? keys(data) : list();
    for (let index = 0; index < fields.length; index += 1) message[fields[index]] = data[fields[index]];
    if (name === 'resume' && own(message, 'pendingResult') !== undefined) {
      if (channel === '') pendingResume = message; else tell(message);
    } else if (name === 'resume' && !hasPaused) {
      // A page that was never paused is not resumed.
    } else if (name === 'pause' || name === 'resume') {
      if (channel !== '') tell(message); else pendingPause = name === 'pause' ? message : null;
    } else if (name === 'searchbutton' || overridden[name]) {
      tell(message);
    } else if (name === 'backbutton' && history.length > 1) {
      setTimer(() => history.back(), 0);
    } else {
      native.report(`${name}: the page does not listen, so it is Android's own`);
    }
  }

  // --- iPhone -------------------------------------------------------------------------------------------------------

  const letters = table();
  const ALLOWED = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._-';
  for (let index = 0; index < ALLOWED.length; index += 1) letters[ALLOWED[index]] = true;

  function isId(id) {
    if (id.length > 100) return false;
    for (let index = 0; index < id.length; index += 1) if (letters[id[index]] !== true) return false;
    return true;
  }

  function toPhone(id, keep, status, message) {
    if (!isId(id)) return lose(`an answer to ${id}, which is no id for iOS`);
    run('an answer to', id, cordova => {
      takeAll(cordova.require('cordova/exec')
        .nativeCallback(id, status, message === undefined ? null : message, keep ? 1 : 0, false));
    });
  }

  function refuse(value) {
    let said = 'The object';
    try { said = text(value); } catch { /* It has no text. */ }
    throw new DOMException(`${said} could not be cloned.`, 'DataCloneError');
  }

  /** Refuses what cannot be sent to native code. */
  function check(value) {
    if (typeof value === 'function' || typeof value === 'symbol') refuse(value);
    if (value === null || typeof value !== 'object') return;
    const names = keys(value);
    for (let index = 0; index < names.length; index += 1) check(value[names[index]]);
  }

  function postMessage(message) {
    check(message);
    takeMessage(message);
  }

  function takeMessage(message) {
    if (!isArray(message) || typeof message[1] !== 'string' || typeof message[2] !== 'string') {
      return lose('a message to the handler "cordova" that is no call');
    }
    const id = message[0] === null || message[0] === undefined ? 'INVALID' : text(message[0]);
    const values = message[3];
    if (isLog(message[1], message[2])) return log(values);
    if (quiet[message[1]]) return;
    call(message[1], message[2], values === undefined ? '[]' : stringify(values), id === 'INVALID' ? '' : id);
  }

  // Until version 5 the page kept its calls, and an iframe to gap://ready said that some wait; what native code evaluates
  // gives those that came meanwhile. A page that posts them may keep them all the same.
  let isFetching = false;
  function takeAll(given) {
    const calls = isFetching && typeof given === 'string' && given !== '' ? parse(given) : null;
    if (isArray(calls)) for (let index = 0; index < calls.length; index += 1) takeMessage(calls[index]);
  }
  const fetchCalls = () => run('the calls of', 'gap://ready', cordova => {
    takeAll(cordova.require('cordova/exec').nativeFetchMessages());
  });

  function phoneLife(name, data) {
    if (name !== 'pause' && name !== 'resume' && name !== 'active' && name !== 'resign') {
      return native.report(`${name}: an iPhone has no such button`);
    }
    inDocument(name, name === 'pause' ? null : data, name === 'pause' ? true : undefined);
  }

  // An exception is a line of the console there.
  function inDocument(name, data, isAtOnce) {
    run('the event', name, cordova => {
      if (isAndroid) return cordova.fireDocumentEvent(name, data);
      try {
        takeAll(cordova.require('cordova/exec')
          .nativeEvalAndFetch(() => { cordova.fireDocumentEvent(name, data, isAtOnce); }));
      } catch (error) {
        global.console.log('exception nativeEvalAndFetch : ' + error);
      }
    });
  }

  // --- In the page --------------------------------------------------------------------------------------------------

  /** The object that a target has under a name, which is made if it is not there. */
  const within = (target, name) => {
    const found = getOwnPropertyDescriptor(target, name);
    if (found !== undefined && found.value !== null && typeof found.value === 'object') return found.value;
    place(target, name, {});
    return target[name];
  };

  if (isAndroid) {
    place(global, '_cordovaNative', {
      exec, retrieveJsMessages: retrieve, setNativeToJsBridgeMode: (offered, value) => { changeMode(offered, value); },
    });
  } else {
    place(within(within(global, 'webkit'), 'messageHandlers'), 'cordova', { postMessage });
    if (location.protocol === 'app:') place(global, 'CDV_ASSETS_URL', 'app://' + location.host);
  }
  // This listener is older than cordova.js, and hears what such listeners hear.
  apply(global.addEventListener, global, ['deviceready', () => native.control('ready', '', '', undefined), {
    __proto__: null, capture: true, once: true,
  }]);

  const shielded = body => {
    try {
      const found = body();
      return found === null || found === undefined ? '' : found;
    } catch {
      return '';
    }
  };

  const ports = table();
  const valueOf = json => json === '' ? undefined : parse(json);
  ports.receive = shared.receiver((kind, id, keeps, json) => {
    const value = valueOf(json);
    if (kind === 'value') return answer(id, keeps, OK, value);
    const error = value === null || typeof value !== 'object' ? { __proto__: null, message: value } : value;
    const status = own(error, 'status');
    return answer(id, keeps, status >= NO_RESULT && status <= ERROR ? status : ERROR, told(error));
  }, (_, name, json) => {
    const value = valueOf(json);
    if (!LIFE[name]) inDocument(name, value);
    else if (isAndroid) androidLife(name, value);
    else phoneLife(name, value);
  });
  ports.prompt = (message, offer) => {
    const form = text(offer);
    if (!isAndroid || !startsWith(form, 'gap')) return undefined;
    if (startsWith(form, 'gap_init:')) {
      setMode(number(slice(form, 9)));
      secret = 1 + floor(native.seed() * 2147483646);
      return text(secret);
    }
    if (startsWith(form, 'gap_poll:')) return shielded(() => retrieve(slice(form, 9), text(message) === '1'));
    if (startsWith(form, 'gap_bridge_mode:')) {
      return shielded(() => changeMode(slice(form, 16), message));
    }
    if (!startsWith(form, 'gap:')) return undefined;
    return shielded(() => {
      const who = parse(slice(form, 4));
      return exec(who[0], who[1], who[2], who[3], text(message));
    });
  };
  // The address that a frame is to go to; true if that is a call of the bridge and no navigation.
  ports.navigate = url => {
    if (isAndroid || url !== 'gap://ready') return false;
    isFetching = true;
    setTimer(fetchCalls, 0);
    return true;
  };
  ports.finished = () => {
    if (global.cordova === undefined) native.report('the page has no cordova.js, so it can call nothing');
  };
  ports.file = path => {
    const name = slice(path, lastIndexOf(path, '/') + 1);
    if (name === 'cordova.js') return native.cordovaSource;
    if (name === 'cordova_plugins.js') {
      return "cordova.define('cordova/plugin_list', function (require, exports, module) { module.exports = []; });";
    }
    return undefined;
  };
  return ports;
})
