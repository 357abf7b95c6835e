// Where the document library does other than browsers do in what frameworks use of nodes, elements and selectors.
(function (host, kit) {
  'use strict';
  const { global, define, getter, elements, childrenOf } = kit;
  const require = kit.require;
  const text = String;
  const utils = require('./utils');
  const Node = require('./Node');
  const Element = require('./Element');
  const Document = require('./Document');
  const DocumentFragment = require('./DocumentFragment');
  const CharacterData = require('./CharacterData');
  const NodeList = require('./NodeList');
  const DOMException = require('./DOMException');
  const DOMTokenList = require('./DOMTokenList');
  const { HTMLElement, HTMLTemplateElement } = elements;

  // What the library has in two classes of nodes, browsers have in Node: frameworks take it from there.
  const Container = require('./ContainerNode').prototype;
  for (const name of ['firstChild', 'lastChild']) {
    const read = Object.getOwnPropertyDescriptor(Container, name).get;
    getter(Node.prototype, name, function () {
      if (!(this instanceof Node)) throw new TypeError('Illegal invocation');
      return Container.isPrototypeOf(this) ? read.call(this) : null;
    });
  }
  define(Node.prototype, 'hasChildNodes', function hasChildNodes() { return this.firstChild !== null; });

  // A copy of a template has a copy of its content, which the library forgets.
  define(HTMLTemplateElement.prototype, 'cloneNode', function cloneNode(isDeep) {
    const made = Node.prototype.cloneNode.call(this, isDeep);
    if (isDeep) for (const child of childrenOf(this.content)) made.content.appendChild(child.cloneNode(true));
    return made;
  });

  // What is not HTML has content from text, too.
  const { get } = Object.getOwnPropertyDescriptor(Element.prototype, 'innerHTML');
  getter(Element.prototype, 'innerHTML', get, function (value) { kit.fill(this, this, value); });

  for (const Kind of [
    CharacterData, require('./Text'), require('./Comment'), require('./ProcessingInstruction'), require('./DocumentType'),
    NodeList, ...Object.values(require('./svg').elements),
  ]) {
    if (!Object.hasOwn(Kind.prototype, Symbol.toStringTag)) {
      Object.defineProperty(Kind.prototype, Symbol.toStringTag, { value: Kind.name, configurable: true });
    }
  }
  getter(require('./svg').elements.SVGElement.prototype, 'ownerSVGElement', function () {
    for (let at = this.parentNode; at; at = at.parentNode) if (at.localName === 'svg') return at;
    return null;
  });
  define(require('./DOMImplementation').prototype, 'hasFeature', function hasFeature() { return true; });
  // --- Attributes ------------------------------------------------------------------------------------------------------

  // The standard of today refuses few names; templates of frameworks use the others.
  const nameOf = (element, given) => {
    const name = text(given);
    if (name === '' || /[\t\n\f\r \0/=>]/.test(name)) utils.InvalidCharacterError();
    return /[A-Z]/.test(name) && element.isHTML ? utils.toASCIILowerCase(name) : name;
  };
  define(Element.prototype, 'setAttribute', { setAttribute(name, value) {
    if (arguments.length < 2) throw new TypeError('setAttribute takes a name and a value');
    this._setAttribute(nameOf(this, name), text(value));
  } }.setAttribute);
  define(Element.prototype, 'toggleAttribute', { toggleAttribute(given, force) {
    const name = nameOf(this, given);
    const has = this.hasAttribute(name);
    const isWanted = force === undefined ? !has : !!force;
    if (isWanted && !has) this._setAttribute(name, '');
    if (!isWanted && has) this.removeAttribute(name);
    return isWanted;
  } }.toggleAttribute);

  define(global, 'Attr', Element._Attr);
  define(global, 'DOMTokenList', DOMTokenList);
  Object.defineProperty(Element._Attr.prototype, Symbol.toStringTag, { value: 'Attr', configurable: true });
  // Where there is nothing to remove, the attribute is not made; the library writes an empty one.
  const { remove, _update } = DOMTokenList.prototype;
  let isRemoving = false;
  define(DOMTokenList.prototype, 'remove', { remove(...tokens) {
    isRemoving = true;
    try { remove.apply(this, tokens); } finally { isRemoving = false; }
  } }.remove);
  define(DOMTokenList.prototype, '_update', function (list) {
    const isNothing = isRemoving && list.length === 0 && this._getString() === '';
    isRemoving = false;
    if (isNothing) _update.call(this); else _update.call(this, list);
  });
  define(DOMTokenList.prototype, 'entries', { *entries() {
    for (let index = 0; index < this.length; index += 1) yield kit.give([index, this.item(index)]);
  } }.entries);
  define(DOMTokenList.prototype, 'keys', { *keys() {
    for (let index = 0; index < this.length; index += 1) yield index;
  } }.keys);
  define(DOMTokenList.prototype, 'values', { *values() {
    for (let index = 0; index < this.length; index += 1) yield this.item(index);
  } }.values);

  // What a script may ask about editing and focus; nobody edits here.
  getter(HTMLElement.prototype, 'contentEditable', function () {
    const said = this.getAttribute('contenteditable');
    if (said === null) return 'inherit';
    const value = said.toLowerCase();
    return value === '' || value === 'true' ? 'true' : value === 'false' || value === 'plaintext-only' ? value : 'inherit';
  }, function (given) {
    const value = text(given).toLowerCase();
    if (value === 'inherit') this.removeAttribute('contenteditable');
    else if (/^(true|false|plaintext-only)$/.test(value)) this.setAttribute('contenteditable', value);
    else utils.SyntaxError();
  });
  getter(HTMLElement.prototype, 'isContentEditable', function () {
    for (let at = this; at instanceof HTMLElement; at = at.parentNode) {
      if (at.contentEditable !== 'inherit') return at.contentEditable !== 'false';
    }
    return false;
  });
  getter(HTMLElement.prototype, 'tabIndex', function () {
    const number = parseInt(this.getAttribute('tabindex'), 10);
    if (Number.isFinite(number)) return number;
    return /^(a|area|button|frame|iframe|input|object|select|textarea)$/.test(this.localName) || this.isContentEditable
      && this.contentEditable !== 'inherit' ? 0 : -1;
  }, function (value) { this.setAttribute('tabindex', text(Math.trunc(Number(value)) || 0)); });

  // --- Attributes as members ---------------------------------------------------------------------------------------------

  // What assistive technology is told, by member and attribute: null where nothing is said.
  kit.accessible = [['role', 'role']];
  for (const name of ('Atomic AutoComplete BrailleLabel BrailleRoleDescription Busy Checked ColCount ColIndex ColIndexText ColSpan '
    + 'Current Description Disabled Expanded HasPopup Hidden Invalid KeyShortcuts Label Level Live Modal MultiLine MultiSelectable '
    + 'Orientation Placeholder PosInSet Pressed ReadOnly Relevant Required RoleDescription RowCount RowIndex RowIndexText RowSpan '
    + 'Selected SetSize Sort ValueMax ValueMin ValueNow ValueText').split(' ')) {
    kit.accessible.push(['aria' + name, 'aria-' + name.toLowerCase()]);
  }
  for (const [name, attribute] of kit.accessible) {
    getter(Element.prototype, name, function () { return this.getAttribute(attribute); }, function (value) {
      if (value === null || value === undefined) this.removeAttribute(attribute); else this.setAttribute(attribute, text(value));
    });
  }
  getter(HTMLElement.prototype, 'inert', function () { return this.hasAttribute('inert'); },
    function (value) { this.toggleAttribute('inert', !!value); });
  for (const [name, known] of [
    ['inputMode', ['none', 'text', 'decimal', 'numeric', 'tel', 'search', 'email', 'url']],
    ['enterKeyHint', ['enter', 'done', 'go', 'next', 'previous', 'search', 'send']],
  ]) {
    const attribute = name.toLowerCase();
    getter(HTMLElement.prototype, name, function () {
      const said = utils.toASCIILowerCase(this.getAttribute(attribute) ?? '');
      return known.includes(said) ? said : '';
    }, function (value) { this.setAttribute(attribute, text(value)); });
  }

  // Nobody chooses files.
  kit.lazy(global, 'FileList', () => kit.late(class FileList {
    get length() { return 0; }
    item() { return null; }
    *[Symbol.iterator]() { /* There is none. */ }
  }, 'FileList'));
  const files = new WeakMap();
  getter(elements.HTMLInputElement.prototype, 'files', function () {
    if (this.type !== 'file') return null;
    let list = files.get(this);
    if (list === undefined) files.set(this, list = new global.FileList());
    return list;
  }, () => {});

  // --- Selectors -------------------------------------------------------------------------------------------------------

  const { selectors } = require('./select');
  let scope = null;                // What `:scope` is in the selector that is asked now.

  const isOnly = (element, way) => {
    if (!element.parentNode) return false;
    for (let at = element[way]; at !== null; at = at[way]) if (at.nodeType === Node.ELEMENT_NODE) return false;
    return true;
  };
  Object.assign(selectors, {
    ':scope': element => element === (scope === null || scope.nodeType === Node.DOCUMENT_NODE
      ? element.ownerDocument.documentElement : scope),
    ':where': list => selectors[':is'](list),
    ':has': list => {
      const wanted = text(list);
      return element => {
        const outer = scope;
        scope = element;
        try {
          const near = /^\s*[+~]/.test(wanted) ? element.parentNode : element;
          return near !== null && select(wanted.split(',').map(one => `:scope ${one}`).join(), near).length > 0;
        } finally {
          scope = outer;
        }
      };
    },
    ':first-child': element => isOnly(element, 'previousSibling'),
    ':last-child': element => isOnly(element, 'nextSibling'),
    ':only-child': element => isOnly(element, 'previousSibling') && isOnly(element, 'nextSibling'),
    // Nobody points at anything here.
    ':hover': () => false,
    ':active': () => false,
    ':visited': () => false,
    ':link': element => /^(a|area)$/.test(element.localName) && element.hasAttribute('href'),
    ':any-link': element => selectors[':link'](element),
    ':focus': element => element === kit.focused(),
    ':focus-visible': element => element === kit.focused(),
    ':focus-within': element => kit.focused() !== null && element.contains(kit.focused()),
  });
  const select = (selector, node) => all.get(node.nodeType).call(node, selector);
  const all = new Map();           // The library's querySelectorAll by kind of node.

  /** Asks with a scope; what the library cannot read is an error as browsers have it. */
  function ask(node, selector, body) {
    const outer = scope;
    scope = node;
    try {
      if (selector.trim() === '') throw new SyntaxError('empty');
      return body(selector);
    } catch (error) {
      if (error instanceof DOMException) throw error;
      throw kit.exception(`'${selector}' is not a valid selector.`, 'SyntaxError');
    } finally {
      scope = outer;
    }
  }
  // The library looks for an id, a class or a name alone in the whole document, or without its root.
  const isElsewhere = node => kit.shadowed !== undefined && kit.isInShadow(node);
  const slowly = selector => selector + ' ';
  for (const Kind of [Element, Document, DocumentFragment]) {
    const { querySelector, querySelectorAll } = Kind.prototype;
    const isId = (node, selector) => Kind === Element && selector[0] === '#' && (node.domino$rooted || isElsewhere(node));
    define(Kind.prototype, 'querySelector', { querySelector(given) {
      return ask(this, text(given), selector => {
        const found = isElsewhere(this) && isId(this, selector) ? querySelector.call(this, slowly(selector))
          : querySelector.call(this, selector);
        if (found === null || !isId(this, selector) || found !== this && this.contains(found)) return found;
        return querySelector.call(this, slowly(selector));
      });
    } }.querySelector);
    define(Kind.prototype, 'querySelectorAll', { querySelectorAll(given) {
      return ask(this, text(given), selector =>
        querySelectorAll.call(this, isId(this, selector) ? slowly(selector) : selector));
    } }.querySelectorAll);
    all.set({ Element: 1, Document: 9, DocumentFragment: 11 }[Kind.name], querySelectorAll);
  }
  const { matches } = Element.prototype;
  define(Element.prototype, 'matches', { matches(given) {
    return ask(this, text(given), selector => matches.call(this, selector));
  } }.matches);
  define(Element.prototype, 'webkitMatchesSelector', Element.prototype.matches);
  define(Element.prototype, 'closest', { closest(given) {
    return ask(this, text(given), selector => {
      for (let at = this; at !== null; at = at.parentElement) if (matches.call(at, selector)) return at;
      return null;
    });
  } }.closest);
})
