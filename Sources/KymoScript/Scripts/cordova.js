// The cordova.js of pages whose folder has none: on a phone it is a file of the platform. Modules, channels, the start up
// to `deviceready`, calls to native code, and what the platform itself gives, for iOS and Android.
//
// A page's own script, with all that a page may do to it. Ids, texts and orders are those of the phone's file, so that
// a page does and sends the same under both; also what a page draws of Math.random.
(function () {
  'use strict';
  if (window.cordova && !(window.cordova instanceof HTMLElement)) throw new Error('cordova already defined');

  // Not by its name on the window, which would be told of as what the page looks for.
  const handlers = ({ webkit }) => webkit && webkit.messageHandlers;
  const isAndroid = window._cordovaNative !== undefined || !(handlers(window) && handlers(window).cordova);
  const VERSION = isAndroid ? '15.0.0' : '8.0.1';
  const hasOwn = (object, name) => Object.prototype.hasOwnProperty.call(object, name);
  const soon = body => { Promise.resolve().then(body); };

  // --- Modules ------------------------------------------------------------------------------------------------------

  const modules = {};
  const making = [];   // The ids of modules whose factory runs.

  function require(id) {
    const module = modules[id];
    if (!module) throw new Error(`module ${id} not found`);
    if (making.includes(id)) {
      throw new Error('Cycle in require graph: ' + [...making.slice(making.indexOf(id)), id].join('->'));
    }
    const { factory } = module;
    if (!factory) return module.exports;
    // A module whose factory throws is what it was until then.
    delete module.factory;
    module.exports = {};
    making.push(id);
    try {
      factory(name => require(name[0] === '.' ? beside(id, name) : name), module.exports, module);
    } finally {
      making.pop();
    }
    return module.exports;
  }

  // `./x` in the module plugin.y is plugin.x.
  const beside = (id, name) => id.slice(0, id.lastIndexOf('.')) + '.' + name.slice(2);

  function define(id, factory) {
    if (hasOwn(modules, id)) throw new Error(`module ${id} already defined`);
    modules[id] = { id, factory };
  }
  define.remove = id => { delete modules[id]; };
  define.moduleMap = modules;

  // --- Small things that plugins use --------------------------------------------------------------------------------

  define('cordova/utils', (_, utils) => {
    utils.typeName = value => Object.prototype.toString.call(value).slice(8, -1);
    utils.isArray = Array.isArray;
    utils.isDate = value => value instanceof Date;
    utils.arrayIndexOf = (list, item) => list.indexOf(item);
    utils.arrayRemove = (list, item) => {
      const index = list.indexOf(item);
      if (index >= 0) list.splice(index, 1);
      return index >= 0;
    };
    utils.defineGetterSetter = utils.defineGetter = (object, name, get, set) => {
      Object.defineProperty(object, name, set ? { get, set, configurable: true } : { get, configurable: true });
    };
    utils.clone = value => {
      if (value === null || typeof value !== 'object' || utils.isDate(value)) return value;
      if (Array.isArray(value)) return value.map(utils.clone);
      const made = {};
      for (const name in value) if (value[name] !== undefined) made[name] = utils.clone(value[name]);
      return made;
    };
    utils.close = (self, body, values) => function () { return body.apply(self, values || arguments); };
    utils.createUUID = () => [4, 2, 2, 2, 6].map(count => {
      let digits = '';
      for (let index = 0; index < count; index += 1) {
        digits += Math.floor(Math.random() * 256).toString(16).padStart(2, '0');
      }
      return digits;
    }).join('-');
    utils.extend = (Child, Parent) => {
      Child.prototype = Object.create(Parent.prototype);
      Child.prototype.constructor = Child;
      Child.__super__ = Parent.prototype;
    };
    utils.alert = text => { if (window.alert) window.alert(text); else console.log(text); };
  });
  const utils = require('cordova/utils');

  define('cordova/argscheck', (_, argscheck) => {
    const KINDS = { A: 'Array', D: 'Date', N: 'Number', S: 'String', F: 'Function', O: 'Object' };
    const nameOf = (callee, index) => /\(\s*([^)]*?)\s*\)/.exec(callee)[1].split(/\s*,\s*/)[index];
    argscheck.enableChecks = true;
    argscheck.getValue = (value, other) => value === undefined ? other : value;
    argscheck.checkArgs = (letters, name, values, callee) => {
      if (!argscheck.enableChecks) return;
      for (let index = 0; index < letters.length; index += 1) {
        const letter = letters[index], value = values[index];
        if (letter === '*') continue;
        const kind = letter.toUpperCase();
        if ((value === null || value === undefined) && letter === kind) continue;
        const found = utils.typeName(value);
        if (found === KINDS[kind]) continue;
        const text = `Wrong type for parameter "${nameOf(callee || values.callee, index)}" of ${name}: `
          + `Expected ${KINDS[kind]}, but got ${found}.`;
        console.error(text);
        throw new TypeError(text);
      }
    };
  });

  define('cordova/base64', (_, base64) => {
    base64.fromArrayBuffer = buffer => {
      const bytes = new Uint8Array(buffer);
      let text = '';
      for (let at = 0; at < bytes.length; at += 0x8000) {
        text += String.fromCharCode.apply(null, bytes.subarray(at, at + 0x8000));
      }
      return btoa(text);
    };
    base64.toArrayBuffer = text => Uint8Array.from(atob(text), unit => unit.charCodeAt(0)).buffer;
  });
  const base64 = require('cordova/base64');

  define('cordova/urlutil', (_, urlutil) => {
    urlutil.makeAbsolute = url => {
      const link = document.createElement('a');
      link.href = url;
      return link.href;
    };
  });

  define('cordova/exec/proxy', (_, __, module) => {
    const proxies = {};
    module.exports = {
      add(service, proxy) {
        console.log('adding proxy for ' + service);
        return (proxies[service] = proxy);
      },
      remove(service) {
        const found = proxies[service];
        proxies[service] = null;
        return found;
      },
      get: (service, action) => proxies[service] ? proxies[service][action] : null,
    };
  });

  // --- Channels -----------------------------------------------------------------------------------------------------

  const PASSING = 0, WAITING = 1, FIRED = 2;

  // Listeners are called in the order in which they came to any channel for the first time.
  const numbers = new WeakMap();
  let lastNumber = 0;
  function numberOf(listener) {
    if (!numbers.has(listener)) numbers.set(listener, ++lastNumber);
    return numbers.get(listener);
  }
  const check = listener => {
    if (typeof listener === 'function' || typeof listener.handleEvent === 'function') return;
    throw new Error('Must provide a function or an EventListener object implementing the handleEvent interface.');
  };

  class Channel {
    constructor(type, isSticky) {
      this.type = type;
      this.state = isSticky ? WAITING : PASSING;
      this.handlers = {};   // By numbers, so in their order.
      this.fireArgs = null;
      this.numHandlers = 0;
      this.onHasSubscribersChange = null;
    }

    subscribe(listener, self) {
      check(listener);
      const isObject = typeof listener === 'object';
      const body = isObject ? listener.handleEvent : listener;
      const owner = isObject ? listener : self;
      // What fired once and for all is heard at once.
      if (this.state === FIRED) return void body.apply(owner || this, this.fireArgs);
      const number = numberOf(listener);
      if (this.handlers[number]) return;
      this.handlers[number] = typeof owner === 'object' ? utils.close(owner, body) : body;
      this.#count(this.numHandlers + 1);
    }

    // An object stays, as on the phone: there its function is looked for, which was not added itself.
    unsubscribe(listener) {
      check(listener);
      const number = numberOf(typeof listener === 'object' ? listener.handleEvent : listener);
      if (!this.handlers[number]) return;
      delete this.handlers[number];
      this.#count(this.numHandlers - 1);
    }

    fire(...values) {
      if (this.state === WAITING) {
        this.state = FIRED;
        this.fireArgs = values;
      }
      if (this.numHandlers === 0) return;
      for (const body of Object.values(this.handlers)) body.apply(this, values);
      if (this.state !== FIRED || this.numHandlers === 0) return;
      this.handlers = {};
      this.#count(0);
    }

    #count(count) {
      const changes = count === 0 || (count === 1 && this.numHandlers === 0);
      this.numHandlers = count;
      if (changes && this.onHasSubscribersChange) this.onHasSubscribersChange();
    }
  }

  const channel = {
    create: type => (channel[type] = new Channel(type, false)),
    createSticky: type => (channel[type] = new Channel(type, true)),
    deviceReadyChannelsArray: [],
    deviceReadyChannelsMap: {},
    join(body, channels) {
      let missing = channels.length;
      if (missing === 0) return void body();
      for (const one of channels) {
        if (one.state === PASSING) throw new Error('Can only use join with sticky channels.');
        // A function for each: one that is added twice to a channel counts once.
        one.subscribe(() => {
          missing -= 1;
          if (missing === 0) body();
        });
      }
    },
    waitForInitialization(feature) {
      if (!feature) return;
      const one = channel[feature] || channel.createSticky(feature);
      channel.deviceReadyChannelsMap[feature] = one;
      channel.deviceReadyChannelsArray.push(one);
    },
    initializationComplete(feature) {
      const one = channel.deviceReadyChannelsMap[feature];
      if (one) one.fire();
    },
  };
  for (const type of ['onDOMContentLoaded', 'onNativeReady', 'onCordovaReady', 'onPluginsReady', 'onDeviceReady']) {
    channel.createSticky(type);
  }
  channel.create('onResume');
  channel.create('onPause');
  channel.waitForInitialization('onCordovaReady');
  channel.waitForInitialization('onDOMContentLoaded');
  define('cordova/channel', (_, __, module) => { module.exports = channel; });

  // --- Listeners of the document and the window ---------------------------------------------------------------------

  const documentChannels = {}, windowChannels = {};
  const originals = {};

  function wrap(target, name, channels) {
    const { addEventListener, removeEventListener } = target;
    originals[name] = { addEventListener, removeEventListener };
    target.addEventListener = (type, listener, options) => {
      const own = channels[type.toLowerCase()];
      if (own !== undefined) own.subscribe(listener);
      else addEventListener.call(target, type, listener, options);
    };
    target.removeEventListener = (type, listener, options) => {
      const own = channels[type.toLowerCase()];
      if (own !== undefined) own.unsubscribe(listener);
      else removeEventListener.call(target, type, listener, options);
    };
  }
  wrap(document, 'document', documentChannels);
  wrap(window, 'window', windowChannels);

  function makeEvent(type, data) {
    const event = document.createEvent('Events');
    event.initEvent(type, false, false);
    // An event keeps the fields that are its own.
    if (data) for (const name of Object.keys(data)) Reflect.set(event, name, data[name]);
    return event;
  }

  // --- The object ---------------------------------------------------------------------------------------------------

  const cordova = {
    define,
    require,
    version: VERSION,
    platformVersion: VERSION,
    platformId: isAndroid ? 'android' : 'ios',
    addWindowEventHandler: type => (windowChannels[type] = channel.create(type)),
    addDocumentEventHandler: type => (documentChannels[type] = channel.create(type)),
    addStickyDocumentEventHandler: type => (documentChannels[type] = channel.createSticky(type)),
    removeWindowEventHandler(type) { delete windowChannels[type]; },
    removeDocumentEventHandler(type) { delete documentChannels[type]; },
    getOriginalHandlers: () => ({ document: { ...originals.document }, window: { ...originals.window } }),

    fireDocumentEvent(type, data, isAtOnce) {
      const event = makeEvent(type, data);
      if (documentChannels[type] === undefined) return void document.dispatchEvent(event);
      if (isAtOnce) return void documentChannels[type].fire(event);
      setTimeout(() => {
        // For those who listened before this script wrapped addEventListener.
        if (type === 'deviceready') document.dispatchEvent(event);
        documentChannels[type].fire(event);
      }, 0);
    },
    fireWindowEvent(type, data) {
      const event = makeEvent(type, data);
      if (windowChannels[type] === undefined) return void window.dispatchEvent(event);
      setTimeout(() => { windowChannels[type].fire(event); }, 0);
    },

    // Starts at a chance number, so that an answer to an earlier page finds nobody.
    callbackId: Math.floor(Math.random() * 2000000000),
    callbacks: {},
    callbackStatus: {
      NO_RESULT: 0, OK: 1, CLASS_NOT_FOUND_EXCEPTION: 2, ILLEGAL_ACCESS_EXCEPTION: 3, INSTANTIATION_EXCEPTION: 4,
      MALFORMED_URL_EXCEPTION: 5, IO_EXCEPTION: 6, INVALID_ACTION: 7, JSON_EXCEPTION: 8, ERROR: 9,
    },
    callbackSuccess(id, { status, message, keepCallback }) {
      cordova.callbackFromNative(id, true, status, [message], keepCallback);
    },
    callbackError(id, { status, message, keepCallback }) {
      cordova.callbackFromNative(id, false, status, [message], keepCallback);
    },
    callbackFromNative(id, isSuccess, status, values, isKept) {
      try {
        const waiting = cordova.callbacks[id];
        if (!waiting) return;
        if (isSuccess && status === cordova.callbackStatus.OK) {
          if (waiting.success) waiting.success.apply(null, values);
        } else if (!isSuccess && waiting.fail) {
          waiting.fail.apply(null, values);
        }
        if (!isKept) delete cordova.callbacks[id];
      } catch (error) {
        const message = `Error in ${isSuccess ? 'Success' : 'Error'} callbackId: ${id} : ${error}`;
        cordova.fireWindowEvent('cordovacallbackerror', { message, error });
        throw error;
      }
    },
    addConstructor(body) {
      channel.onCordovaReady.subscribe(() => {
        try { body(); } catch (error) { console.log('Failed to run constructor: ' + error); }
      });
    },
  };
  define('cordova', (_, __, module) => { module.exports = cordova; });

  // --- Symbols of modules on the window -----------------------------------------------------------------------------

  define('cordova/builder', (_, builder) => {
    function put(target, name, value) {
      try { target[name] = value; } catch { /* What has a getter alone gets another one. */ }
      if (target[name] !== value) utils.defineGetter(target, name, () => value);
    }
    builder.assignOrWrapInDeprecateGetter = (target, name, value, warning) => {
      if (!warning) return put(target, name, value);
      utils.defineGetter(target, name, () => {
        console.log(warning);
        delete target[name];
        put(target, name, value);
        return value;
      });
    };
    builder.recursiveMerge = (target, source) => {
      for (const name of Object.keys(source)) {
        const isClass = target.prototype && target.prototype.constructor === target;
        if (isClass) put(target.prototype, name, source[name]);
        else if (typeof source[name] === 'object' && typeof target[name] === 'object') {
          builder.recursiveMerge(target[name], source[name]);
        } else put(target, name, source[name]);
      }
    };
    function build(parent, objects, replaces, merges) {
      for (const name of Object.keys(objects)) {
        const { path, children, deprecated } = objects[name];
        try {
          let made = path ? require(path) : {};
          if (parent[name] === undefined) builder.assignOrWrapInDeprecateGetter(parent, name, made, deprecated);
          else if (!replaces) made = parent[name];
          else if (path !== undefined) {
            if (merges) builder.recursiveMerge(parent[name], made);
            else builder.assignOrWrapInDeprecateGetter(parent, name, made, deprecated);
          }
          if (replaces) made = parent[name];
          if (children) build(made, children, replaces, merges);
        } catch (error) {
          utils.alert(`Exception building Cordova JS globals: ${error} for key "${name}"`);
        }
      }
    }
    builder.buildIntoButDoNotClobber = (objects, target) => build(target, objects, false, false);
    builder.buildIntoAndClobber = (objects, target) => build(target, objects, true, false);
    builder.buildIntoAndMerge = (objects, target) => build(target, objects, true, true);
  });

  define('cordova/modulemapper', (require, mapper) => {
    const builder = require('cordova/builder');
    let entries, warnings;
    const adder = kind => (id, path, warning) => {
      if (!(id in modules)) throw new Error(`Module ${id} does not exist.`);
      entries.push({ kind, id, path });
      if (warning) warnings[path] = warning;
    };
    mapper.reset = () => {
      entries = [];
      warnings = {};
    };
    for (const kind of ['clobbers', 'merges', 'defaults', 'runs']) mapper[kind] = adder(kind);
    mapper.mapModules = context => {
      const before = context.CDV_origSymbols = {};
      for (const { kind, id, path } of entries) {
        const made = require(id);
        if (kind === 'runs') continue;
        const parts = path.split('.');
        const name = parts.pop();
        let parent = context;
        for (const part of parts) {
          if (!parent[part]) parent[part] = {};
          parent = parent[part];
        }
        const found = parent[name];
        if (kind === 'merges' && found) {
          builder.recursiveMerge(found, made);
        } else if (kind !== 'defaults' || !found) {
          if (!(path in before)) before[path] = found;
          builder.assignOrWrapInDeprecateGetter(parent, name, made,
            path in warnings ? `Access made to deprecated symbol: ${path}.` : null);
        }
      }
    };
    mapper.getOriginalSymbol = (context, path) => {
      const before = context.CDV_origSymbols;
      if (before && path in before) return before[path];
      return path.split('.').reduce((at, part) => at && at[part], context);
    };
    mapper.reset();
  });
  const mapper = require('cordova/modulemapper');

  // --- Plugins ------------------------------------------------------------------------------------------------------

  define('cordova/pluginloader', (_, loader) => {
    loader.injectScript = (url, onload, onerror) => {
      const script = document.createElement('script');
      script.onload = onload;
      script.onerror = onerror;
      script.src = url;
      document.head.appendChild(script);
    };
    const inject = (id, url, loaded, failed = loaded) => {
      if (id in modules) return void loaded();
      loader.injectScript(url, () => { if (id in modules) loaded(); else failed(); }, failed);
    };
    function folder() {
      const scripts = document.getElementsByTagName('script');
      for (let index = scripts.length - 1; index >= 0; index -= 1) {
        const address = scripts[index].src.replace(/\?.*$/, '');
        if (address.endsWith('/cordova.js')) return address.slice(0, -'cordova.js'.length);
      }
      console.log('Could not find cordova.js script tag. Plugin loading may fail.');
      return '';
    }
    function map(plugins) {
      for (const { id, clobbers, merges, runs } of plugins) {
        for (const path of clobbers || []) mapper.clobbers(id, path);
        for (const path of merges || []) mapper.merges(id, path);
        if (runs) mapper.runs(id);
      }
    }
    loader.load = done => {
      const from = folder();
      inject('cordova/plugin_list', from + 'cordova_plugins.js', () => {
        const plugins = require('cordova/plugin_list');
        let missing = plugins.length;
        if (missing === 0) return void done();
        for (const { id, file } of plugins) {
          inject(id, from + file, () => {
            missing -= 1;
            if (missing > 0) return;
            map(plugins);
            done();
          });
        }
      }, done);
    };
  });

  // --- Calls: Android -----------------------------------------------------------------------------------------------

  function androidExec() {
    let secret = -1, mode = 3, isPolling = false, way, prefersPrompt = false;
    let texts = [], isBusy = false;
    const prompts = {
      exec: (number, service, action, id, parameters) =>
        prompt(parameters, 'gap:' + JSON.stringify([number, service, action, id])),
      setNativeToJsBridgeMode(number, value) { prompt(value, 'gap_bridge_mode:' + number); },
      retrieveJsMessages: (number, isFromEvent) => prompt(+isFromEvent, 'gap_poll:' + number),
    };
    let native = null;
    const provider = {
      get: () => native || (prefersPrompt || !window._cordovaNative ? prompts : window._cordovaNative),
      setPreferPrompt(isWanted) { prefersPrompt = isWanted; },
      set(given) { native = given; },
    };
    define('cordova/android/promptbasednativeapi', (_, __, module) => { module.exports = prompts; });
    define('cordova/android/nativeapiprovider', (_, __, module) => { module.exports = provider; });

    // Messages: `<length> <message>`, one after the other; `*` at the end if more wait.

    function next() {
      const text = texts.shift();
      if (text === '*') return text;
      const space = text.indexOf(' ');
      const end = space + 1 + Number(text.slice(0, space));
      if (end < text.length) texts.unshift(text.slice(end));
      return text.slice(space + 1, end);
    }

    function value(text, into) {
      const rest = text.slice(1);
      switch (text[0]) {
        case 's': return void into.push(rest);
        case 't': return void into.push(true);
        case 'f': return void into.push(false);
        case 'N': return void into.push(null);
        case 'n': return void into.push(Number(rest));
        case 'A': return void into.push(base64.toArrayBuffer(rest));
        case 'S': return void into.push(atob(rest));
        case 'M': break;
        default: return void into.push(JSON.parse(text));
      }
      for (let at = 0; at < rest.length;) {
        const space = rest.indexOf(' ', at);
        const end = space + 1 + Number(rest.slice(at, space));
        value(rest.slice(space + 1, end), into);
        at = end;
      }
    }

    function handle(message) {
      const kind = message[0];
      if (kind === 'J') return void (0, eval)(message.slice(1));
      if (kind !== 'S' && kind !== 'F') {
        console.log('processMessage failed: invalid message: ' + JSON.stringify(message));
        return;
      }
      const one = message.indexOf(' ', 2), two = message.indexOf(' ', one + 1);
      const values = [];
      value(message.slice(two + 1), values);
      cordova.callbackFromNative(
        message.slice(one + 1, two), kind === 'S', Number(message.slice(2, one)), values, message[1] === '1');
    }

    // One message a turn: what it throws does not stop the next.
    function handleNext() {
      if (isBusy || texts.length === 0) return;
      isBusy = true;
      try {
        const message = next();
        if (message === '*' && texts.length === 0) soon(() => exec.pollOnce());
        else handle(message);
      } finally {
        isBusy = false;
        if (texts.length > 0) soon(handleNext);
      }
    }

    function exec(success, fail, service, action, given) {
      if (secret < 0) throw new Error('exec() called without bridgeSecret');
      if (way === undefined) exec.setJsToNativeBridgeMode(exec.jsToNativeModes.JS_OBJECT);
      const values = given || [];
      const isBinary = one => utils.typeName(one) === 'ArrayBuffer';
      const parameters = JSON.stringify(Array.isArray(values) && values.some(isBinary)
        ? values.map(one => isBinary(one) ? base64.fromArrayBuffer(one) : one) : values);
      const id = service + cordova.callbackId++;
      if (success || fail) cordova.callbacks[id] = { success, fail };
      const text = provider.get().exec(secret, service, action, id, parameters);
      if (text === '@Null arguments.' && way === exec.jsToNativeModes.JS_OBJECT) {
        exec.setJsToNativeBridgeMode(exec.jsToNativeModes.PROMPT);
        exec(success, fail, service, action, given);
        exec.setJsToNativeBridgeMode(exec.jsToNativeModes.JS_OBJECT);
      } else if (text) {
        texts.push(text);
        soon(handleNext);
      }
    }

    exec.jsToNativeModes = { PROMPT: 0, JS_OBJECT: 1 };
    exec.nativeToJsModes = { POLLING: 0, LOAD_URL: 1, ONLINE_EVENT: 2, EVAL_BRIDGE: 3 };
    exec.init = () => {
      secret = Number(prompt('', 'gap_init:' + mode));
      channel.onNativeReady.fire();
    };
    exec.pollOnce = isFromEvent => {
      if (secret < 0) return;
      const text = provider.get().retrieveJsMessages(secret, !!isFromEvent);
      if (!text) return;
      texts.push(text);
      handleNext();
    };
    exec.setJsToNativeBridgeMode = wanted => {
      way = wanted === exec.jsToNativeModes.JS_OBJECT && !window._cordovaNative ? exec.jsToNativeModes.PROMPT : wanted;
      provider.setPreferPrompt(way === exec.jsToNativeModes.PROMPT);
    };
    exec.setNativeToJsBridgeMode = wanted => {
      if (wanted === mode) return;
      isPolling = wanted === exec.nativeToJsModes.POLLING;
      mode = wanted;
      if (secret >= 0) provider.get().setNativeToJsBridgeMode(secret, wanted);
      if (isPolling) setTimeout(poll, 1);
    };
    function poll() {
      if (!isPolling) return;
      exec.pollOnce();
      setTimeout(poll, 50);
    }

    // Events of the net may be the sign to poll; a plugin raises them on the document.
    const pass = event => { cordova.fireWindowEvent(event.type); };
    for (const type of ['online', 'offline']) {
      window.addEventListener(type, () => exec.pollOnce(true), false);
      cordova.addWindowEventHandler(type);
      document.addEventListener(type, pass, false);
    }
    return exec;
  }

  // --- Calls: iOS ---------------------------------------------------------------------------------------------------

  function phoneExec() {
    // A part that is null throws, as it does on the phone.
    const binary = message => message.CDVType === 'ArrayBuffer' ? base64.toArrayBuffer(message.data) : message;
    function spread(message) {
      if (!message || !hasOwn(message, 'CDVType')) return [message];
      return message.CDVType === 'MultiPart' ? message.messages.map(binary) : [binary(message)];
    }

    function exec(success, fail, service, action, given) {
      if (typeof success === 'string') {
        throw new Error("exec takes functions first: cordova.exec(success, fail, 'Service', 'action', [ arguments ])");
      }
      let id = 'INVALID';
      if (success || fail) {
        id = service + cordova.callbackId++;
        cordova.callbacks[id] = { success, fail };
      }
      const values = Array.isArray(given) ? given.map(one => utils.typeName(one) === 'ArrayBuffer'
        ? { CDVType: 'ArrayBuffer', data: base64.fromArrayBuffer(one) } : one) : given || [];
      handlers(window).cordova.postMessage([id, service, action, JSON.parse(JSON.stringify(values))]);
    }

    exec.nativeCallback = (id, status, message, isKept) => {
      const isSuccess = status === cordova.callbackStatus.NO_RESULT || status === cordova.callbackStatus.OK;
      const values = spread(message);
      soon(() => { cordova.callbackFromNative(id, isSuccess, status, values, isKept); });
    };
    exec.nativeEvalAndFetch = body => {
      try { body(); } catch (error) { console.log(error); }
    };
    exec.nativeFetchMessages = () => {};
    return exec;
  }

  define('cordova/exec', (_, __, module) => { module.exports = isAndroid ? androidExec() : phoneExec(); });

  // --- What the platform itself gives -------------------------------------------------------------------------------

  const say = (service, action, values) => require('cordova/exec')(null, null, service, action, values);

  /** An object whose methods are calls with what they are given. */
  const remote = (service, names) => {
    const made = {};
    for (const name of names) made[name] = (...values) => say(service, name, values);
    return made;
  };

  function statusBar(service, visible, color) {
    let isVisible = true;
    return Object.defineProperties({}, {
      visible: {
        enumerable: true,
        get: () => window.StatusBar ? window.StatusBar.isVisible : isVisible,
        set(value) {
          if (window.StatusBar) return void (value ? window.StatusBar.show() : window.StatusBar.hide());
          isVisible = value;
          say(service, visible, [!!value]);
        },
      },
      setBackgroundColor: {
        value(given) {
          const digits = /^#([0-9a-f]{6})([0-9a-f]{2})?$/i.exec(given);
          if (digits === null) return;
          if (window.StatusBar) return void window.StatusBar.backgroundColorByHexString(given);
          say(service, color, digits[1].match(/../g).map(pair => parseInt(pair, 16)));
        },
      },
    });
  }

  /** What a line of the console is in the phone's log. */
  function logged(values) {
    const rest = [...values];
    let format = typeof rest[0] === 'string' ? rest.shift() : '%o';
    if (rest.length > 0) {
      format = format.replace(/%(.)/g, (all, kind) => {
        if (kind === '%' || rest.length === 0) return kind === '%' ? '%' : all;
        const value = rest.shift();
        if (kind === 'c') return '';
        if (kind === 'o' || kind === 'j') return JSON.stringify(value);
        return value === null || value === undefined ? Object.prototype.toString.call(value) : value.toString();
      });
    }
    return [format, ...rest].join(' ');
  }

  // Errors, warnings and plain lines go to the phone's log, too, once the device is ready. What else a console has is
  // left as it is: the phone's file repeats some of it as lines.
  function phoneConsole() {
    const before = window.console;
    const made = Object.create(before);
    const levels = { log: 'LOG', error: 'ERROR', warn: 'WARN', info: '', debug: '' };
    let early = [];
    document.addEventListener('deviceready', () => {
      const lines = early;
      early = null;
      for (const line of lines) say('Console', 'logLevel', line);
    });
    for (const name of Object.keys(levels)) {
      made[name] = (...values) => {
        before[name](...values);
        if (levels[name] === '') return;
        try {
          const line = [levels[name], logged(values)];
          if (early !== null) early.push(line); else say('Console', 'logLevel', line);
        } catch { /* What has no text is not logged. */ }
      };
    }
    return made;
  }

  define('cordova/platform', (_, __, module) => {
    module.exports = { id: cordova.platformId, bootstrap: isAndroid ? startAndroid : startPhone };
  });

  const provide = (id, path, make) => {
    define(id, (_, __, module) => { module.exports = make(); });
    mapper.clobbers(id, path);
  };

  function startPhone() {
    provide('cordova/plugin/ios/console', 'window.console', phoneConsole);
    provide('cordova/plugin/ios/wkwebkit', 'window.WkWebView', () => ({
      allowsBackForwardNavigationGestures(isAllowed) {
        say('CDVWebViewEngine', 'allowsBackForwardNavigationGestures', [isAllowed]);
      },
      convertFilePath(path) {
        const root = window.CDV_ASSETS_URL;
        if (!path || !root) return path;
        if (path.startsWith('/')) return `${root}/_app_file_${path}`;
        return path.startsWith('file://') ? `${root}/_app_file_${path.slice(7)}` : path;
      },
    }));
    provide('cordova/plugin/ios/launchscreen', 'navigator.splashscreen',
      () => remote('LaunchScreen', ['show', 'hide']));
    provide('cordova/plugin/ios/statusbar', 'window.statusbar',
      () => statusBar('StatusBarInternal', 'setVisible', 'setBackgroundColor'));
    channel.onNativeReady.fire();
  }

  function startAndroid() {
    require('cordova/exec').init();
    provide('cordova/plugin/android/app', 'navigator.app', () => remote('CoreAndroid', [
      'clearCache', 'loadUrl', 'cancelLoadUrl', 'clearHistory', 'backHistory', 'overrideBackbutton', 'overrideButton',
      'exitApp',
    ]));
    provide('cordova/plugin/android/splashscreen', 'navigator.splashscreen', () => ({
      show() { console.log('"navigator.splashscreen.show()" is unsupported on Android.'); },
      hide() { say('CordovaSplashScreenPlugin', 'hide', []); },
    }));
    provide('cordova/plugin/android/statusbar', 'window.statusbar',
      () => statusBar('SystemBarPlugin', 'setStatusBarVisible', 'setStatusBarBackgroundColor'));

    // Native code is told when the first listener to a button comes, and when the last goes.
    const button = (type, action, values) => {
      const own = cordova.addDocumentEventHandler(type);
      if (action) own.onHasSubscribersChange = () => say('CoreAndroid', action, [...values, own.numHandlers === 1]);
    };
    button('backbutton', 'overrideBackbutton', []);
    button('menubutton');
    button('searchbutton');
    button('volumeupbutton', 'overrideButton', ['volumeup']);
    button('volumedownbutton', 'overrideButton', ['volumedown']);

    // A resume that brings a plugin's result is kept for those who listen later.
    let kept = null;
    const { addEventListener } = document;
    document.addEventListener = (type, listener, options) => {
      addEventListener(type, listener, options);
      if (type === 'resume' && kept !== null) listener(kept);
    };
    const heard = (message, ...results) => {
      const { action } = message;
      if (action === 'resume') {
        if (results.length > 0 && message.pendingResult) {
          message.pendingResult.result = results.length === 1 ? results[0] : results;
          kept = message;
        }
        cordova.fireDocumentEvent(action, message);
      } else if (action === 'pause' || (/button$/.test(action) && documentChannels[action] !== undefined)) {
        cordova.fireDocumentEvent(action);
      } else {
        throw new Error(`Unknown event action ${action}`);
      }
    };
    channel.onCordovaReady.subscribe(() => {
      require('cordova/exec')(heard, null, 'CoreAndroid', 'messageChannel', []);
      say('CoreAndroid', 'show', []);
    });
  }

  // --- The start ----------------------------------------------------------------------------------------------------

  define('cordova/init', () => {
    const platform = require('cordova/platform');
    const first = [channel.onNativeReady, channel.onPluginsReady];
    const unfired = list => {
      for (const one of list) if (one.state !== FIRED) console.log('Channel not fired: ' + one.type);
    };
    setTimeout(() => {
      if (channel.onDeviceReady.state === FIRED) return;
      console.log('deviceready has not fired after 5 seconds.');
      unfired(first);
      unfired(channel.deviceReadyChannelsArray);
    }, 5000);

    channel.onPause = cordova.addDocumentEventHandler('pause');
    channel.onResume = cordova.addDocumentEventHandler('resume');
    channel.onActivated = cordova.addDocumentEventHandler('activated');
    channel.onDeviceReady = cordova.addStickyDocumentEventHandler('deviceready');

    if (document.readyState === 'loading') {
      document.addEventListener('DOMContentLoaded', () => { channel.onDOMContentLoaded.fire(); }, false);
    } else {
      channel.onDOMContentLoaded.fire();
    }
    if (window._nativeReady) channel.onNativeReady.fire();

    mapper.clobbers('cordova', 'cordova');
    mapper.clobbers('cordova/exec', 'cordova.exec');
    mapper.clobbers('cordova/exec', 'Cordova.exec');
    platform.bootstrap();

    // A timer, so that plugins that are written into the same script are there.
    setTimeout(() => { require('cordova/pluginloader').load(() => { channel.onPluginsReady.fire(); }); }, 0);

    channel.join(() => {
      mapper.mapModules(window);
      if (platform.initialize) platform.initialize();
      channel.onCordovaReady.fire();
      channel.join(() => { cordova.fireDocumentEvent('deviceready'); }, channel.deviceReadyChannelsArray);
    }, first);
  });

  window.cordova = require('cordova');
  require('cordova/init');
})();
