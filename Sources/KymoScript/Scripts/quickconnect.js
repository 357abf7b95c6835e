// QuickConnect's JavaScript side: calls to the native side one at a time, requests of the native side in phases.
//
// One file for a page that the native side runs and for one in a browser. It is `QuickConnect(host, kit)`:
// host.call(text, sequence) sends "call?cmd=NAME&msg=TEXT"; what is sent is in flight until `acknowledge()`, and is sent
// anew by `again()`. With a kit (on the native side) the book's functions become globals, which a page may replace, and
// the native side finds `kit.page.acknowledge`. host.tell(kind, detail), optional, hears of what was dropped, unknown,
// refused or thrown.
//
// A page may bring the book's own com.js instead: its makeCall keeps what it cannot send in the global `messages`, while
// `storeMessage` is set (a call is under way) or `canSend` is not (the page is not loaded). What empties that list is in
// no print; the native side did it. So it is done here: canSend is set once the page is loaded, and whenever a call has
// arrived, the next of the list goes, or storeMessage is reset.
QuickConnect = function (host, kit) {
  'use strict';
  const { create, freeze, isFrozen, setPrototypeOf } = Object;
  const { apply } = Reflect;
  const isArray = Array.isArray;
  const { stringify, parse } = JSON;
  const encode = encodeURIComponent;
  const text = String;
  const slice = Array.prototype.slice;
  const bare = () => setPrototypeOf([], null);

  const STACK_EXIT = 'ExIt_StAcK';
  const STACK_CONTINUE = 'ContInUe';
  const WAIT_FOR_DATA = 'wAiT_fOr_DaTa';
  const MORE_THAN_ONE = 'MORE_THAN_ONE_ASYNC_CALL_IN_A_BCF';
  const STOP = 'stop';
  const MAXIMUM_CALLS = 1000;      // Calls that wait, and
  const MAXIMUM_STACKS = 1000;     // requests that wait for data.

  /** What happened so far, by kind. */
  const counts = {
    calls: 0, sent: 0, acknowledged: 0, dropped: 0, requests: 0, unknown: 0, invalid: 0, ended: 0, failed: 0, waiting: 0,
    resumed: 0,
  };
  const tell = (kind, detail) => { if (host.tell) host.tell(kind, detail); };

  // --- Calls --------------------------------------------------------------------------------------------------------

  const calls = bare();            // Those that wait, from `firstCall` on; the first may be in flight.
  let firstCall = 0;
  let callCount = 0;
  let isReady = true;
  let isInFlight = false;
  let sequence = 0;

  /** What a call says: with its name and its text encoded, so that no sign in them ends it. */
  function message(command, data) {
    const said = 'call?cmd=' + encode(text(command));
    if (data === undefined) return said;
    // The word alone stands for no message, so that a message that is this word is written otherwise.
    if (data === 'undefined') return said + '&msg=%75ndefined';
    return said + '&msg=' + encode(typeof data === 'string' ? data : stringify(data));
  }

  function sendNext() {
    if (!isReady || isInFlight || callCount === 0) return;
    isInFlight = true;
    counts.sent += 1;
    const call = calls[firstCall];
    host.call(call.text, call.sequence, call.command);
  }

  /** Asks the native side to do something; false if too many calls wait. */
  function makeCall(command, data) {
    counts.calls += 1;
    if (callCount >= MAXIMUM_CALLS) {
      counts.dropped += 1;
      tell('dropped', { command: text(command) });
      return false;
    }
    sequence += 1;
    calls[firstCall + callCount] = { text: message(command, data), sequence, command: text(command) };
    callCount += 1;
    sendNext();
    return true;
  }

  /** The native side has the call that was in flight: the next one goes. */
  function acknowledge() {
    if (!isInFlight) return false;
    isInFlight = false;
    calls[firstCall] = undefined;
    firstCall += 1;
    callCount -= 1;
    if (firstCall >= 64 || callCount === 0) {
      for (let index = 0; index < callCount; index += 1) calls[index] = calls[firstCall + index];
      calls.length = callCount;
      firstCall = 0;
    }
    counts.acknowledged += 1;
    sendNext();
    return true;
  }

  /** The call in flight did not arrive: it is sent once more. */
  function again() {
    isInFlight = false;
    sendNext();
  }

  /** Lets calls go, or lets them wait while the native side is not ready. */
  function ready(isNow = true) {
    isReady = !!isNow;
    sendNext();
  }

  // --- Command functions --------------------------------------------------------------------------------------------

  const maps = { ValCF: create(null), BCF: create(null), VCF: create(null), ECF: create(null) };
  const none = bare();

  function add(phase, command, action) {
    if (typeof action !== 'function') throw new TypeError(`${text(command)} is mapped to what is no function`);
    const map = maps[phase];
    const name = text(command);
    if (map[name] === undefined) map[name] = bare();
    map[name][map[name].length] = action;
  }
  const mapCommandToValCF = (command, action) => add('ValCF', command, action);
  const mapCommandToBCF = (command, action) => add('BCF', command, action);
  const mapCommandToVCF = (command, action) => add('VCF', command, action);
  const mapCommandToECF = (command, action) => add('ECF', command, action);

  // What is mapped to "default" comes first in each phase, for every command, once.
  const defaults = (phase, command) => command === 'default' ? none : maps[phase].default || none;
  const own = (phase, command) => maps[phase][command] || none;

  const known = command => own('ValCF', command) !== none || own('BCF', command) !== none
    || own('VCF', command) !== none || own('ECF', command) !== none || maps.ValCF.default !== undefined
    || maps.BCF.default !== undefined || maps.VCF.default !== undefined;

  /** A list of parameters is the request's alone and does not change; an object is handed on as it is. */
  function fixed(parameters) {
    if (parameters === null || parameters === undefined) return freeze([]);
    if (!isArray(parameters) || isFrozen(parameters)) return parameters;
    return freeze(apply(slice, parameters, []));
  }

  function failed(command, error) {
    counts.failed += 1;
    if (kit) kit.report(error);
    tell('failed', { command, error });
    let said = 'an error that cannot be said';
    try { said = text(error && error.message !== undefined ? error.message : error); } catch { /* It has no text. */ }
    if (command !== 'runFailure') dispatchToECF('runFailure', said, none);
  }

  /** Validates; STACK_EXIT if a function said so, and true otherwise. */
  function dispatchToValCF(command, parameters) {
    const name = text(command);
    const given = fixed(parameters);
    for (let turn = 0; turn < 2; turn += 1) {
      const list = turn === 0 ? defaults('ValCF', name) : own('ValCF', name);
      for (let index = 0; index < list.length; index += 1) if (list[index](given) === STACK_EXIT) return STACK_EXIT;
    }
    return true;
  }

  let stack = null;                // The request whose business functions run.

  // Runs the business functions from where the request is: null if it ended there, or waits.
  function runBusiness(request) {
    const { functions, parameters, results } = request;
    while (request.next < functions.length) {
      const action = functions[request.next];
      request.next += 1;
      const outer = stack;
      stack = request;
      request.key = null;
      let value;
      try { value = action(parameters, results); } finally { stack = outer; }
      if (value === WAIT_FOR_DATA) return wait(request);
      if (value === STACK_EXIT || value === undefined || value === null) {
        counts.ended += 1;
        return null;
      }
      results[results.length] = value;
    }
    return results;
  }

  function businessOf(command, parameters) {
    const functions = bare();
    for (let turn = 0; turn < 2; turn += 1) {
      const list = turn === 0 ? defaults('BCF', command) : own('BCF', command);
      for (let index = 0; index < list.length; index += 1) functions[functions.length] = list[index];
    }
    return { command, parameters, functions, next: 0, results: [], key: null };
  }

  /** Does the business: what the functions returned, in order; null if one ended the request, or it waits. */
  function dispatchToBCF(command, parameters) { return runBusiness(businessOf(text(command), fixed(parameters))); }

  /** Shows the results; what a function returns counts only if it is 'stop'. */
  function dispatchToVCF(command, data, parameters) {
    const name = text(command);
    const given = fixed(parameters);
    // A stop among what comes first for every command stops the phase.
    for (let turn = 0; turn < 2; turn += 1) {
      const list = turn === 0 ? defaults('VCF', name) : own('VCF', name);
      for (let index = 0; index < list.length; index += 1) if (list[index](data, given) === STOP) return;
    }
  }

  /** Tells the command's error functions. */
  function dispatchToECF(command, errorMessage, parameters) {
    const name = text(command);
    const list = own('ECF', name);
    const given = fixed(parameters);
    for (let index = 0; index < list.length; index += 1) {
      try {
        if (list[index](errorMessage, given) === STOP) return;
      } catch (error) {
        counts.failed += 1;
        if (kit) kit.report(error);
        tell('failed', { command: name, error });
      }
    }
  }
  const handleError = dispatchToECF;

  // --- Requests -----------------------------------------------------------------------------------------------------

  /** Runs a request of the native side, or of the page, through its phases; false if it did not reach the last. */
  function handleRequest(command, parameters) {
    const name = text(command);
    counts.requests += 1;
    if (!known(name)) {
      counts.unknown += 1;
      tell('unknown', { command: name });
      return false;
    }
    const given = fixed(parameters);
    try {
      if (dispatchToValCF(name, given) === STACK_EXIT) {
        counts.invalid += 1;
        tell('invalid', { command: name });
        dispatchToECF(name, 'validation failed', given);
        return false;
      }
      return goOn(businessOf(name, given));
    } catch (error) {
      failed(name, error);
      return false;
    }
  }

  function goOn(request) {
    const results = runBusiness(request);
    if (results === null) return false;
    dispatchToVCF(request.command, results, request.parameters);
    return true;
  }

  /** The same, with the parameters as JSON; without a text there are none. */
  function handleJSONRequest(command, said) { return handleRequest(command, said ? parse(said) : null); }

  // --- Requests that wait -------------------------------------------------------------------------------------------

  const stacks = new Map();
  let lastKey = 0;

  /** The key under which the request that runs can be gone on with; a function gets one. */
  function generateExecutionKey() {
    if (stack === null) return null;
    if (stack.key !== null) return MORE_THAN_ONE;
    lastKey += 1;
    stack.key = 'execution_' + lastKey;
    return stack.key;
  }

  function wait(request) {
    if (request.key === null || stacks.size >= MAXIMUM_STACKS) {
      counts.ended += 1;
      tell('dropped', { command: request.command });
      return null;
    }
    counts.waiting += 1;
    stacks.set(request.key, request);
    return null;
  }

  /** Goes on with a request that waits: the data is what its function would have returned. */
  function resumeRequest(key, data) {
    const request = stacks.get(text(key));
    if (request === undefined) {
      tell('unknown', { command: text(key) });
      return false;
    }
    stacks.delete(text(key));
    counts.resumed += 1;
    if (data === STACK_EXIT || data === undefined || data === null) {
      counts.ended += 1;
      return false;
    }
    request.results[request.results.length] = data;
    try {
      return goOn(request);
    } catch (error) {
      failed(request.command, error);
      return false;
    }
  }

  // --- The book's own com.js ------------------------------------------------------------------------------------------

  const { getOwnPropertyDescriptor } = Object;
  const shift = Array.prototype.shift;
  const globalOwn = name => {
    const found = getOwnPropertyDescriptor(globalThis, name);
    return found === undefined ? undefined : found.value;
  };

  /** The list of a page that has brought that file; null without one. */
  function printedQueue() {
    const list = globalOwn('messages');
    return isArray(list) && typeof globalOwn('storeMessage') === 'boolean' && typeof globalOwn('canSend') === 'boolean'
      && globalOwn('makeCall') !== makeCall ? list : null;
  }

  /** Sends what has waited longest, or lets the page send the next itself. */
  function drainPrinted(list) {
    globalThis.storeMessage = list.length > 0;
    if (list.length > 0) host.navigate(kit.resolve('call?' + text(apply(shift, list, []))), 'other');
  }

  function acknowledgePage() {
    if (acknowledge()) return true;
    const list = printedQueue();
    if (list !== null) drainPrinted(list);
    return list !== null;
  }

  /** The page is loaded: what it has kept may go. */
  function pageLoaded() {
    const list = printedQueue();
    if (list === null || globalOwn('canSend')) return;
    const said = globalOwn('okToSend');
    if (typeof said === 'function' && said !== functions.okToSend) said(); else globalThis.canSend = true;
    if (globalOwn('canSend') === true && globalOwn('storeMessage') === false && list.length > 0) drainPrinted(list);
  }

  const functions = {
    makeCall, handleRequest, handleJSONRequest, mapCommandToValCF, mapCommandToBCF, mapCommandToVCF, mapCommandToECF,
    dispatchToValCF, dispatchToBCF, dispatchToVCF, dispatchToECF, handleError, generateExecutionKey,
    generatePassThroughParameters: generateExecutionKey, resumeRequest, okToSend: () => ready(true), STACK_EXIT,
    STACK_CONTINUE, WAIT_FOR_DATA,
  };
  const quickConnect = {
    ...functions,
    acknowledge,
    again,
    ready,
    counts: () => ({ ...counts }),
    /**
     * notReady, idle or inFlight, and how many calls wait, the one in flight among them; and how many the page's own
     * com.js has kept.
     */
    state: () => {
      const list = kit ? printedQueue() : null;
      return {
        state: !isReady ? 'notReady' : isInFlight ? 'inFlight' : 'idle',
        waiting: callCount,
        kept: list === null ? 0 : list.length,
      };
    },
  };
  if (kit) {
    for (const name in functions) kit.define(globalThis, name, functions[name]);
    delete globalThis.QuickConnect;
    kit.page.acknowledge = acknowledgePage;
    kit.bridgeLoaded = pageLoaded;
    kit.page.quickConnect = quickConnect;
  }
  return quickConnect;
};
