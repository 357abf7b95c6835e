// The page half of JsBridge (lzyzsd) on Android, which native code puts into a page that has loaded.
//
// Native code takes and gives texts: any other value of the page's arrives as its JSON text, and whatever native code
// says is a text for the page. native.commands: names. A message without a name is the command 'message'.
// native.wasReady: whether an earlier page of this web view has loaded; what native code says before this one has is
// lost then.
//
// native.version, optional: 1, which has messages in a queue that native code fetches, at most once in 20 ms; or 2,
// whose object has a method for each command, and is there before the page. An event of the app is a message to the
// page's handler of that name, or to its default handler without one. Where native code wants an answer ('ask'), the
// handler has a function to give it, and the answer is a call of the command that 'ask' names.
(function (native, shared) {
  'use strict';
  const window = globalThis;
  const { hasOwn, table, list, own, place, missed, register, get, set, remove } = shared;
  const { parse, stringify } = JSON;
  const { setTimeout: setTimer, dispatchEvent } = window;
  const { apply } = Reflect;
  const clock = Date.now;
  const textOf = String;
  const NativeError = Error;
  const isSecond = native.version === 2;

  const NAMELESS = 'message';
  // How long after one fetch the next may come, in ms.
  const BETWEEN = 20;

  const isCommand = table();
  const commands = list(native.commands);
  for (let index = 0; index < commands.length; index += 1) isCommand[commands[index]] = true;

  // --- To native code ------------------------------------------------------------------------------------------------

  // Tokens of another page, which was loaded before this one, are not among these.
  let lastId = Math.floor(native.seed() * 0x8000000), lastCallback = 0;
  const waiting = register();
  // Who waits for an answer of the page: commands, by the ids of what native code has said.
  const asked = table();
  let lastAsked = 0;

  /** The text that Java gets for a value of a message; undefined if there is none. */
  const javaText = value => typeof value === 'string' ? value : stringify(value);

  function post(command, text, callback) {
    const parameters = text === undefined ? undefined : stringify(text);
    if (callback === undefined) return native.post(command, parameters, undefined, 'none');
    lastId += 1;
    const token = textOf(lastId);
    set(waiting, token, callback);
    // Without a handler of the app's own native code has one that says this.
    if (command === NAMELESS && !isCommand[NAMELESS]) {
      native.post(command, parameters, undefined, 'none');
      return setTimer(() => { answer('value', token, false, '"DefaultHandler response data"'); }, 0);
    }
    return native.post(command, parameters, token, 'once');
  }

  /** Gives native code an answer of the page's. */
  function respond(id, text) {
    const command = own(asked, id);
    delete asked[id];
    if (command === undefined) native.report(`an answer of the page that nobody waits for: ${id}`);
    else native.post(command, text === undefined ? undefined : stringify(text), undefined, 'none');
  }

  // What the page has sent, and native code has not fetched: functions that hand it over.
  let outbox = list(), isWaking = false, isWaiting = false, lastFetch = 0;

  function send(one) {
    outbox[outbox.length] = one;
    if (isWaking) return;
    isWaking = true;
    setTimer(() => {
      isWaking = false;
      fetchQueue();
    }, 0);
  }

  function fetchQueue() {
    if (outbox.length === 0) return;
    if (clock() - lastFetch < BETWEEN) {
      if (!isWaiting) setTimer(fetchQueue, BETWEEN);
      isWaiting = true;
      return;
    }
    lastFetch = clock();
    isWaiting = false;
    const sent = outbox;
    outbox = list();
    for (let index = 0; index < sent.length; index += 1) sent[index]();
  }

  // --- From native code ----------------------------------------------------------------------------------------------

  const handlers = table();
  let bridge;
  // What came before the page has called init, which is given to it once more then.
  let early = list();

  function handle(text) {
    if (early !== null) {
      early[early.length] = text;
      // A strict run has each once.
      if (native.isStrict) return;
    }
    dispatch(text);
  }

  const dispatch = text => { setTimer(() => { take(parse(text)); }, 0); };

  function take(message) {
    const responseId = own(message, 'responseId');
    if (responseId) {
      const callback = get(waiting, responseId);
      if (typeof callback !== 'function') return;
      callback(own(message, 'responseData'));
      remove(waiting, responseId);
      return;
    }
    const id = own(message, 'callbackId'), name = own(message, 'handlerName');
    const say = id ? data => {
      if (isSecond) respond(id, stringify(data));
      else {
        const text = javaText(data);
        send(() => { respond(id, text); });
      }
    } : undefined;
    const handler = name ? handlers[name] : bridge._messageHandler;
    try {
      handler(own(message, 'data'), say);
    } catch (error) {
      if (typeof handler !== 'function') {
        native.report(name ? `the page has no handler for ${name}` : 'the page has no default handler');
      }
      const { console } = window;
      if (!console || typeof console.log !== 'function') return;
      console.log('WebViewJavascriptBridge: WARNING: javascript handler threw.', message, error);
    }
  }

  // --- What the page calls -------------------------------------------------------------------------------------------

  const callbackOf = callback => callback ? callback : undefined;

  function sendFirst(name, data, callback) {
    // What has no JSON throws here, at its sender, and nothing is sent.
    const text = javaText(data), waits = callbackOf(callback);
    send(() => { post(name ? textOf(name) : NAMELESS, text, waits); });
  }

  function sendSecond(name, data, callback) {
    const waits = callbackOf(callback);
    if (waits !== undefined) {
      if (data === undefined || data === null) {
        throw new TypeError(`Cannot set properties of ${data} (setting 'callbackId')`);
      }
      lastCallback += 1;
      if (typeof data === 'object' || typeof data === 'function') data.callbackId = `cb_${lastCallback}_${clock()}`;
    }
    post(name === 'send' ? NAMELESS : textOf(name), stringify(data), waits);
  }

  function init(handler) {
    if (bridge._messageHandler) throw new NativeError('WebViewJavascriptBridge.init called twice');
    bridge._messageHandler = handler;
    const waited = early || list();
    early = null;
    for (let index = 0; index < waited.length; index += 1) dispatch(waited[index]);
    if (isSecond) bridge.inited = true;
  }

  const registerHandler = (name, handler) => { handlers[name] = handler; };
  const first = {
    init,
    send: (data, callback) => { sendFirst('', data, callback); },
    registerHandler,
    callHandler: (name, data, callback) => { sendFirst(name, data, callback); },
    _fetchQueue: fetchQueue,
    _handleMessageFromNative: handle,
  };
  const second = {
    __proto__: null, init, registerHandler,
    doSend: (data, callback) => { sendSecond('send', data, callback); },
    callHandler(name, data, callback) {
      if (arguments.length === 2 && typeof data === 'function') sendSecond(name, null, data);
      else sendSecond(name, data, callback);
    },
    _handleMessageFromNative: handle,
  };

  // The object of version 2 is Java's, with what it can do from the start.
  if (isSecond) {
    bridge = {};
    const method = command => text => {
      native.post(command, stringify(textOf(text)), undefined, 'none');
      return '';
    };
    for (let index = 0; index < commands.length; index += 1) place(bridge, commands[index], method(commands[index]));
    place(bridge, 'send', method(NAMELESS));
    place(bridge, 'response', (text, id) => { respond(textOf(id), text); });
    place(window, 'WebViewJavascriptBridge', bridge);
  }

  // --- When the page has loaded --------------------------------------------------------------------------------------

  let isLoaded = false;
  // What native code says before its first page has loaded waits for that.
  let startup = native.wasReady ? null : list();

  function install() {
    if (isSecond) {
      if (bridge.inited) return;
      for (const name in second) bridge[name] = second[name];
    } else {
      if (window.WebViewJavascriptBridge) return native.report('the page has a WebViewJavascriptBridge of its own');
      bridge = first;
      window.WebViewJavascriptBridge = bridge;
    }
    const { document } = window;
    const event = document.createEvent('Events');
    event.initEvent('WebViewJavascriptBridgeReady', false, false);
    event.bridge = bridge;
    if (isSecond) {
      const jobs = window.WVJBCallbacks || list();
      window.WVJBCallbacks = [];
      for (let index = 0; index < jobs.length; index += 1) jobs[index](bridge);
    }
    apply(dispatchEvent, document, [event]);
  }

  function finished() {
    isLoaded = true;
    native.control('ready', 'loaded', '');
    try { install(); } finally {
      const waited = startup || list();
      startup = null;
      for (let index = 0; index < waited.length; index += 1) hand(waited[index]);
    }
  }

  /** Gives the page's object a message, as the script of native code does. */
  function hand(text) {
    const object = window.WebViewJavascriptBridge;
    const called = object && object._handleMessageFromNative;
    if (typeof called !== 'function') {
      return missed('what native code says is lost: the page has no WebViewJavascriptBridge yet');
    }
    return apply(called, object, [text]);
  }

  /** The text that native code says for a value: a text itself, and anything else as JSON. */
  const said = json => json[0] === '"' ? json : stringify(json);

  function answer(kind, token, _, json) {
    const callback = get(waiting, token);
    if (callback === undefined) {
      return native.report(`${kind === 'error' ? 'an error' : 'a value'} that nobody waits for: ${token}`);
    }
    let data = json;
    if (kind === 'error') {
      const error = parse(json);
      if (!hasOwn(error, 'code') || error.code !== 'VALIDATION') {
        remove(waiting, token);
        return missed(`an error that the page does not hear of: ${textOf(error.message)}`);
      }
      data = stringify({ __proto__: null, error: error.message });
    }
    return hand(`{"responseId":${stringify(token)}${data === '' ? '' : `,"responseData":${said(data)}`}}`);
  }

  function event(_, name, json, wanted) {
    let text = '{';
    const add = (member, value) => { text += `${text === '{' ? '' : ','}"${member}":${value}`; };
    if (wanted !== undefined) {
      lastAsked += 1;
      const id = `JAVA_CB_${lastAsked}_${clock()}`;
      asked[id] = wanted;
      add('callbackId', stringify(id));
    }
    // An empty text is none.
    if (json !== '' && json !== '""') add('data', said(json));
    if (name !== '') add('handlerName', stringify(name));
    text += '}';
    if (startup !== null) startup[startup.length] = text; else hand(text);
  }

  return {
    __proto__: null, receive: shared.receiver(answer, event), prompt: () => undefined, finished,
  };
})
