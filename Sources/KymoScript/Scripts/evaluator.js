// What a page has of XPath: `document.evaluate`, XPathEvaluator, XPathExpression and XPathResult. xpath.js has the language.
(function (host, kit) {
  'use strict';
  const { global, define, xpath } = kit;
  const { defineProperty } = Object;
  const text = String;
  const Node = kit.require('./Node');
  const Document = kit.require('./Document');
  const Attribute = kit.require('./Element')._Attr;
  const { Wrong, sorted, toNumber, toText, toTruth } = xpath;
  const isNode = value => value instanceof Node || value instanceof Attribute;
  const CONTEXTS = new Set([1, 2, 3, 4, 7, 8, 9]);
  const [results, expressions, evaluators] = [new WeakMap(), new WeakMap(), new WeakMap()];
  const of = (page, all = results) => {
    const found = all.get(page);
    if (found === undefined) throw new TypeError('Illegal invocation');
    return found;
  };
  const only = (token, name) => { if (token !== kit) throw new TypeError(`Failed to construct '${name}': Illegal constructor`); };

  // --- The result -------------------------------------------------------------------------------------------------------

  const TYPES = ['ANY_TYPE', 'NUMBER_TYPE', 'STRING_TYPE', 'BOOLEAN_TYPE', 'UNORDERED_NODE_ITERATOR_TYPE', 'ORDERED_NODE_ITERATOR_TYPE',
    'UNORDERED_NODE_SNAPSHOT_TYPE', 'ORDERED_NODE_SNAPSHOT_TYPE', 'ANY_UNORDERED_NODE_TYPE', 'FIRST_ORDERED_NODE_TYPE'];
  const [ANY, NUMBER, STRING, BOOLEAN, ITERATOR, ORDERED_ITERATOR, SNAPSHOT, ORDERED_SNAPSHOT, SOME, FIRST] = TYPES.keys();
  /** What a result holds, if it is of one of some types. */
  function valueOf(page, types, what, kind) {
    const it = of(page);
    if (types.includes(it.type)) return it.value;
    throw new TypeError(`Failed to ${what.endsWith('()') ? `execute '${what.slice(0, -2)}' on` : `read the '${what}' property from`}`
      + ` 'XPathResult': The result type is not ${kind}.`);
  }
  // An iterator goes no further when its document has changed. Styles are written into their attribute when somebody reads it.
  const changes = new WeakMap();
  const changesOf = document => changes.get(document) ?? 0;
  for (const name of ['mutateAttr', 'mutateRemoveAttr', 'mutateInsert', 'mutateMove', 'mutateRemove', 'mutateValue']) {
    const change = Document.prototype[name];
    define(Document.prototype, name, function (one, other) {
      if (name !== 'mutateAttr' || one.name !== 'style') changes.set(this, changesOf(this) + 1);
      return change.call(this, one, other);
    });
  }
  const isOld = it => it.changes !== changesOf(it.document);

  class XPathResult {
    constructor() { only(arguments[0], 'XPathResult'); }
    get resultType() { return of(this).type; }
    get numberValue() { return valueOf(this, [NUMBER], 'numberValue', 'a number'); }
    get stringValue() { return valueOf(this, [STRING], 'stringValue', 'a string'); }
    get booleanValue() { return valueOf(this, [BOOLEAN], 'booleanValue', 'a boolean'); }
    get singleNodeValue() { return valueOf(this, [SOME, FIRST], 'singleNodeValue', 'a single node')[0] ?? null; }
    get invalidIteratorState() {
      const it = of(this);
      return (it.type === ITERATOR || it.type === ORDERED_ITERATOR) && isOld(it);
    }
    get snapshotLength() { return valueOf(this, [SNAPSHOT, ORDERED_SNAPSHOT], 'snapshotLength', 'a snapshot').length; }
    iterateNext() {
      const list = valueOf(this, [ITERATOR, ORDERED_ITERATOR], 'iterateNext()', 'an iterator');
      const it = of(this);
      if (isOld(it)) throw kit.exception("Failed to execute 'iterateNext' on 'XPathResult': The document has mutated since the "
        + 'result was returned.', 'InvalidStateError');
      return list[it.next++] ?? null;
    }
    snapshotItem(index) {
      const list = valueOf(this, [SNAPSHOT, ORDERED_SNAPSHOT], 'snapshotItem()', 'a snapshot');
      if (arguments.length < 1) throw new TypeError("Failed to execute 'snapshotItem' on 'XPathResult': 1 argument required, but only 0 present.");
      return list[index >>> 0] ?? null;
    }
  }
  TYPES.forEach((name, value) => {
    for (const target of [XPathResult, XPathResult.prototype]) defineProperty(target, name, { value, enumerable: true });
  });

  // --- Evaluating -------------------------------------------------------------------------------------------------------

  /** Does something with an expression; what is wrong with it is thrown as what Chromium throws. */
  function tried(where, body) {
    try {
      return body();
    } catch (error) {
      if (error instanceof Wrong) throw kit.exception(where + error.said, error.name);
      throw error;
    }
  }
  const failing = (method, kind) => `Failed to execute '${method}' on '${kind}': `;
  const count = (given, least, where) => {
    if (given.length < least) throw new TypeError(`${where}${least} argument${least > 1 ? 's' : ''} required, but only ${given.length} present.`);
  };
  const isObject = value => typeof value === 'object' && value !== null || typeof value === 'function';
  const isNothing = value => value === null || value === undefined;

  function resultOf(parsed, node, wanted, where) {
    if (!CONTEXTS.has(node.nodeType)) {
      throw kit.exception(`${where}The node provided is '${node.nodeName}', which is not a valid context node type.`, 'NotSupportedError');
    }
    const value = tried(where, () => xpath.run(parsed, node));
    const hasNodes = Array.isArray(value);
    const own = hasNodes ? ITERATOR : typeof value === 'number' ? NUMBER : typeof value === 'string' ? STRING : BOOLEAN;
    const type = wanted === ANY || wanted > FIRST ? own : wanted;
    if (type > BOOLEAN && !hasNodes) {
      throw new TypeError(`${where}The result is not a node set, and therefore cannot be converted to the desired type.`);
    }
    const page = new XPathResult(kit);
    const document = xpath.documentOf(node);
    results.set(page, {
      type, document, next: 0, changes: changesOf(document),
      value: type === NUMBER ? toNumber(value) : type === STRING ? toText(value) : type === BOOLEAN ? toTruth(value)
        : type === ORDERED_ITERATOR || type === ORDERED_SNAPSHOT || type === FIRST ? sorted(value) : value,
    });
    return page;
  }
  /** The namespaces of prefixes: those of a node, or of what the page says; what it throws there goes to its handlers. */
  function spaces(resolver) {
    if (isNothing(resolver)) return () => null;
    if (isNode(resolver)) return prefix => prefix === 'xml' ? xpath.XML : resolver.lookupNamespaceURI?.(prefix) ?? null;
    return prefix => {
      let found = null;
      try {
        if (typeof resolver === 'function') found = resolver(prefix);
        else if (typeof resolver.lookupNamespaceURI === 'function') found = resolver.lookupNamespaceURI(prefix);
      } catch (error) { kit.report(error); }
      return isNothing(found) ? null : text(found);
    };
  }
  function parsed(given, resolver, place, where) {
    if (!isNothing(resolver) && !isObject(resolver)) throw new TypeError(`${where}parameter ${place} is not of type 'Object'.`);
    return tried(where, () => xpath.read(given, spaces(resolver)));
  }
  const needNode = (node, place, where) => {
    if (!isNode(node)) throw new TypeError(`${where}parameter ${place} is not of type 'Node'.`);
  };

  class XPathExpression {
    constructor() { only(arguments[0], 'XPathExpression'); }
    evaluate(node) {
      const it = of(this, expressions);
      const where = failing('evaluate', 'XPathExpression');
      count(arguments, 1, where);
      needNode(node, 1, where);
      return resultOf(it, node, arguments[1] & 0xffff, where);
    }
  }

  /** The three methods that documents and evaluators share, with what was given to them. */
  const methods = {
    __proto__: null,
    createExpression(kind, given) {
      const where = failing('createExpression', kind);
      count(given, 1, where);
      const page = new XPathExpression(kit);
      expressions.set(page, parsed(text(given[0]), given[1], 2, where));
      return page;
    },
    createNSResolver(kind, given) {
      const where = failing('createNSResolver', kind);
      count(given, 1, where);
      needNode(given[0], 1, where);
      return given[0];
    },
    evaluate(kind, given) {
      const where = failing('evaluate', kind);
      count(given, 2, where);
      const [expression, node, resolver, type, result] = given;
      const said = text(expression);
      needNode(node, 2, where);
      const wanted = type & 0xffff;
      if (!isNothing(result) && !isObject(result)) throw new TypeError(`${where}parameter 5 is not of type 'object'.`);
      return resultOf(parsed(said, resolver, 3, where), node, wanted, where);
    },
  };
  class XPathEvaluator {
    constructor() { evaluators.set(this, this); }
    createExpression(expression) { return of(this, evaluators) && methods.createExpression('XPathEvaluator', arguments); }
    createNSResolver(node) { return of(this, evaluators) && methods.createNSResolver('XPathEvaluator', arguments); }
    evaluate(expression, node) { return of(this, evaluators) && methods.evaluate('XPathEvaluator', arguments); }
  }
  kit.evaluator = methods;

  for (const Kind of [XPathResult, XPathExpression, XPathEvaluator]) {
    defineProperty(Kind.prototype, Symbol.toStringTag, { value: Kind.name, configurable: true });
    define(global, Kind.name, Kind);
  }
})
