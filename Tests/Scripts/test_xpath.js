// What a page has of XPath, where no other browser can be asked.

test('looking for the names evaluates nothing, and the first use does', function* () {
  const seen = partsSeen();
  equal(['evaluate' in document, typeof XPathEvaluator, typeof XPathResult, 'XPathExpression' in window], [true, 'function', 'function', true]);
  equal([document.evaluate.length, seen], [2, []]);
  const Kept = XPathEvaluator;
  equal(document.evaluate('count(//body)', document).numberValue, 1);
  equal(seen, ['xpath.js', 'evaluator.js']);
  equal([new Kept() instanceof XPathEvaluator, new Kept().evaluate('"a"', document, null, XPathResult.STRING_TYPE).stringValue], [true, 'a']);
  equal(take('missing'), []);
});

test('only its methods are listed, and everything knows whose it is', function* () {
  new XPathEvaluator();
  const listed = [];
  for (const name in document) if (/evaluate|createExpression|createNSResolver/.test(name)) listed.push(name);
  equal(listed.sort(), ['createExpression', 'createNSResolver', 'evaluate']);
  equal(Object.keys(window).filter(name => /^XPath/.test(name)), []);
  throws(() => XPathEvaluator(), 'TypeError');
  const [evaluator, expression] = [new XPathEvaluator(), document.createExpression('1')];
  throws(() => expression.evaluate.call(evaluator, document), 'TypeError');
  throws(() => evaluator.evaluate.call(expression, '1', document), 'TypeError');
  throws(() => document.evaluate.call(box, '1', box), 'TypeError');
});

test('a page that broke its built-ins before finds nodes all the same', function* () {
  box.innerHTML = '<p k=1>a</p><p k=2>b</p>';
  const mend = breakBuiltIns();
  const kinds = [RegExp.prototype, 'exec', RegExp.prototype, 'test', String.prototype, 'includes', Set.prototype, 'has', Set.prototype, 'add',
    WeakMap.prototype, 'get', WeakMap.prototype, 'set', Array.prototype, 'sort', Array.prototype, 'reduce', Array.prototype, 'flatMap',
    Number.prototype, 'toPrecision', globalThis, 'Number', globalThis, 'Set', globalThis, 'WeakMap', globalThis, 'RegExp'];
  const saved = [];
  for (let index = 0; index < kinds.length; index += 2) {
    saved[index] = kinds[index][kinds[index + 1]];
    kinds[index][kinds[index + 1]] = () => { throw new Error('the page broke it'); };
  }
  let failure = null, found, third, refused;
  try {
    found = document.evaluate('.//p[@k > 1 or contains(., "a")]', box, null, 7);
    third = document.evaluate('1 div 3', document, null, 2).stringValue;
    try { document.evaluate('//', document); } catch (error) { refused = error; }
  } catch (error) { failure = error; }
  for (let index = 0; index < kinds.length; index += 2) kinds[index][kinds[index + 1]] = saved[index];
  mend();
  equal(failure === null ? null : String(failure) + failure.stack, null);
  equal([found.snapshotLength, found.snapshotItem(1).outerHTML, third], [2, '<p k="2">b</p>', '0.333333']);
  equal([refused instanceof DOMException, refused instanceof Error, refused.name], [true, true, 'SyntaxError']);
  equal([found instanceof Object, document.createExpression instanceof Function], [true, true]);
});

test('what a resolver throws goes to the handlers of the page', function* () {
  const heard = [];
  onerror = message => { heard.push(message); return true; };
  throws(() => document.evaluate('a:b', document, () => { throw new RangeError('mine'); }), 'NamespaceError');
  onerror = null;
  equal([heard.length, heard[0].includes('mine')], [1, true]);
});
