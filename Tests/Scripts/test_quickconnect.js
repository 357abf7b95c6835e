// QuickConnect's JavaScript side: the rules of the bridge, row by row.

test('calls go out one at a time, encoded, in order', function* () {
  makeCall('loc');
  makeCall('rec', '["a&b=c?d#e%41 é+",1]');
  makeCall('playSound', -1);
  makeCall('a&b', { on: 'YES' });
  equal(take('call'), [['call?cmd=loc']]);
  equal(page.quickConnect.state(), { state: 'inFlight', waiting: 4, kept: 0 });
  equal([page.acknowledge(), take('call')], [true, [['call?cmd=rec&msg=%5B%22a%26b%3Dc%3Fd%23e%2541%20%C3%A9%2B%22%2C1%5D']]]);
  page.acknowledge();
  page.acknowledge();
  equal(take('call'), [['call?cmd=playSound&msg=-1'], ['call?cmd=a%26b&msg=%7B%22on%22%3A%22YES%22%7D']]);
  equal([page.acknowledge(), page.acknowledge()], [true, false]);
  equal(page.quickConnect.state(), { state: 'idle', waiting: 0, kept: 0 });
  yield 0;
});

test('a call that did not arrive goes again, and calls wait while nobody is ready', function* () {
  makeCall('one');
  page.quickConnect.again();
  equal(take('call'), [['call?cmd=one'], ['call?cmd=one']]);
  page.quickConnect.ready(false);
  page.acknowledge();
  makeCall('two');
  equal([take('call'), page.quickConnect.state().state], [[], 'notReady']);
  okToSend();
  equal(take('call'), [['call?cmd=two']]);
  yield 0;
});

test('the queue is bounded, and what is dropped is counted', function* () {
  for (let index = 0; index < 1005; index += 1) makeCall('x', String(index));
  equal([page.quickConnect.state().waiting, page.quickConnect.counts().dropped], [1000, 5]);
  let count = 0;
  while (page.acknowledge()) count += 1;
  equal(count, 1000);
  const sent = take('call');
  equal([sent.length, sent[999][0]], [1000, 'call?cmd=x&msg=999']);
  yield 0;
});

test('phases come in order, several functions of each in the order of mapping', function* () {
  const seen = [];
  mapCommandToVCF('c', (data, parameters) => { seen.push(['V1', data, parameters]); });
  mapCommandToVCF('c', data => { seen.push(['V2', data]); });
  mapCommandToBCF('c', (parameters, results) => { seen.push(['B1', parameters, results.slice()]); return 'r1'; });
  mapCommandToBCF('c', (parameters, results) => { seen.push(['B2', parameters, results.slice()]); return 'r2'; });
  mapCommandToValCF('c', parameters => { seen.push(['Val', parameters]); });
  equal(handleRequest('c', ['p']), true);
  equal(seen, [['Val', ['p']], ['B1', ['p'], []], ['B2', ['p'], ['r1']], ['V1', ['r1', 'r2'], ['p']], ['V2', ['r1', 'r2']]]);
  yield 0;
});

test('Val: STACK_EXIT ends the request, other values do not, and the error functions hear of it', function* () {
  const seen = [];
  for (const value of [false, null, undefined, 0]) mapCommandToValCF('v', () => value);
  mapCommandToVCF('v', () => { seen.push('shown'); });
  equal([handleRequest('v', []), seen], [true, ['shown']]);
  mapCommandToValCF('v', () => STACK_EXIT);
  mapCommandToValCF('v', () => { seen.push('never'); });
  mapCommandToECF('v', (message, parameters) => { seen.push([message, parameters]); });
  equal([handleRequest('v', [1]), seen], [false, ['shown', ['validation failed', [1]]]]);
  equal(page.quickConnect.counts().invalid, 1);
  yield 0;
});

test('BCO: nothing or STACK_EXIT ends the request, and nothing is shown', function* () {
  const seen = [];
  for (const [name, value] of [['a', undefined], ['b', null], ['c', STACK_EXIT]]) {
    mapCommandToBCF(name, () => value);
    mapCommandToBCF(name, () => { seen.push('never'); return 1; });
    mapCommandToVCF(name, () => { seen.push('never'); });
    equal(handleRequest(name, []), false);
  }
  mapCommandToBCF('d', () => false);
  mapCommandToBCF('d', () => STACK_CONTINUE);
  mapCommandToVCF('d', data => { seen.push(data); });
  equal([handleRequest('d', []), seen], [true, [[false, 'ContInUe']]]);
  equal(page.quickConnect.counts().ended, 3);
  yield 0;
});

test('VCO: what a function returns counts only if it is stop', function* () {
  const seen = [];
  for (const value of [null, undefined, false, STACK_EXIT, 'stop', 1]) {
    mapCommandToVCF('s', () => { seen.push(String(value)); return value; });
    mapCommandToECF('s', () => { seen.push('E' + String(value)); return value; });
  }
  handleRequest('s', []);
  equal(seen, ['null', 'undefined', 'false', 'ExIt_StAcK', 'stop']);
  handleError('s', 'm', []);
  equal(seen.slice(5), ['Enull', 'Eundefined', 'Efalse', 'EExIt_StAcK', 'Estop']);
  yield 0;
});

test('exception: it is recorded, runFailure hears of it, and the request ends', function* () {
  const seen = [];
  mapCommandToECF('runFailure', message => { seen.push(message); });
  for (const add of [mapCommandToValCF, mapCommandToBCF, mapCommandToVCF]) {
    const name = add.name;
    add(name, () => { throw new Error('in ' + name); });
    add(name, () => { seen.push('never'); return 1; });
    equal(handleRequest(name, []), false);
  }
  equal(seen, ['in mapCommandToValCF', 'in mapCommandToBCF', 'in mapCommandToVCF']);
  equal(take('error').map(one => one[0]), seen.map(message => 'Error: ' + message));
  equal(page.quickConnect.counts().failed, 3);
  yield 0;
});

test('accumulated: parameters do not change, results are seen by later functions', function* () {
  const given = ['p'];
  let last;
  mapCommandToBCF('i', parameters => {
    'use strict';
    throws(() => parameters.push('q'), 'TypeError');
    return { n: 1 };
  });
  mapCommandToVCF('i', (data, parameters) => { last = [data, parameters]; });
  handleRequest('i', given);
  given.push('later');
  equal(last, [[{ n: 1 }], ['p']]);
  yield 0;
});

test('an object of parameters is handed on as it is', function* () {
  let seen;
  mapCommandToVCF('accel', (data, parameters) => { seen = parameters; });
  const value = { x: 1, y: 2, z: 3 };
  handleRequest('accel', value);
  equal([seen === value, seen.z], [true, 3]);
  yield 0;
});

test('default comes first in each phase, once, and its stop stops the phase', function* () {
  const seen = [];
  mapCommandToVCF('c', data => { seen.push(['V', data]); });
  mapCommandToBCF('c', () => { seen.push('B'); return 2; });
  mapCommandToBCF('default', () => { seen.push('default B'); return 1; });
  mapCommandToVCF('default', () => { seen.push('default V'); });
  handleRequest('c', []);
  equal(seen, ['default B', 'B', 'default V', ['V', [1, 2]]]);
  seen.length = 0;
  handleRequest('default', []);
  equal(seen, ['default B', 'default V']);
  seen.length = 0;
  mapCommandToVCF('default', () => 'stop');
  handleRequest('c', []);
  equal(seen, ['default B', 'B', 'default V']);
  mapCommandToValCF('default', () => STACK_EXIT);
  seen.length = 0;
  equal([handleRequest('c', []), seen], [false, []]);
  yield 0;
});

test('WAIT_FOR_DATA: the request goes on under its key, which is a count', function* () {
  const seen = [];
  const keys = [];
  mapCommandToValCF('w', () => { seen.push('validated'); });
  mapCommandToBCF('w', () => {
    keys.push(generateExecutionKey(), generateExecutionKey());
    return WAIT_FOR_DATA;
  });
  mapCommandToBCF('w', (parameters, results) => 'after ' + results[0]);
  mapCommandToVCF('w', data => { seen.push(data); });
  equal(handleRequest('w', []), false);
  handleRequest('w', []);
  equal(keys, ['execution_1', 'MORE_THAN_ONE_ASYNC_CALL_IN_A_BCF', 'execution_2', 'MORE_THAN_ONE_ASYNC_CALL_IN_A_BCF']);
  equal([resumeRequest('execution_2', 'second'), resumeRequest('execution_2', 'again')], [true, false]);
  resumeRequest('execution_1', 'first');
  equal(seen, ['validated', 'validated', ['second', 'after second'], ['first', 'after first']]);
  equal(generateExecutionKey(), null);
  yield 0;
});

test('JSON: a text is parsed, none is no parameters, a bad one throws', function* () {
  const seen = [];
  mapCommandToVCF('j', (data, parameters) => { seen.push(parameters); });
  handleJSONRequest('j', '[1.5,"a",null]');
  handleJSONRequest('j', '');
  handleJSONRequest('j');
  handleRequest('j', null);
  equal(seen, [[1.5, 'a', null], [], [], []]);
  throws(() => handleJSONRequest('j', '{'), 'SyntaxError');
  yield 0;
});

test('an unknown command is counted, and a request within a request runs', function* () {
  equal([handleRequest('nobody', []), handleRequest('constructor', []), handleRequest('__proto__', [])], [false, false, false]);
  equal(page.quickConnect.counts().unknown, 3);
  const seen = [];
  mapCommandToVCF('outer', () => { seen.push('a'); handleRequest('inner', []); seen.push('c'); });
  mapCommandToVCF('inner', () => { seen.push('b'); });
  handleRequest('outer', []);
  equal(seen, ['a', 'b', 'c']);
  yield 0;
});

test('what a page does to its own objects does not reach the queue', function* () {
  const { stringify } = JSON;
  const { push, shift, slice } = Array.prototype;
  Array.prototype.shift = Array.prototype.slice = () => { throw new Error('never'); };
  Object.defineProperty(Array.prototype, '1', { set() { throw new Error('never'); }, configurable: true });
  JSON.stringify = () => 'never';
  Object.prototype.then = 1;
  String.prototype.split = null;
  makeCall('a', ['b']);
  makeCall('c', '1');
  page.acknowledge();
  let seen = 0;
  mapCommandToVCF('x', (data, parameters) => { seen += parameters.length; });
  mapCommandToVCF('x', () => { seen += 1; });
  handleRequest('x', ['p']);
  delete Array.prototype[1];
  delete Object.prototype.then;
  JSON.stringify = stringify;
  Object.assign(Array.prototype, { push, shift, slice });
  if (seen !== 2 || told.length !== 2 || told[0][1] !== 'call?cmd=a&msg=%5B%22b%22%5D') throw new Error('reached');
  checked += 1;
  yield 0;
});
