// The page half of Capacitor 6 to 8: what its native side puts into a page before the page's first script.
//
// native.plugins become stubs and headers; native.serverURL (optional) is where the page comes from. Calls go through
// the object that the web view has for them, `androidBridge` or `webkit.messageHandlers.bridge`, and replies through its
// `onmessage` or `Capacitor.fromNative`: a page that looks into them, or replaces them, sees what it sees on a phone.
//
// A call is a command 'Plugin.method' with its options; its token is Capacitor's callback id. Listeners are told by
// control('addListener' | 'removeListener', 'Plugin.event', id). Lifecycle events become what the phone makes of them:
// events of the document, and those of the App plugin, if there is one.
(function (native, shared) {
  'use strict';
  const window = globalThis;
  const { uncurry, hasOwn, find, slice, table, list, own, place, kindOf, copy, register, get, set, remove } = shared;
  const { create, defineProperty, freeze, getOwnPropertyDescriptor, keys } = Object;
  const { parse, stringify } = JSON;
  const { apply } = Reflect;
  const { Promise, Document } = window;
  const { console, setTimeout: setTimer } = window;
  const isArray = Array.isArray;
  const textOf = String;
  const NativeError = Error;
  const settled = Promise.resolve();
  const then = uncurry(Promise.prototype.then);
  const lower = uncurry(String.prototype.toLowerCase);

  const isObject = value => typeof value === 'object' && value !== null;
  const isIOS = native.platform === 'ios';

  const known = table();
  const plugins = list(native.plugins);
  for (let index = 0; index < plugins.length; index += 1) known[plugins[index].name] = true;

  // --- What native code gets ------------------------------------------------------------------------------------------

  // Native code keeps its listeners in the order in which they came, and those of a plugin can be dropped at once.
  // `retained` holds what came before somebody listened.
  let listeners = list();
  const retained = table();

  function addListener(name, token) {
    let isFirst = true;
    for (let index = 0; index < listeners.length; index += 1) isFirst = isFirst && listeners[index].name !== name;
    listeners[listeners.length] = { __proto__: null, name, token };
    native.control('addListener', name, token);
    const kept = isFirst ? retained[name] : undefined;
    if (kept === undefined) return;
    delete retained[name];
    // A turn of its own, as each reply; the listener is the first, so all of it is for it.
    setTimer(() => { for (let index = 0; index < kept.length; index += 1) tell(kept[index], token); }, 0);
  }

  /** Drops the listeners for which a function answers true, and tells so. */
  function dropListeners(isGone) {
    const next = list();
    for (let index = 0; index < listeners.length; index += 1) {
      const one = listeners[index];
      if (isGone(one)) native.control('removeListener', one.name, one.token);
      else next[next.length] = one;
    }
    listeners = next;
  }

  /** A call as native code reads it: the names as texts, the options as JSON. */
  function arrive(callbackId, plugin, method, options) {
    const command = `${plugin}.${method}`;
    if (known[plugin]) {
      if (method === 'addListener') return addListener(`${plugin}.${textOf(parse(options).eventName)}`, callbackId);
      if (method === 'removeListener') {
        const given = parse(options);
        const name = `${plugin}.${textOf(given.eventName)}`, token = textOf(given.callbackId);
        return dropListeners(one => one.name === name && one.token === token);
      }
      if (method === 'removeAllListeners') dropListeners(one => find(one.name, `${plugin}.`) === 0);
    }
    if (plugin === 'Console' && method === 'log') {
      const given = parse(options);
      return native.log(textOf(own(given, 'level')), textOf(own(given, 'message')));
    }
    const call = get(calls, callbackId);
    const expects = call === undefined ? 'none' : call.isPromise ? 'once' : 'many';
    return native.post(command, options, callbackId, expects);
  }

  /** What is no call of a plugin. */
  function arriveOther(type, text) {
    if (type === 'js.error') return native.log('error', text);
    return native.report(`a message of type ${type} that nobody takes`);
  }

  function arriveObject(message) {
    const about = isObject(message) ? `${textOf(message.pluginId)}.${textOf(message.methodName)}` : 'bridge';
    const given = copy(message, about, 0);
    if (!isObject(given)) return native.report('a message to the bridge that is no object');
    if (given.type !== 'message') return arriveOther(textOf(given.type), stringify(given));
    const { options } = given;
    return arrive(
      textOf(given.callbackId), textOf(given.pluginId), textOf(given.methodName),
      isObject(options) && !isArray(options) ? stringify(options) : '{}',
    );
  }

  // A text that was composed here is not read again.
  let composed = '', composedCall;

  function arriveText(text) {
    if (text === composed) {
      const { callbackId, pluginId, methodName, options } = composedCall;
      composed = '';
      composedCall = undefined;
      return arrive(callbackId, pluginId, methodName, options);
    }
    let given;
    try { given = parse(text); } catch (error) { return native.report(`a message that is no JSON: ${error.message}`); }
    if (!isObject(given)) return native.report('a message to the bridge that is no object');
    const type = own(given, 'type');
    if (type === 'js.error' || type === 'cordova') return arriveOther(type, text);
    const options = own(given, 'options');
    return arrive(
      textOf(own(given, 'callbackId')), textOf(own(given, 'pluginId')), textOf(own(given, 'methodName')),
      isObject(options) && !isArray(options) ? stringify(options) : '{}',
    );
  }

  // --- The objects of the web views -----------------------------------------------------------------------------------

  let raiseMessage;

  function installAndroid() {
    const bridge = {};
    place(bridge, 'postMessage', function postMessage(message) {
      if (typeof message !== 'string') throw new TypeError('androidBridge.postMessage takes a text');
      arriveText(message);
    });
    const port = shared.listening(bridge);
    raiseMessage = result => {
      // Nobody but the bridge's own half listens: it needs no text.
      if (port.hearsOnly(ownMessage)) return takeResult(result);
      port.raise(stringify(result));
    };
    place(window, 'androidBridge', bridge);
  }

  function installIOS() {
    const handler = create(kindOf('UserMessageHandler'));
    place(handler, 'postMessage', function postMessage(message) {
      if (arguments.length === 0) throw new TypeError('Not enough arguments');
      arriveObject(message);
    });
    shared.placeHandlers({ __proto__: null, bridge: handler });
  }

  // --- What the page calls --------------------------------------------------------------------------------------------

  const cap = { DEBUG: false, isLoggingEnabled: false, Plugins: {} };
  const serverURL = typeof native.serverURL === 'string'
    ? native.serverURL : isIOS ? 'capacitor://localhost' : 'https://localhost';

  // Calls that wait, by callback id: {callback} or {resolve, reject}, and what they called.
  const calls = register();
  let lastId = Math.floor(native.seed() * 134217728);

  const warn = value => { if (window.console) window.console.warn(value); };
  const complain = error => { if (window.console) window.console.error(error); };

  class CapacitorException extends NativeError {
    constructor(message, code, data) {
      super(message);
      this.message = message;
      this.code = code;
      this.data = data;
    }
  }

  function platform() {
    if (window.androidBridge) return 'android';
    const { webkit } = window;
    return webkit && webkit.messageHandlers && webkit.messageHandlers.bridge ? 'ios' : 'web';
  }

  function post(data) {
    try {
      if (!isIOS) {
        const { callbackId, pluginId, methodName } = data;
        const options = stringify(data.options);
        // Options that have no JSON are those of nobody; their member is left out.
        const text = `{"callbackId":${stringify(callbackId)},"pluginId":${stringify(pluginId)},"methodName":${
          stringify(methodName)}${options === undefined ? '' : `,"options":${options}`}}`;
        composed = text;
        composedCall = {
          __proto__: null, callbackId, pluginId: textOf(pluginId), methodName: textOf(methodName),
          options: options === undefined || options[0] !== '{' ? '{}' : options,
        };
        window.androidBridge.postMessage(text);
      } else {
        data.type = 'message';
        window.webkit.messageHandlers.bridge.postMessage(data);
      }
    } catch (error) { complain(error); }
  }

  function postOther(data) {
    try {
      if (isIOS) window.webkit.messageHandlers.bridge.postMessage(data);
      else window.androidBridge.postMessage(stringify(data));
    } catch (error) { complain(error); }
  }

  cap.getServerUrl = () => serverURL;
  cap.convertFileSrc = path => {
    if (typeof path !== 'string') return path;
    if (find(path, '/') === 0) return `${serverURL}/_capacitor_file_${path}`;
    if (find(path, 'file://') === 0) return `${serverURL}/_capacitor_file_${slice(path, 7)}`;
    if (find(path, 'content://') === 0) return `${serverURL}/_capacitor_content_${slice(path, 9)}`;
    return path;
  };
  cap.getPlatform = platform;
  cap.isPluginAvailable = name => hasOwn(cap.Plugins, name);
  cap.isNativePlatform = () => true;
  cap.handleWindowError = (message, url, line, column, error) => {
    if (find(lower(message), 'script error') < 0) {
      if (error !== null) cap.handleError(error);
      postOther({ type: 'js.error', error: { message, url, line, col: column, errorObject: stringify(error) } });
    }
    return false;
  };

  cap.toNative = (pluginName, methodName, options, stored) => {
    try {
      let callbackId = '-1';
      if (stored && (typeof stored.callback === 'function' || typeof stored.resolve === 'function')) {
        lastId += 1;
        callbackId = textOf(lastId);
        set(calls, callbackId, {
          __proto__: null, stored, pluginName, methodName, isPromise: typeof stored.callback !== 'function',
        });
      }
      const data = { callbackId, pluginId: pluginName, methodName, options: options || {} };
      if (cap.isLoggingEnabled && pluginName !== 'Console') cap.logToNative(data);
      post(data);
      return callbackId;
    } catch (error) { complain(error); }
    return null;
  };

  // --- What comes back ------------------------------------------------------------------------------------------------

  const ownMessage = event => { takeResult(parse(event.data)); };

  function takeResult(result) {
    if (cap.isLoggingEnabled && result.pluginId !== 'Console') cap.logFromNative(result);
    try {
      const call = get(calls, result.callbackId);
      if (call !== undefined) {
        const { stored } = call;
        if (result.error) {
          const error = new cap.Exception('');
          const names = keys(result.error);
          for (let index = 0; index < names.length; index += 1) error[names[index]] = result.error[names[index]];
          result.error = error;
        }
        if (typeof stored.callback === 'function') {
          if (result.success) stored.callback(result.data); else stored.callback(null, result.error);
        } else if (typeof stored.resolve === 'function') {
          if (result.success) stored.resolve(result.data); else stored.reject(result.error);
          remove(calls, result.callbackId);
        }
      } else if (!result.success && result.error) {
        warn(result.error);
      }
      if (result.save === false) remove(calls, result.callbackId);
    } catch (error) { complain(error); }
    delete result.data;
    delete result.error;
  }

  cap.fromNative = result => { takeResult(result); };
  cap.nativeCallback = (pluginName, methodName, options, callback) => {
    if (typeof options === 'function') {
      warn("Using a callback as the 'options' parameter of 'nativeCallback()' is deprecated.");
      callback = options;
      options = null;
    }
    return cap.toNative(pluginName, methodName, options, { callback });
  };
  cap.nativePromise = (pluginName, methodName, options) => new Promise((resolve, reject) => {
    cap.toNative(pluginName, methodName, options, { resolve, reject });
  });
  cap.withPlugin = () => ({});
  cap.Exception = CapacitorException;

  // --- Events ---------------------------------------------------------------------------------------------------------

  cap.addListener = (pluginName, eventName, callback) => {
    const callbackId = cap.nativeCallback(pluginName, 'addListener', { eventName }, callback);
    return {
      remove: async () => {
        window.console.debug('Removing listener', pluginName, eventName);
        cap.removeListener(pluginName, callbackId, eventName, callback);
      },
    };
  };
  cap.removeListener = (pluginName, callbackId, eventName, callback) => {
    cap.nativeCallback(pluginName, 'removeListener', { callbackId, eventName }, callback);
  };
  cap.createEvent = (eventName, eventData) => {
    const event = window.document.createEvent('Events');
    event.initEvent(eventName, false, false);
    if (isObject(eventData)) {
      for (const name in eventData) if (hasOwn(eventData, name)) event[name] = eventData[name];
    }
    return event;
  };
  cap.triggerEvent = (eventName, target, eventData) => {
    const data = eventData || {};
    const event = cap.createEvent(eventName, data);
    const { document } = window;
    if (target === 'document') {
      const { cordova } = window;
      if (cordova && cordova.fireDocumentEvent) {
        cordova.fireDocumentEvent(eventName, data);
        return true;
      }
      return document.dispatchEvent(event);
    }
    if (target === 'window') return window.dispatchEvent(event);
    const element = document.querySelector(target);
    return element ? element.dispatchEvent(event) : false;
  };

  // --- What older pages look for ----------------------------------------------------------------------------------------

  function installLegacy() {
    window.cordova = window.cordova || {};
    const { navigator } = window;
    navigator.app = navigator.app || {};
    navigator.app.exitApp = () => {
      if (!cap.Plugins || !cap.Plugins.App) window.console.warn('App plugin not installed');
      else cap.nativeCallback('App', 'exitApp', {});
    };
    // The document comes with the page; on a phone it has a function of its own here.
    const listen = Document.prototype.addEventListener;
    place(Document.prototype, 'addEventListener', function addEventListener(...values) {
      const name = values[0], handler = values[1];
      if (this === window.document) {
        // There is no such event: who waits for it is called, whenever that is.
        if (name === 'deviceready' && handler) then(settled, handler);
        else if (name === 'backbutton' && cap.Plugins.App) cap.Plugins.App.addListener('backButton', () => {});
      }
      return apply(listen, this, values);
    });

    const Ionic = window.Ionic = window.Ionic || {};
    const view = Ionic.WebView = Ionic.WebView || {};
    view.getServerBasePath = callback => {
      const plugin = cap.Plugins.WebView;
      if (plugin) plugin.getServerBasePath().then(result => { callback(result.path); });
    };
    view.setServerAssetPath = path => { if (cap.Plugins.WebView) cap.Plugins.WebView.setServerAssetPath({ path }); };
    view.setServerBasePath = path => { if (cap.Plugins.WebView) cap.Plugins.WebView.setServerBasePath({ path }); };
    view.persistServerBasePath = () => { if (cap.Plugins.WebView) cap.Plugins.WebView.persistServerBasePath(); };
    view.convertFileSrc = url => cap.convertFileSrc(url);

    // What the bridge would replace, were cookies and requests native code's; they are not.
    window.CapacitorCookiesDescriptor = getOwnPropertyDescriptor(Document.prototype, 'cookie');
    window.CapacitorWebFetch = window.fetch;
    const { XMLHttpRequest } = window;
    const { prototype } = XMLHttpRequest;
    window.CapacitorWebXMLHttpRequest = {
      abort: prototype.abort, constructor: prototype.constructor, fullObject: XMLHttpRequest,
      getAllResponseHeaders: prototype.getAllResponseHeaders, getResponseHeader: prototype.getResponseHeader,
      open: prototype.open, prototype, send: prototype.send, setRequestHeader: prototype.setRequestHeader,
    };
  }

  // --- The console ------------------------------------------------------------------------------------------------------

  function word(value) {
    try { return textOf(typeof value === 'object' ? stringify(value) : value); } catch (_) { return ''; }
  }

  /** On iOS native code hears what the page says to its console; not what it says about a bridge that throws. */
  function mirrorConsole() {
    let isSaying = false;
    const levels = ['debug', 'error', 'info', 'log', 'trace', 'warn'];
    for (let index = 0; index < levels.length; index += 1) {
      const level = levels[index], say = console[level];
      defineProperty(console, level, {
        __proto__: null,
        value: (...values) => {
          if (!isSaying) {
            isSaying = true;
            let message = '';
            for (let at = 0; at < values.length; at += 1) message += (at > 0 ? ' ' : '') + word(values[at]);
            cap.toNative('Console', 'log', { level, message });
            isSaying = false;
          }
          return apply(say, console, values);
        },
      });
    }
  }

  cap.logJs = (message, level) => {
    const name = level === 'error' || level === 'warn' || level === 'info' ? level : 'log';
    window.console[name](message);
  };
  cap.logToNative = call => {
    console.groupCollapsed(
      `%cnative %c${call.pluginId}.${call.methodName} (#${call.callbackId})`,
      'font-weight: lighter; color: gray', 'font-weight: bold; color: #000');
    console.dir(call);
    console.groupEnd();
  };
  cap.logFromNative = result => {
    console.groupCollapsed(
      `%cresult %c${result.pluginId}.${result.methodName} (#${result.callbackId})`,
      `font-style: italic; font-weight: lighter; color: ${result.success === true ? 'gray' : 'red'}`,
      'font-style: italic; font-weight: bold; color: #444');
    if (result.success === false) console.error(result.error); else console.dir(stringify(result.data));
    console.groupEnd();
  };
  cap.handleError = error => window.console.error(error);

  // --- Plugins ------------------------------------------------------------------------------------------------------------

  function installPlugins() {
    const headers = [];
    for (let index = 0; index < plugins.length; index += 1) {
      const { name, methods } = plugins[index];
      const stub = {
        addListener: (eventName, callback) => window.Capacitor.addListener(name, eventName, callback),
      };
      const header = { name, methods: [] };
      const add = (method, rtype) => {
        header.methods[header.methods.length] = rtype === undefined ? { name: method } : { name: method, rtype };
        if (method === 'addListener' || method === 'removeListener') return;
        if (rtype === 'promise') {
          stub[method] = options => window.Capacitor.nativePromise(name, method, options);
        } else if (rtype === 'callback') {
          stub[method] = (options, callback) => window.Capacitor.nativeCallback(name, method, options, callback);
        } else {
          stub[method] = options => window.Capacitor.nativeCallback(name, method, options);
        }
      };
      const declared = list(methods);
      const isDeclared = table();
      for (let at = 0; at < declared.length; at += 1) isDeclared[declared[at].name] = true;
      const common = list(['addListener', 'removeListener', 'removeAllListeners', 'checkPermissions', 'requestPermissions']);
      for (let at = 0; at < common.length; at += 1) {
        if (!isDeclared[common[at]]) add(common[at], at < 2 ? undefined : 'promise');
      }
      for (let at = 0; at < declared.length; at += 1) add(declared[at].name, declared[at].rtype);
      cap.Plugins[name] = stub;
      headers[index] = header;
    }
    cap.PluginHeaders = headers;
  }

  // --- From native code -----------------------------------------------------------------------------------------------

  /** Gives a reply to the page the way that native code does. */
  function give(result) {
    if (!isIOS) return raiseMessage(result);
    const { Capacitor: found } = window;
    if (!found || typeof found.fromNative !== 'function') {
      return native.report(`a reply to ${result.pluginId}.${result.methodName} for which there is no Capacitor.fromNative`);
    }
    return found.fromNative(result);
  }

  /** Data as a plugin can give it, which is an object or nothing. */
  function dataOf(text, call) {
    if (text === '') return undefined;
    const value = parse(text);
    if (isObject(value) && !isArray(value)) return value;
    native.report(`${call.pluginName}.${call.methodName}: a plugin can answer with an object only, so this came as {value}`);
    return { value };
  }

  function answer(kind, token, keeps, text) {
    const call = get(calls, token) || { __proto__: null, pluginName: '', methodName: '' };
    if (call.stored === undefined) {
      native.report(`${kind === 'error' ? 'an error' : 'a value'} that nobody waits for: ${token}`);
      // The bridge warns of an error all the same.
      if (kind === 'value') return undefined;
    }
    const result = isIOS
      ? { callbackId: token, pluginId: call.pluginName, methodName: call.methodName, save: keeps }
      : { save: keeps, callbackId: token, pluginId: call.pluginName, methodName: call.methodName };
    if (kind === 'value') {
      result.success = true;
      const data = dataOf(text, call);
      if (data !== undefined || isIOS) result.data = data;
      return give(result);
    }
    const given = parse(text);
    const message = textOf(own(given, 'message')), code = own(given, 'code'), data = own(given, 'data');
    result.success = false;
    if (isIOS) {
      delete result.save;
      result.error = { message, errorMessage: message };
      if (code !== undefined) result.error.code = textOf(code);
      if (isObject(data)) {
        const names = keys(data);
        for (let index = 0; index < names.length; index += 1) result.error[names[index]] = data[names[index]];
      }
    } else {
      result.error = { message };
      if (code !== undefined) result.error.code = textOf(code);
      if (isObject(data)) result.error.data = data;
    }
    return give(result);
  }

  /** One event for one listener. */
  function tell(text, token) {
    if (get(calls, token) === undefined) native.report(`an event for a listener that is not there: ${token}`);
    else answer('value', token, true, text);
  }

  // Events that native code keeps for the first listener that comes.
  const RETAINED = freeze({
    __proto__: null, 'App.appUrlOpen': true, 'App.appRestoredResult': true, 'App.backButton': true,
    'LocalNotifications.localNotificationActionPerformed': true, 'PushNotifications.pushNotificationActionPerformed': true,
    'PushNotifications.pushNotificationReceived': true, 'PushNotifications.registration': true,
    'PushNotifications.registrationError': true,
  });

  /** One event for all who listen to it, in the order in which they came; `isKept`: it waits for the first. */
  function notify(name, text, isKept) {
    const found = list();
    for (let index = 0; index < listeners.length; index += 1) {
      if (listeners[index].name === name) found[found.length] = listeners[index].token;
    }
    for (let index = 0; index < found.length; index += 1) tell(text, found[index]);
    if (found.length > 0) return;
    if (!isKept) return native.report(`an event that nobody listens to: ${name}`);
    const kept = retained[name] || (retained[name] = list());
    kept[kept.length] = text;
  }

  const ofApp = (name, text) => { if (known.App) notify(`App.${name}`, text, false); };
  const inDocument = name => { window.Capacitor.triggerEvent(name, 'document'); };

  function backButton(text) {
    let isHeard = false;
    for (let index = 0; index < listeners.length; index += 1) isHeard = isHeard || listeners[index].name === 'App.backButton';
    if (!isHeard && window.history.length > 1) return window.history.back();
    if (!isHeard) return native.report('the back button: no listener, and nothing to go back to, so the app closes');
    notify('App.backButton', text === '' ? `{"canGoBack":${window.history.length > 1}}` : text, true);
    inDocument('backbutton');
  }

  // What the phone makes of a change of its state. The document hears of it on iOS only.
  const lifecycle = isIOS ? {
    __proto__: null,
    active: () => ofApp('appStateChange', '{"isActive":true}'),
    resign: () => ofApp('appStateChange', '{"isActive":false}'),
    pause: () => {
      ofApp('pause', '');
      inDocument('pause');
    },
    resume: () => {
      ofApp('resume', '');
      inDocument('resume');
    },
  } : {
    __proto__: null,
    pause: () => {
      ofApp('pause', '');
      ofApp('appStateChange', '{"isActive":false}');
    },
    resume: () => {
      ofApp('appStateChange', '{"isActive":true}');
      ofApp('resume', '');
    },
    backbutton: backButton,
  };

  function event(token, name, text) {
    if (find(name, '.') >= 0) {
      if (token !== '-') return tell(text, token);
      return notify(name, text, RETAINED[name] === true);
    }
    const happen = lifecycle[name];
    if (happen === undefined) return native.report(`an event that Capacitor has not on ${native.platform}: ${name}`);
    return happen(text);
  }

  const QUESTIONS = freeze({
    __proto__: null,
    'CapacitorCookies.isEnabled': () => 'false',
    CapacitorHttp: () => 'false',
    'CapacitorCookies.get': () => window.document.cookie,
    'CapacitorCookies.set': given => {
      window.document.cookie = textOf(own(given, 'action'));
      return '';
    },
  });

  /** On iOS a prompt that holds one of these questions is answered by native code. */
  function prompt(text) {
    if (!isIOS || find(text, '{') !== 0) return undefined;
    let given;
    try { given = parse(text); } catch (_) { return undefined; }
    const type = own(given, 'type');
    const reply = typeof type === 'string' ? QUESTIONS[type] : undefined;
    return reply === undefined ? undefined : reply(given);
  }

  if (isIOS) installIOS(); else installAndroid();
  window.Capacitor = cap;
  window.WEBVIEW_SERVER_URL = serverURL;
  if (isIOS) mirrorConsole(); else window.androidBridge.onmessage = ownMessage;
  installLegacy();
  installPlugins();

  const ports = table();
  ports.receive = shared.receiver(answer, event);
  ports.prompt = prompt;
  ports.finished = () => {};
  // The tool of Capacitor copies both, empty, to each app.
  ports.file = name => name === 'cordova.js' || name === 'cordova_plugins.js' ? '' : undefined;
  return ports;
})
