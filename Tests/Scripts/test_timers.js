// Time, order and chance.

test('timers run by time, and then in the order in which they were made', function* () {
  const seen = [];
  setTimeout(() => seen.push('b'), 5);
  setTimeout(() => seen.push('c'), 5);
  setTimeout(() => seen.push('a'), 1);
  requestAnimationFrame(time => seen.push(time > 0 && time < 17));
  yield 4;
  equal(seen, ['a']);
  yield 16;
  equal(seen, ['a', 'b', 'c', true]);
});

test('a turn is one callback, and promises go on between turns', function* () {
  const seen = [];
  setTimeout(() => { seen.push(1); Promise.resolve().then(() => seen.push(2)); }, 0);
  setTimeout(() => seen.push(3), 0);
  yield 0;
  equal(seen, [1, 2, 3]);
});

test('the clock stands still, and is the time at which a timer is due', function* () {
  const start = Date.now();
  equal(Date.now() - start, 0);
  let at = 0;
  setTimeout(() => { at = Date.now() - start; }, 250);
  yield 1000;
  equal(at, 250);
  equal(Date.now() - start, 1000);
  equal(performance.now() > 999, true);
  equal(performance.timeOrigin + performance.now(), Date.now());
});

test('nested timers wait 4 ms from the sixth on', function* () {
  const start = performance.now(), at = [];
  (function nest() {
    at.push(performance.now() - start);
    if (at.length < 9) setTimeout(nest, 0);
  })();
  yield 100;
  equal(at, [0, 0, 0, 0, 0, 0, 4, 8, 12]);
});

test('an interval goes on until it is cleared, also by itself', function* () {
  let count = 0, other = 0;
  const id = setInterval(() => { if (++count === 3) clearInterval(id); }, 10);
  const second = setInterval(() => { other += 1; }, 10);
  yield 35;
  clearTimeout(second);
  yield 100;
  equal([count, other], [3, 3]);
});

test('a hundred thousand timers that are cleared leave nothing', function* () {
  for (let index = 0; index < 100000; index += 1) clearTimeout(setTimeout(() => {}, 1e6));
  equal(environment.nextTimer(), null, 'the next timer, Infinity as JSON');
  yield 0;
});

test('delays that are no numbers are none', function* () {
  const seen = [];
  for (const delay of [NaN, -5, undefined, 'x', 0.9, 1e12]) setTimeout(() => seen.push(1), delay);
  yield 0;
  equal(seen.length, 6);
});

test('what a timer throws is reported, and the others run', function* () {
  let hasRun = false;
  setTimeout(() => { throw new RangeError('bad'); }, 0);
  setTimeout(() => { hasRun = true; }, 0);
  yield 0;
  equal(hasRun, true);
  const [[message, source, line]] = take('error');
  equal([message, source, line > 0], ['RangeError: bad', 'test_timers.js', true]);
});

test('chance comes from the seed', function* () {
  const numbers = [Math.random(), Math.random(), Math.random()];
  equal(numbers.every(number => number >= 0 && number < 1), true);
  let sum = 0;
  for (let index = 0; index < 10000; index += 1) sum += Math.random();
  equal(sum > 4800 && sum < 5200, true);
  equal(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(crypto.randomUUID()), true);
  yield 0;
});

test('nothing shows the collector or other threads', function* () {
  equal([typeof WeakRef, typeof FinalizationRegistry, typeof SharedArrayBuffer, typeof WebAssembly],
    ['undefined', 'undefined', 'undefined', 'undefined']);
  equal(['WeakRef' in window, 'WebAssembly' in window], [false, false]);
  yield 0;
});

test('thousands of timers in any order, some cleared, run as if they were sorted', function* () {
  const all = [], seen = [];
  for (let index = 0; index < 5000; index += 1) {
    const delay = Math.floor(Math.random() * 200);
    all.push({ index, delay, id: setTimeout(() => seen.push(index), delay), isCleared: false });
    if (Math.random() < 0.4) {
      const other = all[Math.floor(Math.random() * all.length)];
      clearTimeout(other.id);
      other.isCleared = true;
    }
  }
  yield 300;
  const expected = all.filter(one => !one.isCleared).sort((one, other) => one.delay - other.delay || one.index - other.index);
  equal(seen, expected.map(one => one.index));
  equal(seen.length > 1000, true);
});

test('frames come one after the other, sixty a second, however often they are asked for', function* () {
  const seen = [];
  const step = time => {
    seen.push(time);
    if (seen.length < 120) requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
  yield 2100;
  const between = seen.slice(1).map((time, index) => time - seen[index]);
  equal([seen.length, between.every(time => Math.abs(time - 1000 / 60) < 1e-6)], [120, true]);
});
