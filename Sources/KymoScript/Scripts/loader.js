// Loads the modules of the document library, each once per context: a small `require` of relative paths.
//
// host.readModule(path) -> text of a file in the library's folder, or null.
//
// This script is the first of those that are evaluated apart from the page, with built-ins of their own: whatever a page
// puts in the place of Array's methods, of Function.prototype.call or of a setter, the library and these scripts have
// theirs. What they hand to the page is to be of the page's kinds, though: `kit.give` and `kit.adopt`.
(function (host, kit) {
  'use strict';
  const { create, defineProperty, getOwnPropertyNames, getOwnPropertyDescriptor } = Object;
  const { freeze, getPrototypeOf, setPrototypeOf, preventExtensions } = Object;
  const { apply } = Reflect;
  const isArray = Array.isArray;
  const compile = Function;

  // --- Two kinds of built-ins -----------------------------------------------------------------------------------------

  // Functions and errors from here are instances of the page's classes, too; their own methods come first.
  const page = kit.global;
  for (const name of [
    'Function', 'Error', 'EvalError', 'RangeError', 'ReferenceError', 'SyntaxError', 'TypeError', 'URIError',
  ]) {
    const own = globalThis[name].prototype;
    setPrototypeOf(own, page[name].prototype);
    delete own.constructor;
  }
  // No way leads from a function to what makes one here.
  for (const made of [function* () {}, async function () {}, async function* () {}]) {
    delete getPrototypeOf(made).constructor;
  }
  for (const method of ['call', 'apply', 'bind']) {
    defineProperty(Function.prototype, method, { writable: false, configurable: false });
  }
  // Libraries look for `[native code]` before they use a function. What is made here is known by what it inherits from; a
  // class of a page that extends one of these has a text of its own.
  const makers = new Set([Function.prototype]);
  for (const made of [function* () {}, async function () {}, async function* () {}]) makers.add(getPrototypeOf(made));
  const { toString: anyText } = Function.prototype;
  const { toString } = { toString() {
    const name = typeof this === 'function' ? kit.nativeName(this) : undefined;
    if (name === undefined && !(typeof this === 'function' && makers.has(getPrototypeOf(this)))) return apply(anyText, this, []);
    if (typeof name === 'string') return `function ${name}() { [native code] }`;
    const own = getOwnPropertyDescriptor(this, 'name');
    const said = own !== undefined && typeof own.value === 'string' ? own.value : '';
    return `function ${said.startsWith('bound ') ? said.slice(6) : said}() { [native code] }`;
  } };
  kit.functionText = value => apply(toString, value, []);
  // A page that replaces it is asked for the text of ours, too.
  delete Function.prototype.toString;
  defineProperty(page.Function.prototype, 'toString', { value: toString, writable: true, configurable: true });
  // A list of nodes leads to Array; a page that looks for it finds it closed.
  preventExtensions(Object.prototype);
  freeze(Array.prototype);

  const [anyArray, anyObject] = [page.Array.prototype, page.Object.prototype];
  /** Makes an array or a plain object one of the page's. */
  kit.give = value => setPrototypeOf(value, isArray(value) ? anyArray : anyObject);
  /** Makes what inherits from an object here inherit from the page's. */
  kit.adopt = value => {
    for (let at = value; at !== null && at !== undefined; at = getPrototypeOf(at)) {
      if (at === Array.prototype) return;
      if (getPrototypeOf(at) === Object.prototype) setPrototypeOf(at, anyObject);
    }
  };

  /** What the page's global object has by itself; most of it is made when it is first asked for. */
  kit.given = new Set(getOwnPropertyNames(page));

  // --- The library ------------------------------------------------------------------------------------------------------

  const loaded = create(null);
  // The library's own window, of which every frame would get one, with a document: the platform has one window alone.
  loaded['Window.js'] = { exports: class Window {} };
  // Its reader of styles, the largest of its files: declarations.js takes its place.
  loaded['cssparser.js'] = { exports: {} };
  // A worker has no document: this is what the scripts that it shares with pages ask of one.
  if (host.isWorker) {
    loaded['Document.js'] = { exports: class Document {} };
    loaded['htmlelts.js'] = { exports: { elements: { HTMLElement: class {}, HTMLBodyElement: class {} } } };
    loaded['attributes.js'] = { exports: { registerChangeHandler() {} } };
  }

  // The library declares what it has with `Object.create(parent, properties)`, which cannot be changed later. Here it
  // can: the platform replaces what the library leaves out or does in another way.
  const open = (descriptor, name) => {
    descriptor.configurable = true;
    // Members of interfaces can be counted; what is the library's own among them is not for pages.
    descriptor.enumerable = name[0] !== '_' && name !== 'constructor';
    if ('value' in descriptor) {
      descriptor.writable = true;
      if (typeof descriptor.value === 'function' && descriptor.value.name === 'value') {
        defineProperty(descriptor.value, 'name', { value: name, configurable: true });
      }
    }
    return descriptor;
  };
  const LibraryObject = function (value) { return new Object(value); };
  for (const name of getOwnPropertyNames(Object)) {
    if (name !== 'length' && name !== 'name' && name !== 'prototype' && name !== 'arguments' && name !== 'caller') {
      defineProperty(LibraryObject, name, getOwnPropertyDescriptor(Object, name));
    }
  }
  LibraryObject.prototype = Object.prototype;
  LibraryObject.create = (parent, properties) => {
    if (properties === undefined) return create(parent);
    for (const name of getOwnPropertyNames(properties)) open(properties[name], name);
    return create(parent, properties);
  };
  LibraryObject.defineProperty = (target, name, descriptor) => defineProperty(target, name, open(descriptor, name));
  LibraryObject.defineProperties = (target, properties) => {
    for (const name of getOwnPropertyNames(properties)) defineProperty(target, name, open(properties[name], name));
    return target;
  };

  const libraryGlobal = create(null);
  libraryGlobal.Symbol = Symbol;
  const timers = kit.timers;
  const quiet = () => {};
  const libraryConsole = { log: quiet, warn: quiet, error: quiet };

  function resolve(folder, name) {
    const parts = folder === '' ? [] : folder.split('/');
    for (const part of name.split('/')) {
      if (part === '..') parts.pop(); else if (part !== '.' && part !== '') parts.push(part);
    }
    const path = parts.join('/');
    return path.endsWith('.js') || path.endsWith('.json') ? path : path + '.js';
  }

  // What the library keeps to itself lies open on every node, under names that a page's elements may have as well: an
  // element with an `index` of its own would stand elsewhere in the tree, and one with `serialize` is taken for one of
  // Prototype.js. Such members have other names here: where the library reads them, and where it declares them. Its
  // parser, by far the largest of its files, uses none of them; its `index` is that of a match.
  const INNER = ('index doc clone serialize modify rooted isAncestor isEqual nextElement ensureSameDoc removeChildren _attributes '
    + '_attrKeys _attrsByQName _attrsByLName _attr _remove _nid _index _firstChild _childNodes _nextSibling _previousSibling '
    + '_classList _style _lastModTime').split(' ');
  const MEMBER = new RegExp(`(\\.|\\n {2,4}(?=\\w+: \\{))(${INNER.join('|')})\\b(?!\\$)`, 'g');
  const renamed = (path, text) => path === 'HTMLParser.js' ? text : text.replace(MEMBER, '$1domino$$$2');

  // In the values of attributes `<` and `>` are written as `&lt;` and `&gt;`, so that no value becomes a tag where it is read in
  // another way. That is changed in the library's text: whatever stood before its function would be paid for by each element.
  const changed = {
    __proto__: null,
    'NodeUtils.js': text => text.replace('/[&"\\u00A0]/g', '/[&"<>\\u00A0]/g')
      .replace(`case '"': return '&quot;';`, `$& case '<': return '&lt;'; case '>': return '&gt;';`),
  };

  function load(path) {
    const known = loaded[path];
    if (known !== undefined) return known.exports;
    const text = host.readModule(path);
    if (typeof text !== 'string') throw new Error(`the document library lacks its file ${path}`);
    const module = { exports: {} };
    loaded[path] = module;
    const cut = path.lastIndexOf('/');
    const folder = cut < 0 ? '' : path.slice(0, cut);
    const body = new compile(
      'require', 'module', 'exports', 'global', 'Object', 'console', 'setTimeout', 'clearTimeout', 'setInterval',
      'clearInterval', renamed(path, path in changed ? changed[path](text) : text) + '\n//# sourceURL=domino/' + path);
    apply(body, module.exports, [
      name => load(resolve(folder, name)), module, module.exports, libraryGlobal, LibraryObject, libraryConsole,
      timers.setTimeout, timers.clearTimeout, timers.setInterval, timers.clearInterval,
    ]);
    return module.exports;
  }

  kit.require = name => load(resolve('', name));
  return kit.require;
})
