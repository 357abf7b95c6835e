// The page's side of the bridge over HTTP: quickconnect.js has the calls and the requests, this sends and receives.
'use strict';

const bridge = (() => {
  const listeners = [];

  /** Calls back when a call was answered, or the server was found or lost. */
  function listen(listener) { listeners.push(listener); }

  function tell(kind, detail) {
    if (kind === 'failed') console.error(detail.error);
    for (const listener of listeners) listener(kind, detail);
  }

  // One call is in flight at a time; one that the server did not take is sent again.
  async function send(text, sequence, command) {
    const started = performance.now();
    let response, body;
    try {
      response = await fetch(text, { cache: 'no-store', headers: { Prefer: 'respond-async' } });
      body = await response.text();
    } catch (error) {
      tell('lost', { error });
      setTimeout(connection.again, 1000);
      return;
    }
    tell('found');
    const isScript = (response.headers.get('Content-Type') || '').startsWith('application/javascript');
    tell('answer', {
      command, status: response.status, milliseconds: performance.now() - started,
      outcome: response.headers.get('Kymo-Outcome'), text: body
    });
    connection.acknowledge();
    if (isScript) run(body);
  }

  const connection = QuickConnect({ call: send, tell });
  const { makeCall, handleRequest, handleJSONRequest } = connection;

  /** Maps a command of the native side to a function of the page. */
  function handle(command, action) { connection.mapCommandToVCF(command, (data, parameters) => action(parameters)); }

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
