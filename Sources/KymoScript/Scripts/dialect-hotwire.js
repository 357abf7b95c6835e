// The page half of Hotwire Native, and of Strada before it: the object `nativeBridge` that native code puts into a
// page, which finds the web side that the page's bundle brings, and the way between the two and native code.
//
// native.commands: 'component.event'; the components of it are those that native code has, unless native.components
// names them. A message is a call of 'component.event' with its data, `metadata` included, and may be answered often.
// An event of that name answers the last such message again, as native code does that keeps it. The user agent says
// which components there are, as bundles look for them before anything else; it is left as it is if it says so already.
(function (native, shared) {
  'use strict';
  const window = globalThis;
  const {
    uncurry, hasOwn, find, slice, table, list, own, place, missed, bare, copy, placeHandlers, kindOf, register,
    get, set, remove,
  } = shared;
  const { create, defineProperty } = Object;
  const { parse, stringify } = JSON;
  const { apply } = Reflect;
  const { location, navigator, setTimeout: setTimer, reportError, addEventListener } = window;
  const isArray = Array.isArray;
  const textOf = String;
  const lastOf = uncurry(String.prototype.lastIndexOf);
  const isIOS = native.platform === 'ios';

  // --- Components ----------------------------------------------------------------------------------------------------

  const components = list();
  const isComponent = table();

  function add(name) {
    if (name === '' || isComponent[name]) return;
    isComponent[name] = true;
    components[components.length] = name;
  }

  if (native.components) {
    const given = list(native.components);
    for (let index = 0; index < given.length; index += 1) add(given[index]);
  } else {
    const commands = list(native.commands);
    for (let index = 0; index < commands.length; index += 1) {
      const dot = lastOf(commands[index], '.');
      if (dot > 0) add(slice(commands[index], 0, dot));
    }
  }

  function namePlatform() {
    const agent = navigator.userAgent;
    if (find(agent, 'bridge-components: [') >= 0) return;
    let names = '';
    for (let index = 0; index < components.length; index += 1) names += (index > 0 ? ' ' : '') + components[index];
    const value = isIOS ? `${agent} Hotwire Native iOS; Turbo Native iOS; bridge-components: [${names}]`
      : `Hotwire Native Android; Turbo Native Android; bridge-components: [${names}]; ${agent}`;
    defineProperty(navigator, 'userAgent', { __proto__: null, value, enumerable: true, configurable: true });
  }

  // --- From the page -------------------------------------------------------------------------------------------------

  // Tokens of another page, which was loaded before this one, are not among these; the ids of its messages may be.
  let lastId = Math.floor(native.seed() * 0x8000000);
  const waiting = register();
  // The last message of each command.
  const last = table();

  /** Takes a message of the page, a copy of which nobody else has. */
  function take(message) {
    const isObject = typeof message === 'object' && message !== null && !isArray(message);
    const id = isObject ? own(message, 'id') : undefined;
    const component = isObject ? own(message, 'component') : undefined;
    const name = isObject ? own(message, 'event') : undefined;
    if (typeof id !== 'string' || typeof component !== 'string' || typeof name !== 'string') {
      return missed('a message without an id, a component and an event is dropped');
    }
    const command = `${component}.${name}`;
    const data = own(message, 'data');
    const metadata = typeof data === 'object' && data !== null ? own(data, 'metadata') : undefined;
    const url = typeof metadata === 'object' && metadata !== null ? own(metadata, 'url') : undefined;
    if (url !== location.href) return missed(`${command} says that it is of ${textOf(url)}, and is dropped`);
    if (!isComponent[component]) return missed(`${command} is dropped: native code has no component ${component}`);
    lastId += 1;
    const token = textOf(lastId);
    const one = { __proto__: null, id, component, event: name, json: stringify(data) };
    set(waiting, token, one);
    last[command] = one;
    return native.post(command, one.json, token, 'many');
  }

  let isSaid = false;

  /** The page can be told which components there are, in a turn of its own. */
  function ready() {
    if (!isSaid) native.control('ready', 'bridge', '');
    isSaid = true;
    setTimer(() => {
      const bridge = window.nativeBridge;
      if (typeof bridge === 'object' && bridge !== null) bridge.register(listOf(components, nothing, nothing));
    }, 0);
  }

  function send(value) {
    if (value === 'ready') return ready();
    return take(copy(value, 'bridge', 0));
  }

  function sendText(text) {
    let message;
    try { message = bare(parse(textOf(text))); } catch (_) { message = undefined; }
    take(message);
  }

  // --- What native code puts into the page ---------------------------------------------------------------------------

  /** A list of the page's own with some values, of which one is left out. */
  function listOf(values, more, but) {
    const made = [];
    let count = 0, isFound = false;
    const push = value => {
      if (value === but && !isFound) {
        isFound = true;
        return;
      }
      defineProperty(made, count, { __proto__: null, value, writable: true, enumerable: true, configurable: true });
      count += 1;
    };
    for (let index = 0; index < values.length; index += 1) push(values[index]);
    for (let index = 0; index < more.length; index += 1) push(more[index]);
    return made;
  }

  const nothing = list();
  /** The name under which the page's bundle has put its web side. */
  const web = () => window.HotwireNative || window.Strada;
  const asked = table();
  let isRegistered = false;

  function updated() {
    if (!isIOS) window.BridgeComponentsNative.bridgeDidUpdateSupportedComponents();
    if (web()) web().web.adapterDidUpdateSupportedComponents();
  }

  /** Gives this object to the web side: now, if that is there, and when it says that it has come. */
  function join(bridge) {
    const give = () => { web().web.setAdapter(bridge); };
    const isThere = web() !== undefined;
    if (isThere) give();
    // The event is the document's, which comes with the page; the window hears of it before all others.
    if (isIOS || !isThere) apply(addEventListener, window, ['web-bridge:ready', give, true]);
  }

  class NativeBridge {
    supportedComponents = [];

    get platform() { return native.platform; }

    get webBridge() { return web().web; }

    register(given) {
      this.supportedComponents = listOf(this.supportedComponents, isArray(given) ? given : [given], nothing);
      if (!isRegistered) join(this);
      isRegistered = true;
      updated();
    }

    unregister(component) {
      const left = listOf(this.supportedComponents, nothing, component);
      if (left.length === this.supportedComponents.length) return;
      this.supportedComponents = left;
      updated();
    }

    supportsComponent(component) {
      for (let index = 0; index < this.supportedComponents.length; index += 1) {
        if (this.supportedComponents[index] === component) return true;
      }
      const name = textOf(component);
      if (!asked[name]) native.report(`native code has no component ${name}: its messages are dropped`);
      asked[name] = true;
      return false;
    }

    /** Gives the web side what native code says: an object on the iPhone, and text on Android. */
    replyWith(message) {
      if (web()) web().web.receive(isIOS ? message : parse(message));
    }

    /** Gives native code what the web side says. */
    receive(message) { this.postMessage(isIOS ? message : stringify(message)); }

    postMessage(message) {
      if (isIOS) window.webkit.messageHandlers.bridge.postMessage(message);
      else window.BridgeComponentsNative.bridgeDidReceiveMessage(message);
    }
  }

  namePlatform();
  if (isIOS) {
    const handler = create(kindOf('UserMessageHandler'));
    place(handler, 'postMessage', function postMessage(value) {
      if (arguments.length === 0) throw new TypeError('Not enough arguments');
      send(value);
    });
    placeHandlers({ __proto__: null, bridge: handler });
    window.nativeBridge = new NativeBridge();
    window.nativeBridge.postMessage('ready');
  } else {
    const object = {};
    place(object, 'bridgeDidInitialize', () => { ready(); });
    place(object, 'bridgeDidUpdateSupportedComponents', () => {});
    place(object, 'bridgeDidReceiveMessage', text => { sendText(text); });
    place(window, 'BridgeComponentsNative', object);
  }

  // --- From native code ----------------------------------------------------------------------------------------------

  /** Answers a message with data, or with its own if there is none. */
  function reply({ id, component, event, json }, data) {
    let said = data === '' ? json : data;
    if (isIOS && said[0] !== '{') {
      missed(`what answers ${component}.${event} is no object: the page gets an empty one`);
      said = '{}';
    }
    const bridge = window.nativeBridge;
    if (typeof bridge !== 'object' || bridge === null) {
      return missed(`${component}.${event} is answered without a bridge`);
    }
    const names = `"component":${stringify(component)},"event":${stringify(event)}`;
    const text = `{"id":${stringify(id)},${names},"data":${said}}`;
    try { return bridge.replyWith(isIOS ? parse(text) : text); } catch (error) { return reportError(error); }
  }

  function answer(kind, token, keeps, json) {
    const one = get(waiting, token);
    if (one === undefined) {
      return native.report(`${kind === 'error' ? 'an error' : 'a value'} that nobody waits for: ${token}`);
    }
    if (!keeps) remove(waiting, token);
    if (kind !== 'error') return reply(one, json);
    const error = parse(json);
    if (!hasOwn(error, 'code') || error.code !== 'VALIDATION') {
      return missed(`${one.component}.${one.event}: an error that the page does not hear of: ${textOf(error.message)}`);
    }
    return reply(one, stringify({ __proto__: null, error: error.message }));
  }

  function event(_, name, json) {
    const one = last[name];
    if (one === undefined) native.report(`an event for which the page has sent no message: ${name}`);
    else reply(one, json);
  }

  return {
    __proto__: null,
    receive: shared.receiver(answer, event),
    prompt: () => undefined,
    finished: () => {
      // Android puts its object in when the page has loaded.
      if (isIOS) return;
      window.nativeBridge = new NativeBridge();
      window.BridgeComponentsNative.bridgeDidInitialize();
    },
  };
})
