// The language XPath 1.0: reads an expression, and evaluates it at a node of a tree. What a page has of it is in
// evaluator.js. Numbers become text, and names are those of HTML, as in Chromium.
//
// A value is a number, a text, a truth or an array of nodes. The array has the order in which nodes were found, which is that
// of the document only where a step goes down; where order matters, it is sorted first.
(function (host, kit) {
  'use strict';
  const text = String;
  const { isArray } = Array;
  const HTML = 'http://www.w3.org/1999/xhtml';
  const XML = 'http://www.w3.org/XML/1998/namespace';
  const XMLNS = 'http://www.w3.org/2000/xmlns/';
  const ELEMENT = 1, ATTRIBUTE = 2, TEXT = 3, SECTION = 4, INSTRUCTION = 7, COMMENT = 8, DOCUMENT = 9;

  /** What is wrong with an expression: a kind of exception, and what is said behind "Failed to ...". */
  class Wrong {
    constructor(name, said) { Object.assign(this, { name, said }); }
  }
  const unread = given => new Wrong('SyntaxError', `The string '${given}' is not a valid XPath expression.`);
  const unmatched = () => new Wrong('SyntaxError', 'Type conversion failed while evaluating the expression.');

  // --- Reading: tokens --------------------------------------------------------------------------------------------------

  const TOKEN = new RegExp('[ \\t\\r\\n]*(?:(\\d+(?:\\.\\d*)?|\\.\\d+)|("[^"]*"|\'[^\']*\')|(::|\\.\\.|//|!=|<=|>=|[()[\\].@,/|+\\-=<>*:])'
    + '|(\\$?[\\p{L}\\p{Nl}_][\\p{L}\\p{Nl}\\p{M}\\p{Nd}_.\\-]*))', 'uy');
  // Behind these a name or `*` is a step, and behind everything else an operator.
  const OPENING = new Set(['@', '::', '(', '[', ',', '/', '//', '|', '+', '-', '=', '!=', '<', '<=', '>', '>=', 'times', ':']);
  const WORDS = new Set(['and', 'or', 'mod', 'div']);
  const END = /^[ \t\r\n]*$/;

  function tokensOf(given) {
    const found = [];
    TOKEN.lastIndex = 0;
    while (!END.test(given.slice(TOKEN.lastIndex))) {
      const match = TOKEN.exec(given);
      if (match === null) throw unread(given);
      const [, number, quoted, sign, name] = match;
      const before = found.at(-1);
      const isBehind = before !== undefined && !(before.kind === 'sign' && OPENING.has(before.value)) && before.kind !== 'operator';
      if (number !== undefined) found.push({ kind: 'number', value: Number(number) });
      else if (quoted !== undefined) found.push({ kind: 'text', value: quoted.slice(1, -1) });
      else if (sign !== undefined) found.push({ kind: 'sign', value: sign === '*' && isBehind ? 'times' : sign });
      else if (name[0] === '$') found.push({ kind: 'variable', value: name });
      else found.push({ kind: isBehind && WORDS.has(name) ? 'operator' : 'name', value: name });
    }
    return found;
  }

  // --- Reading: the grammar ---------------------------------------------------------------------------------------------

  const LEVELS = [['or'], ['and'], ['=', '!='], ['<', '<=', '>', '>='], ['+', '-'], ['times', 'div', 'mod']];
  const TYPES = new Set(['comment', 'text', 'processing-instruction', 'node']);
  const ARITHMETIC = new Set(['+', '-', 'times', 'div', 'mod']);
  const isNumeric = part => part.kind === 'minus' || part.kind === 'value' && typeof part.value === 'number'
    || part.kind === 'binary' && ARITHMETIC.has(part.sign) || part.kind === 'call' && NUMERIC.has(part.name);
  /** Whether a value depends on where a node stands among those that were found with it. */
  const isPlaced = part => part.kind === 'call' ? part.name === 'position' || part.name === 'last' || part.given.some(isPlaced)
    : part.kind === 'binary' || part.kind === 'union' ? isPlaced(part.left) || isPlaced(part.right)
      : part.kind === 'minus' ? isPlaced(part.of) : part.kind === 'filter' ? isPlaced(part.from)
        : part.kind === 'path' && typeof part.from === 'object' && isPlaced(part.from);
  const EVERY = { axis: 'descendant-or-self', test: { kind: 'node' }, where: [] };
  /** The steps of `//step`: one way down where that is the same, which finds nodes in the order of the document. */
  const anywhere = step => step.axis === 'child' && !step.where.some(one => isNumeric(one) || isPlaced(one))
    ? [{ ...step, axis: 'descendant' }] : [EVERY, step];

  function read(given, spaceOf) {
    const all = tokensOf(given);
    let at = 0;
    const bad = () => { throw unread(given); };
    const isKind = (kind, ahead = 0) => all[at + ahead] !== undefined && all[at + ahead].kind === kind;
    const is = (value, ahead = 0) => (isKind('sign', ahead) || isKind('operator', ahead)) && all[at + ahead].value === value;
    const take = value => is(value) && (at += 1, true);
    const need = value => { if (!take(value)) bad(); };
    const name = () => isKind('name') ? all[at++].value : bad();

    function binary(level) {
      if (level === LEVELS.length) return unary();
      let left = binary(level + 1);
      for (;;) {
        const sign = LEVELS[level].find(one => is(one));
        if (sign === undefined) return left;
        at += 1;
        left = { kind: 'binary', sign, left, right: binary(level + 1) };
      }
    }
    function unary() {
      if (take('-')) return { kind: 'minus', of: unary() };
      let left = path();
      while (take('|')) left = { kind: 'union', left, right: path() };
      return left;
    }
    const isCall = () => isKind('name') && (is('(', 1) && !TYPES.has(all[at].value) || is(':', 1) && isKind('name', 2) && is('(', 3));
    const isPrimary = () => isKind('number') || isKind('text') || isKind('variable') || is('(') || isCall();
    const isStep = () => isKind('name') || is('.') || is('..') || is('@') || is('*');

    function path() {
      if (isPrimary()) {
        const from = primary();
        const where = predicates();
        const base = where.length === 0 ? from : { kind: 'filter', from, where };
        if (take('//')) return { kind: 'path', from: base, steps: steps(anywhere(step())) };
        if (take('/')) return { kind: 'path', from: base, steps: steps([step()]) };
        return base;
      }
      if (take('//')) return { kind: 'path', from: 'root', steps: steps(anywhere(step())) };
      if (take('/')) return { kind: 'path', from: 'root', steps: isStep() ? steps([step()]) : [] };
      if (!isStep()) bad();
      return { kind: 'path', from: 'here', steps: steps([step()]) };
    }
    function steps(found) {
      for (;;) {
        if (take('//')) found.push(...anywhere(step()));
        else if (take('/')) found.push(step());
        else return found;
      }
    }
    function step() {
      if (take('.')) return { axis: 'self', test: { kind: 'node' }, where: [] };
      if (take('..')) return { axis: 'parent', test: { kind: 'node' }, where: [] };
      let axis = 'child';
      if (take('@')) {
        axis = 'attribute';
      } else if (isKind('name') && is('::', 1)) {
        axis = name();
        if (!(axis in AXES)) bad();
        at += 1;
      }
      return { axis, test: test(), where: predicates() };
    }
    function test() {
      if (take('*')) return { kind: 'any' };
      const first = name();
      if (is('(') && TYPES.has(first)) {
        at += 1;
        const found = { kind: first };
        if (first === 'processing-instruction' && isKind('text')) found.target = all[at++].value;
        need(')');
        return found;
      }
      if (!take(':')) return { kind: 'name', namespace: null, local: first };
      const namespace = spaceOf(first);
      if (namespace === null) throw new Wrong('NamespaceError', `The string '${given}' contains unresolvable namespaces.`);
      return take('*') ? { kind: 'space', namespace } : { kind: 'name', namespace, local: name() };
    }
    function predicates() {
      const found = [];
      while (take('[')) {
        found.push(binary(0));
        need(']');
      }
      return found;
    }
    function primary() {
      if (take('(')) {
        const found = binary(0);
        need(')');
        return found;
      }
      // There are no variables: none has a value.
      if (isKind('variable')) {
        at += 1;
        return { kind: 'value', value: '' };
      }
      if (!isKind('name')) return { kind: 'value', value: all[at++].value };
      const called = name();
      need('(');
      const values = [];
      if (!take(')')) {
        do values.push(binary(0)); while (take(','));
        need(')');
      }
      const [least, most] = FUNCTIONS[called] ?? bad();
      if (values.length < least || values.length > most) bad();
      return { kind: 'call', name: called, given: values };
    }

    const found = binary(0);
    if (at < all.length) bad();
    return found;
  }

  // --- Values -----------------------------------------------------------------------------------------------------------

  const isAttribute = node => node.nodeType === ATTRIBUTE;
  const placeOf = node => isAttribute(node) ? node.ownerElement ?? node : node;
  const parentOf = node => isAttribute(node) ? node.ownerElement : node.parentNode;
  const documentOf = node => node.nodeType === DOCUMENT ? node : isAttribute(node) ? node.ownerElement?.ownerDocument ?? kit.document
    : node.ownerDocument;
  const attributesOf = node => {
    const found = [];
    if (node.nodeType !== ELEMENT) return found;
    const { attributes } = node;
    for (let index = 0; index < attributes.length; index += 1) {
      const one = attributes.item(index);
      if (one.namespaceURI !== XMLNS) found.push(one);
    }
    return found;
  };
  function compare(one, other) {
    const [place, another] = [placeOf(one), placeOf(other)];
    if (place !== another) return place.compareDocumentPosition(another) & 4 ? -1 : 1;
    if (!isAttribute(one) || !isAttribute(other)) return isAttribute(one) ? 1 : -1;
    const names = attributesOf(place);
    return names.indexOf(one) - names.indexOf(other);
  }
  const sorted = list => list.length < 2 ? list : [...list].sort(compare);
  const first = list => sorted(list)[0];
  const unique = list => [...new Set(list)];

  const said = node => isAttribute(node) ? node.value : node.nodeType === DOCUMENT ? node.documentElement?.textContent ?? ''
    : node.textContent ?? '';
  /** Numbers have six digits. */
  function digits(number) {
    if (!Number.isFinite(number)) return text(number);
    const found = number.toPrecision(6);
    return number === 0 ? '0' : found.includes('e') || !found.includes('.') ? found : found.replace(/\.?0+$/, '');
  }
  const NUMBER = /^[ \t\r\n]*-?(?:\d+(?:\.\d*)?|\.\d+)[ \t\r\n]*$/;
  const toText = value => isArray(value) ? value.length === 0 ? '' : said(first(value)) : typeof value === 'number' ? digits(value) : text(value);
  const toNumber = value => typeof value === 'string' ? NUMBER.test(value) ? Number(value) : NaN
    : isArray(value) ? toNumber(toText(value)) : Number(value);
  const toTruth = value => isArray(value) ? value.length > 0 : Boolean(value);
  const nodesOf = value => {
    if (!isArray(value)) throw unmatched();
    return value;
  };

  const local = node => node.nodeType === ELEMENT || isAttribute(node) ? node.localName : node.nodeType === INSTRUCTION ? node.target : '';
  const qualified = node => {
    if (isAttribute(node)) return node.name;
    if (node.nodeType !== ELEMENT) return local(node);
    return node.prefix ? `${node.prefix}:${node.localName}` : node.localName;
  };
  /** What a name is asked of: a node that is given, or the one at hand. */
  const named = (it, list, read) => !isArray(list ?? []) || list?.length === 0 ? '' : read(list === undefined ? it.node : first(list));
  function isSpoken(node, language) {
    for (let at = node; at; at = parentOf(at)) {
      const found = at.nodeType === ELEMENT ? at.getAttributeNS(XML, 'lang') : null;
      if (found !== null) return `${found.toLowerCase()}-`.startsWith(`${language.toLowerCase()}-`);
    }
    return false;
  }

  // The fewest and the most values that each takes, and what it makes of them.
  const FUNCTIONS = {
    __proto__: null,
    last: [0, 0, it => it.size],
    position: [0, 0, it => it.position],
    count: [1, 1, (it, list) => nodesOf(list).length],
    id: [1, 1, (it, value) => {
      const names = (isArray(value) ? value.map(said).join(' ') : toText(value)).split(/[ \t\r\n]+/);
      return unique(names.map(one => one === '' ? null : documentOf(it.node).getElementById(one)).filter(one => one !== null));
    }],
    'local-name': [0, 1, (it, list) => named(it, list, local)],
    'namespace-uri': [0, 1, (it, list) => named(it, list, node => node.namespaceURI ?? '')],
    name: [0, 1, (it, list) => named(it, list, qualified)],
    string: [0, 1, (it, value = [it.node]) => toText(value)],
    concat: [2, Infinity, (it, ...values) => values.map(toText).join('')],
    'starts-with': [2, 2, (it, one, other) => toText(one).startsWith(toText(other))],
    contains: [2, 2, (it, one, other) => toText(one).includes(toText(other))],
    'substring-before': [2, 2, (it, one, other) => toText(one).slice(0, Math.max(0, toText(one).indexOf(toText(other))))],
    'substring-after': [2, 2, (it, one, other) => {
      const at = toText(one).indexOf(toText(other));
      return at < 0 ? '' : toText(one).slice(at + toText(other).length);
    }],
    substring: [2, 3, (it, value, from, length) => {
      const start = Math.round(toNumber(from));
      const end = length === undefined ? Infinity : start + Math.round(toNumber(length));
      // With NaN neither holds; places are those of units of 16 bits.
      return toText(value).split('').filter((_, index) => index + 1 >= start && index + 1 < end).join('');
    }],
    'string-length': [0, 1, (it, value = [it.node]) => toText(value).length],
    'normalize-space': [0, 1, (it, value = [it.node]) => toText(value).replace(/[ \t\r\n]+/g, ' ').replace(/^ | $/g, '')],
    translate: [3, 3, (it, value, from, to) => {
      const [old, now] = [toText(from), toText(to)];
      return toText(value).split('').map(one => old.includes(one) ? now.charAt(old.indexOf(one)) : one).join('');
    }],
    boolean: [1, 1, (it, value) => toTruth(value)],
    not: [1, 1, (it, value) => !toTruth(value)],
    true: [0, 0, () => true],
    false: [0, 0, () => false],
    lang: [1, 1, (it, value) => isSpoken(it.node, toText(value))],
    number: [0, 1, (it, value = [it.node]) => toNumber(value)],
    sum: [1, 1, (it, list) => isArray(list) ? list.reduce((sum, one) => sum + toNumber(said(one)), 0) : 0],
    floor: [1, 1, (it, value) => Math.floor(toNumber(value))],
    ceiling: [1, 1, (it, value) => Math.ceil(toNumber(value))],
    round: [1, 1, (it, value) => Math.round(toNumber(value))],
  };
  const NUMERIC = new Set(['last', 'position', 'count', 'string-length', 'number', 'sum', 'floor', 'ceiling', 'round']);

  // --- Going ------------------------------------------------------------------------------------------------------------

  function below(node, found = []) {
    if (isAttribute(node)) return found;
    for (let at = node.firstChild; at; at = at.nextSibling) {
      found.push(at);
      below(at, found);
    }
    return found;
  }
  function along(node, next) {
    const found = [];
    for (let at = next(node); at; at = next(at)) found.push(at);
    return found;
  }
  const beside = (node, way) => isAttribute(node) ? [] : along(node, at => at[way]);
  const above = node => along(node, parentOf);
  const rootOf = node => above(node).at(-1) ?? node;
  const AXES = {
    __proto__: null,
    self: node => [node],
    child: node => isAttribute(node) ? [] : along({ nextSibling: node.firstChild }, at => at.nextSibling),
    parent: node => [parentOf(node)].filter(one => one),
    descendant: node => below(node),
    'descendant-or-self': node => [node, ...below(node)],
    ancestor: above,
    'ancestor-or-self': node => [node, ...above(node)],
    attribute: attributesOf,
    namespace: () => [],
    'following-sibling': node => beside(node, 'nextSibling'),
    'preceding-sibling': node => beside(node, 'previousSibling'),
    following: node => [...(isAttribute(node) ? below(placeOf(node)) : []), ...[placeOf(node), ...above(placeOf(node))]
      .flatMap(one => beside(one, 'nextSibling').flatMap(next => [next, ...below(next)]))],
    preceding: node => [placeOf(node), ...above(placeOf(node))]
      .flatMap(one => beside(one, 'previousSibling').flatMap(next => [...below(next).reverse(), next])),
  };

  /** Whether a name is written small: that of HTML's elements and of their attributes, in a document of HTML. */
  const isLoose = (node, element) => element !== null && element.namespaceURI === HTML && documentOf(node).isHTML;
  function fits(node, test, axis) {
    const { nodeType } = node;
    switch (test.kind) {
      case 'node': return true;
      case 'text': return nodeType === TEXT || nodeType === SECTION;
      case 'comment': return nodeType === COMMENT;
      case 'processing-instruction': return nodeType === INSTRUCTION && (test.target === undefined || node.target === test.target);
    }
    if (nodeType !== (axis === 'attribute' ? ATTRIBUTE : ELEMENT)) return false;
    if (test.kind === 'any') return true;
    if (test.kind === 'space') return node.namespaceURI === test.namespace;
    if (test.namespace === null && isLoose(node, nodeType === ELEMENT ? node : node.ownerElement)) {
      return node.localName === test.local.toLowerCase() && (nodeType === ELEMENT || node.namespaceURI === null);
    }
    return node.localName === test.local && (node.namespaceURI || null) === test.namespace;
  }
  const filtered = (list, where) => where.reduce((rest, one) => rest.filter((node, index) => {
    const value = run(one, { node, position: index + 1, size: rest.length });
    return typeof value === 'number' ? value === index + 1 : toTruth(value);
  }), list);
  const walk = (list, steps) => steps.reduce((from, { axis, test, where }) => unique(from.flatMap(node =>
    filtered(AXES[axis](node).filter(one => fits(one, test, axis)), where))), list);

  // --- Evaluating -------------------------------------------------------------------------------------------------------

  const COMPARED = {
    __proto__: null,
    '=': (a, b) => a === b, '!=': (a, b) => a !== b, '<': (a, b) => a < b, '<=': (a, b) => a <= b, '>': (a, b) => a > b, '>=': (a, b) => a >= b,
  };
  const TURNED = { __proto__: null, '=': '=', '!=': '!=', '<': '>', '<=': '>=', '>': '<', '>=': '<=' };
  const COUNTED = {
    __proto__: null, '+': (a, b) => a + b, '-': (a, b) => a - b, times: (a, b) => a * b, div: (a, b) => a / b, mod: (a, b) => a % b,
  };
  function holds(sign, left, right) {
    if (isArray(left)) {
      if (typeof right === 'boolean') return holds(sign, toTruth(left), right);
      if (isArray(right)) return left.some(one => right.some(other => holds(sign, said(one), said(other))));
      return left.some(one => holds(sign, typeof right === 'number' ? toNumber(said(one)) : said(one), right));
    }
    if (isArray(right)) return holds(TURNED[sign], right, left);
    const isOne = kind => typeof left === kind || typeof right === kind;
    if (sign !== '=' && sign !== '!=' || isOne('number') && !isOne('boolean')) return COMPARED[sign](toNumber(left), toNumber(right));
    return isOne('boolean') ? COMPARED[sign](toTruth(left), toTruth(right)) : COMPARED[sign](left, right);
  }
  function run(part, it) {
    switch (part.kind) {
      case 'value': return part.value;
      case 'minus': return -toNumber(run(part.of, it));
      case 'union': return unique([...nodesOf(run(part.left, it)), ...nodesOf(run(part.right, it))]);
      case 'filter': return filtered(sorted(nodesOf(run(part.from, it))), part.where);
      case 'call': return FUNCTIONS[part.name][2](it, ...part.given.map(one => run(one, it)));
      case 'path': return walk(part.from === 'root' ? [rootOf(it.node)] : part.from === 'here' ? [it.node]
        : nodesOf(run(part.from, it)), part.steps);
    }
    const left = run(part.left, it);
    if (part.sign === 'or') return toTruth(left) || toTruth(run(part.right, it));
    if (part.sign === 'and') return toTruth(left) && toTruth(run(part.right, it));
    const right = run(part.right, it);
    return part.sign in COMPARED ? holds(part.sign, left, right) : COUNTED[part.sign](toNumber(left), toNumber(right));
  }

  kit.xpath = {
    XML, Wrong, read, sorted, toNumber, toText, toTruth, documentOf,
    /** The value of what was read, at a node. */
    run: (part, node) => run(part, { node, position: 1, size: 1 }),
  };
})
