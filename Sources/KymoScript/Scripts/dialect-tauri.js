// The page half of Tauri 2: `__TAURI_INTERNALS__`, which the @tauri-apps/api of a page's bundle is written over,
// without the requests that carry its calls on a phone.
//
// native.commands: names; undefined if everything may be there. `plugin:NAME|METHOD` is the command of that name, or
// 'NAME.METHOD' if there is none. A call is answered once; one with a channel often: values that say that more come go
// through the channel, the last one is the result. A channel of a plugin's listener is told of as a listener of
// 'PLUGIN.EVENT'. An event of the app goes to the page's listeners of that name; one that the page emits goes to them,
// and is a call of the command of its name if there is one.
(function (native, shared) {
  'use strict';
  const window = globalThis;
  const { uncurry, hasOwn, find, slice, table, list, own, missed, register, get, set, remove } = shared;
  const { defineProperty, getOwnPropertyDescriptor, getPrototypeOf, keys } = Object;
  const { parse, stringify } = JSON;
  const { deleteProperty } = Reflect;
  const { setTimeout: setTimer, reportError, encodeURIComponent, Promise } = window;
  const textOf = String;
  const bytesOf = Uint8Array;
  const isArrayBuffer = uncurry(getOwnPropertyDescriptor(ArrayBuffer.prototype, 'byteLength').get);
  const view = name => uncurry(getOwnPropertyDescriptor(getPrototypeOf(bytesOf.prototype), name).get);
  const bufferOf = view('buffer'), startOf = view('byteOffset'), sizeOf = view('byteLength');
  const tagOf = view(Symbol.toStringTag);
  const eachOf = uncurry(Map.prototype.forEach);
  const isAndroid = native.platform === 'android';

  const CHANNEL = '__CHANNEL__:';
  const TO_IPC = '__TAURI_TO_IPC_KEY__';
  const PLUGIN = 'plugin:';

  const isCommand = native.commands ? table() : null;
  const commands = list(native.commands);
  for (let index = 0; index < commands.length; index += 1) isCommand[commands[index]] = true;

  const fixed = (object, name, value) => {
    defineProperty(object, name, { __proto__: null, value, configurable: true });
  };

  // --- Functions of the page that native code calls ------------------------------------------------------------------

  // A phone draws each id; these begin at one that the run's seed draws.
  let lastCallback = Math.floor(native.seed() * 0x100000000);

  function transformCallback(callback, once) {
    lastCallback = (lastCallback + 1) % 0x100000000;
    const id = lastCallback, name = `_${id}`;
    defineProperty(window, name, {
      __proto__: null, configurable: true,
      value: result => {
        if (once) deleteProperty(window, name);
        return callback && callback(result);
      },
    });
    return id;
  }

  const unregisterCallback = id => { deleteProperty(window, `_${id}`); };

  function runCallback(id, data) {
    const called = window[`_${id}`];
    if (typeof called === 'function') return called(data);
    const { console } = window;
    if (console && typeof console.warn === 'function') {
      console.warn(`[TAURI] Couldn't find callback id ${id}. This might happen when the app is reloaded while Rust is`
        + ' running an asynchronous operation.');
    }
    return native.report(`a function that the page has no more: ${id}`);
  }

  function tell(id, data) {
    try { runCallback(id, data); } catch (error) { reportError(error); }
  }

  // --- Values --------------------------------------------------------------------------------------------------------

  function numbers(bytes) {
    const made = list();
    for (let index = 0; index < bytes.length; index += 1) made[index] = bytes[index];
    return made;
  }

  /** The bytes that Rust gets for a buffer, or for a view of one; undefined for anything else. */
  function bytesIn(value, isWhole) {
    const kind = tagOf(value);
    if (kind === 'Uint8Array' || kind !== undefined && isWhole) {
      return new bytesOf(bufferOf(value), startOf(value), sizeOf(value));
    }
    try { isArrayBuffer(value); } catch (_) { return undefined; }
    return new bytesOf(value);
  }

  /** The JSON of what a call brings; its channels, in their order, are added to a list. */
  function said(payload, channels) {
    return stringify(payload, function (name, value) {
      const original = this[name];
      if (typeof value === 'number' && value - value !== 0) {
        native.report(`${value} is sent as null, JSON has no such number`);
      }
      if (typeof original !== 'object' || original === null) return value;
      let said = value;
      const isNew = typeof original[TO_IPC] === 'function';
      if (isNew) said = original[TO_IPC]();
      else if ('__TAURI_CHANNEL_MARKER__' in original && typeof original.id === 'number') said = CHANNEL + original.id;
      if (typeof said === 'string') {
        if (find(said, CHANNEL) === 0) {
          channels[channels.length] = { __proto__: null, id: +slice(said, CHANNEL.length), isNew, next: 0 };
        }
        return said;
      }
      const bytes = bytesIn(original, original === payload);
      if (bytes !== undefined) return numbers(bytes);
      try {
        const fields = table();
        eachOf(original, (each, key) => { fields[key] = each; });
        return fields;
      } catch (_) { /* It is no map. */ }
      return said;
    });
  }

  // --- Calls ---------------------------------------------------------------------------------------------------------

  // Tokens of another page, which was loaded before this one, are not among these; ids of functions may be.
  let lastId = Math.floor(native.seed() * 0x8000000);
  const waiting = register();

  /** The command of a call; undefined if nobody has it. */
  function commandOf(name) {
    if (isCommand === null || isCommand[name]) return name;
    const bar = find(name, PLUGIN) === 0 ? find(name, '|') : -1;
    if (bar < 0) return undefined;
    const dotted = `${slice(name, PLUGIN.length, bar)}.${slice(name, bar + 1)}`;
    return isCommand[dotted] ? dotted : undefined;
  }

  /** Answers a call of the page in a turn of its own. */
  const later = (id, value) => { setTimer(() => { tell(id, value); }, 0); };

  function ipc({ cmd, callback, error, payload }) {
    const name = textOf(cmd), channels = list();
    const text = said(payload, channels);
    const command = commandOf(name);
    const given = typeof payload === 'object' && payload !== null ? payload : table();
    if (command === undefined && internal[name] !== undefined) return internal[name](callback, error, given, text);
    if (command === undefined && registers(name, callback, given, channels)) return undefined;
    if (command === undefined) {
      native.post(name, text, undefined, 'none');
      const bar = find(name, PLUGIN) === 0 ? find(name, '|') : -1;
      const missing = bar < 0 ? `Command ${name} not found` : `plugin ${slice(name, PLUGIN.length, bar)} not found`;
      return later(error, missing);
    }
    if (channels.length > 1) native.report(`${name} has ${channels.length} channels: the first one gets what is said`);
    lastId += 1;
    const token = textOf(lastId);
    set(waiting, token, { __proto__: null, name, callback, error, channel: channels[0] });
    return native.post(command, text, token, channels.length > 0 ? 'many' : 'once');
  }

  function invoke(cmd, payload = {}, options = undefined) {
    return new Promise((resolve, reject) => {
      const callback = transformCallback(value => {
        resolve(value);
        unregisterCallback(error);
      }, true);
      const error = transformCallback(value => {
        reject(value);
        unregisterCallback(callback);
      }, true);
      internals.ipc({ cmd, callback, error, payload, options });
    });
  }

  function say(channel, json) {
    const message = { message: json === '' ? null : parse(json), id: channel.next, index: channel.next };
    channel.next += 1;
    tell(channel.id, message);
  }

  function answer(kind, token, keeps, json) {
    const call = get(waiting, token);
    if (call === undefined) {
      const channel = get(listening, token);
      if (channel !== undefined && kind === 'value') return say(channel, json);
      return native.report(`${kind === 'error' ? 'an error' : 'a value'} that nobody waits for: ${token}`);
    }
    if (keeps) {
      if (call.channel !== undefined && kind === 'value') return say(call.channel, json);
      const what = kind === 'value' ? 'a value' : 'an error';
      return missed(`${call.name} is answered once, and not often: ${what} is lost`);
    }
    remove(waiting, token);
    const { channel } = call;
    if (channel !== undefined && channel.isNew) tell(channel.id, { index: channel.next, end: true });
    if (kind === 'value') return tell(call.callback, json === '' ? null : parse(json));
    const error = parse(json);
    return tell(call.error, hasOwn(error, 'data') ? error.data : textOf(error.message));
  }

  // --- Events --------------------------------------------------------------------------------------------------------

  // By the name of an event: {id, handler} in the order of listening.
  const listeners = table();
  let lastEvent = Math.floor(native.seed() * 0x8000000);

  function unlisten(event, id) {
    const had = listeners[event], left = list();
    if (had === undefined) return;
    for (let index = 0; index < had.length; index += 1) if (had[index].id !== id) left[left.length] = had[index];
    listeners[event] = left;
  }

  /** Tells the page's listeners; gives how many there are. */
  function emit(name, json) {
    const called = listeners[name] || list();
    for (let index = 0; index < called.length; index += 1) {
      tell(called[index].handler, { event: name, id: called[index].id, payload: json === '' ? null : parse(json) });
    }
    return called.length;
  }

  function emitted(callback, given) {
    const event = textOf(own(given, 'event')), json = stringify(own(given, 'payload')) || '';
    const isCall = isCommand !== null && isCommand[event];
    if (isCall) native.post(event, json === '' ? undefined : json, undefined, 'none');
    setTimer(() => {
      if (emit(event, json) === 0 && !isCall) native.report(`nobody listens to ${event}, which the page emits`);
      tell(callback, null);
    }, 0);
  }

  const internal = {
    __proto__: null,
    'plugin:event|listen'(callback, error, given) {
      const event = textOf(own(given, 'event')), handler = own(given, 'handler');
      setTimer(() => {
        lastEvent += 1;
        const all = listeners[event] || (listeners[event] = list());
        all[all.length] = { __proto__: null, id: lastEvent, handler };
        tell(callback, lastEvent);
      }, 0);
    },
    'plugin:event|unlisten'(callback, error, given) {
      const event = textOf(own(given, 'event')), id = own(given, 'eventId');
      setTimer(() => {
        unlisten(event, id);
        tell(callback, null);
      }, 0);
    },
    'plugin:event|emit': (callback, error, given) => { emitted(callback, given); },
    'plugin:event|emit_to': (callback, error, given) => { emitted(callback, given); },
  };

  // Channels of plugins' listeners, by their tokens.
  const listening = register();

  /** Whether a call adds or removes a listener of a plugin, which is done then. */
  function registers(name, callback, given, channels) {
    const bar = find(name, PLUGIN) === 0 ? find(name, '|') : -1;
    const method = bar < 0 ? '' : slice(name, bar + 1);
    const event = bar < 0 ? '' : `${slice(name, PLUGIN.length, bar)}.${textOf(own(given, 'event'))}`;
    if ((method === 'register_listener' || method === 'registerListener') && channels.length > 0) {
      set(listening, `channel.${channels[0].id}`, channels[0]);
      native.control('addListener', event, `channel.${channels[0].id}`);
    } else if (method === 'remove_listener' || method === 'removeListener') {
      const token = `channel.${textOf(own(given, 'channelId'))}`;
      remove(listening, token);
      native.control('removeListener', event, token);
    } else {
      return false;
    }
    later(callback, null);
    return true;
  }

  function event(token, name, json) {
    const channel = get(listening, token);
    if (channel !== undefined) say(channel, json);
    else if (emit(name, json) === 0) native.report(`an event to which the page does not listen: ${name}`);
  }

  // --- What the page finds -------------------------------------------------------------------------------------------

  const internals = {
    metadata: { currentWindow: { label: 'main' }, currentWebview: { windowLabel: 'main', label: 'main' } },
    plugins: { path: { sep: '/', delimiter: ':' } },
  };
  const files = (path, protocol = 'asset') => {
    const name = encodeURIComponent(path);
    return isAndroid ? `http://${protocol}.localhost/${name}` : `${protocol}://localhost/${name}`;
  };
  const members = {
    __proto__: null, transformCallback, unregisterCallback, runCallback, invoke, convertFileSrc: files, ipc,
  };
  const names = keys(members);
  for (let index = 0; index < names.length; index += 1) fixed(internals, names[index], members[names[index]]);
  window.__TAURI_INTERNALS__ = internals;
  window.__TAURI_EVENT_PLUGIN_INTERNALS__ = { unregisterListener: unlisten };
  fixed(window, 'isTauri', true);

  return {
    __proto__: null, receive: shared.receiver(answer, event), prompt: () => undefined, finished: () => {},
  };
})
