// The page's side of the bridge: calls go out one after the other, replies come back as requests to the page.
'use strict';

const bridge = (() => {
  const waiting = [];            // Calls that were not sent yet, in order.
  const maximumWaiting = 1000;
  let isSending = false;
  const handlers = new Map();    // What the page does for each command of the native side.
  const listeners = [];

  /** Calls back when a call was answered, or the server was found or lost. */
  function listen(listener) { listeners.push(listener); }

  function tell(kind, detail) { for (const listener of listeners) listener(kind, detail); }

  /** Sends a command with its parameters; false if too many wait. */
  function makeCall(command, parameters) {
    if (waiting.length >= maximumWaiting) {
      tell('dropped', { command });
      return false;
    }
    waiting.push({ command, parameters });
    sendNext();
    return true;
  }

  async function sendNext() {
    if (isSending || waiting.length === 0) return;
    isSending = true;
    const call = waiting[0];
    const message = call.parameters === undefined
      ? '' : '&msg=' + encodeURIComponent(JSON.stringify(call.parameters));
    const started = performance.now();
    try {
      const response = await fetch('call?cmd=' + encodeURIComponent(call.command) + message,
        { cache: 'no-store', headers: { Prefer: 'respond-async' } });
      const text = await response.text();
      waiting.shift();
      tell('found');
      const isScript = (response.headers.get('Content-Type') || '').startsWith('application/javascript');
      tell('answer', {
        command: call.command, status: response.status, milliseconds: performance.now() - started,
        outcome: response.headers.get('Kymo-Outcome'), text
      });
      if (isScript) run(text);
    } catch (error) {
      tell('lost', { error });
      await new Promise(resolve => setTimeout(resolve, 1000));
    }
    isSending = false;
    sendNext();
  }

  /** Maps a command of the native side to a function of the page. */
  function handle(command, action) { handlers.set(command, action); }

  function handleRequest(command, parameters) {
    const action = handlers.get(command);
    if (action) action(parameters === null ? [] : parameters); else tell('unknown', { command });
  }

  function handleJSONRequest(command, text) {
    handleRequest(command, text ? JSON.parse(text) : null);
  }

  const escapes = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f', v: '\v', 0: '\0' };

  /** What a JavaScript literal in single quotes stands for, and where it ends; nothing is evaluated. */
  function literal(text, start) {
    let value = '';
    for (let index = start + 1; index < text.length; index += 1) {
      const character = text[index];
      if (character === "'") return { value, end: index + 1 };
      if (character !== '\\') { value += character; continue; }
      index += 1;
      const escape = text[index];
      if (escape === 'u') {
        value += String.fromCharCode(parseInt(text.slice(index + 1, index + 5), 16));
        index += 4;
      } else {
        value += escape in escapes ? escapes[escape] : escape;
      }
    }
    throw new SyntaxError('a text of the native side does not end');
  }

  /** Does what a reply says: handleJSONRequest('name','json') or handleRequest('name',json). */
  function run(script) {
    const match = /^(handleJSONRequest|handleRequest)\('/.exec(script);
    if (!match) return tell('unknown', { command: script });
    const name = literal(script, match[0].length - 1);
    if (script[name.end] !== ',' || !script.endsWith(')')) throw new SyntaxError('a reply is no request');
    if (match[1] === 'handleJSONRequest') {
      handleJSONRequest(name.value, literal(script, name.end + 1).value);
    } else {
      handleRequest(name.value, JSON.parse(script.slice(name.end + 1, -1)));
    }
  }

  let events;

  /** Listens to what the native side says by itself. */
  function open() {
    events = new EventSource('bridge/events');
    events.onopen = () => tell('found');
    events.onerror = () => tell('lost', {});
    for (const kind of ['push', 'reply']) {
      events.addEventListener(kind, event => {
        const body = JSON.parse(event.data);
        tell(kind, body);
        run(body.text);
      });
    }
    events.addEventListener('lost', event => tell('missed', { count: Number(event.data) }));
  }

  return { makeCall, handle, handleRequest, handleJSONRequest, listen, open, run };
})();
