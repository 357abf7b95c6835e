// The page half of React Native's web view: text in both directions, and nothing else. What the texts mean is between the
// app and its page, so a mapping finds the command in them.
//
// native.mapping (optional): {command, id, payload: names of fields, the first that is there counts; reply: {type, id,
// payload, error: name of a field}}. native.onMessage: false for an app that does not listen, whose pages then have no
// object. native.injectedObject (optional): the text that injectedObjectJson gives.
//
// A text that is an object with a command is that command; its parameters are its payload, or the whole object if it has
// none. Any other text is the command 'message'. Answers and events come as texts {type, id, payload} in `message` events
// of the window (iOS) or the document (Android).
(function (native, shared) {
  'use strict';
  const window = globalThis;
  const { uncurry, hasOwn, find, slice, table, list, bare, register, get, set, remove } = shared;
  const { defineProperty, getOwnPropertyDescriptor } = Object;
  const { parse, stringify } = JSON;
  const { apply } = Reflect;
  const { EventTarget, MessageEvent, structuredClone } = window;
  const dispatchEvent = EventTarget.prototype.dispatchEvent;
  const isArray = Array.isArray;
  const textOf = String;
  const bufferSize = uncurry(getOwnPropertyDescriptor(ArrayBuffer.prototype, 'byteLength').get);
  const isIOS = native.platform === 'ios';

  // --- The mapping --------------------------------------------------------------------------------------------------

  const given = native.mapping || table();
  const fields = (name, usual) => {
    const own = given[name];
    return list(own === undefined ? usual : isArray(own) ? own : [own]);
  };
  const COMMAND = fields('command', ['type', 'cmd', 'action', 'method', 'event']);
  const ID = fields('id', ['id', 'callbackId', 'requestId']);
  const PAYLOAD = fields('payload', ['payload', 'data', 'params', 'args']);
  const said = given.reply || table();
  const REPLY = {
    __proto__: null, type: said.type || 'type', id: said.id || 'id', payload: said.payload || 'payload',
    error: said.error || 'error',
  };

  /** The value of the first of some fields that an object has. */
  function first(object, names) {
    for (let index = 0; index < names.length; index += 1) {
      if (hasOwn(object, names[index])) return object[names[index]];
    }
    return undefined;
  }

  // --- From the page --------------------------------------------------------------------------------------------------

  // Who waits: a message with an id by its own token, one without by its command, which is all that an answer says of it.
  // Tokens of another page, which was loaded before this one, are not among these.
  let lastId = Math.floor(native.seed() * 0x8000000);
  const firstId = lastId;
  const waiting = register();
  const commands = list();
  const numbers = table();

  function post(command, parameters, id) {
    lastId += 1;
    let token = textOf(lastId);
    if (id !== undefined) {
      set(waiting, token, { __proto__: null, command, id });
    } else {
      if (numbers[command] === undefined) {
        numbers[command] = commands.length;
        commands[commands.length] = command;
      }
      token = `${numbers[command]}.${token}`;
    }
    native.post(command, parameters, token, 'many');
  }

  /** A text of the page. */
  function send(text) {
    let message;
    if (find(text, '{') >= 0) {
      try { message = parse(text); } catch (_) { message = undefined; }
    }
    const isObject = typeof message === 'object' && message !== null && !isArray(message);
    const command = isObject ? first(message, COMMAND) : undefined;
    if (typeof command !== 'string' || command === '') return post('message', stringify(text), undefined);
    const payload = first(message, PAYLOAD);
    const id = first(message, ID);
    return post(command, stringify(bare(payload === undefined ? message : payload)), id === null ? undefined : id);
  }

  function postMessage(data) {
    if (isIOS) {
      window.webkit.messageHandlers.ReactNativeWebView.postMessage(textOf(data));
      return;
    }
    if (typeof data === 'string') return void send(data);
    try { bufferSize(data); } catch (_) {
      throw new TypeError('ReactNativeWebView.postMessage takes a text');
    }
    native.report('an ArrayBuffer was posted: the phone ends the app');
  }

  // --- What the page finds ------------------------------------------------------------------------------------------

  const object = {};
  if (native.onMessage !== false) {
    if (isIOS) {
      const handler = {
        postMessage(value) {
          if (typeof value === 'string') send(value); else send(textOf(stringify(structuredClone(value))));
        },
      };
      defineProperty(window, 'webkit', {
        __proto__: null, value: { messageHandlers: { ReactNativeWebView: handler } }, writable: true, configurable: true,
      });
    }
    object.postMessage = postMessage;
  }
  const { injectedObject } = native;
  if (typeof injectedObject === 'string') {
    object.injectedObjectJson = () => injectedObject;
  } else if (!isIOS && native.onMessage !== false) {
    object.injectedObjectJson = () => null;
  }
  if (object.postMessage || object.injectedObjectJson) window.ReactNativeWebView = object;

  // --- From native code -----------------------------------------------------------------------------------------------

  /** Gives the page a text made of JSON texts, where a field that has none is left out. */
  function tell(type, id, name, json) {
    let data = `{${stringify(REPLY.type)}:${stringify(type)}`;
    if (id !== undefined) data += `,${stringify(REPLY.id)}:${stringify(id)}`;
    if (json !== '') data += `,${stringify(name)}:${json}`;
    const init = table();
    init.data = `${data}}`;
    apply(dispatchEvent, isIOS ? window : window.document, [new MessageEvent('message', init)]);
  }

  function answer(kind, token, keeps, json) {
    const dot = find(token, '.');
    let command, id;
    if (dot >= 0) {
      const number = +slice(token, dot + 1);
      if (number > firstId && number <= lastId) command = commands[slice(token, 0, dot)];
    } else {
      const call = get(waiting, token);
      if (call !== undefined) {
        ({ command, id } = call);
        if (!keeps) remove(waiting, token);
      }
    }
    if (command === undefined) {
      return native.report(`${kind === 'error' ? 'an error' : 'a value'} that nobody waits for: ${token}`);
    }
    if (kind === 'error') return tell(command, id, REPLY.error, stringify(textOf(parse(json).message)));
    return tell(command, id, REPLY.payload, json);
  }

  // The app knows these of its own; its page hears of them only if the app tells it.
  const ofTheApp = { __proto__: null, pause: true, resume: true, active: true, resign: true, backbutton: true };

  function event(_, name, json) {
    if (ofTheApp[name]) native.report(`an event that a page in React Native does not hear: ${name}`);
    else tell(name, undefined, REPLY.payload, json);
  }

  const ports = table();
  ports.receive = shared.receiver(answer, event);
  ports.prompt = () => undefined;
  ports.finished = () => {};
  return ports;
})
