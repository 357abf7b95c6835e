// What the document library leaves out of nodes and elements; what needs a layout is reported, and not made up.
(function (host, kit) {
  'use strict';
  const { global } = kit;
  const { define } = kit;
  const { defineProperty } = Object;
  const require = kit.require;
  const text = String;
  const elements = require('./htmlelts').elements;
  const Node = require('./Node');
  const Element = require('./Element');
  const Document = require('./Document');
  const DocumentFragment = require('./DocumentFragment');
  const NodeList = require('./NodeList');
  const utils = require('./utils');
  const { HTMLElement } = elements;

  const getter = (prototype, name, get, set) => {
    defineProperty(prototype, name, { configurable: true, enumerable: true, get, set });
  };
  kit.getter = getter;
  kit.elements = elements;

  const implementation = require('./impl');
  for (const name in implementation) {
    if (name === 'Window' || name === 'HTMLParser' || name in kit.events || name === 'DOMException') continue;
    define(global, name, implementation[name]);
  }
  define(global, 'HTMLDocument', Document);
  for (const Kind of [Node, Element, Document, DocumentFragment, ...Object.values(elements)]) {
    if (!Object.hasOwn(Kind.prototype, Symbol.toStringTag)) {
      defineProperty(Kind.prototype, Symbol.toStringTag, { value: Kind.name, configurable: true });
    }
  }

  // --- Nodes --------------------------------------------------------------------------------------------------------

  getter(Node.prototype, 'isConnected', function () { return this.domino$rooted; });
  getter(Node.prototype, 'baseURI', () => kit.base());
  define(Node.prototype, 'getRootNode', function getRootNode(options) {
    let at = this;
    while (at.parentNode) at = at.parentNode;
    const host = options && options.composed && at.host;
    return host instanceof Node ? host.getRootNode(options) : at;
  });

  const content = (owner, parts) => {
    const nodes = parts.map(part => part instanceof Node ? part : owner.createTextNode(text(part)));
    if (nodes.length === 1) return nodes[0];
    const fragment = owner.createDocumentFragment();
    for (const node of nodes) fragment.appendChild(node);
    return fragment;
  };
  const ownerOf = node => node.nodeType === Node.DOCUMENT_NODE ? node : node.ownerDocument;
  for (const Kind of [Element, Document, DocumentFragment]) {
    const prototype = Kind.prototype;
    define(prototype, 'append', function append(...parts) { this.appendChild(content(ownerOf(this), parts)); });
    define(prototype, 'prepend', function prepend(...parts) {
      this.insertBefore(content(ownerOf(this), parts), this.firstChild);
    });
    define(prototype, 'replaceChildren', function replaceChildren(...parts) {
      const next = content(ownerOf(this), parts);
      while (this.firstChild) this.removeChild(this.firstChild);
      this.appendChild(next);
    });
    if ('children' in prototype) continue;
    const inside = node => Array.from(node.childNodes).filter(child => child.nodeType === Node.ELEMENT_NODE);
    getter(prototype, 'children', function () { return new NodeList(inside(this)); });
    getter(prototype, 'firstElementChild', function () { return inside(this)[0] || null; });
    getter(prototype, 'lastElementChild', function () { return inside(this).pop() || null; });
    getter(prototype, 'childElementCount', function () { return inside(this).length; });
  }
  define(DocumentFragment.prototype, 'getElementById', function getElementById(id) {
    return this.querySelector('#' + text(id).replace(/[^\w-]/g, one => '\\' + one));
  });
  define(Element.prototype, 'webkitMatchesSelector', Element.prototype.matches);
  const { getAttributeNames } = Element.prototype;
  define(Element.prototype, 'getAttributeNames', {
    method() { return kit.give(getAttributeNames.call(this)); },
  }.method);
  // What a page makes of a list is an array of its own.
  define(NodeList, Symbol.species, global.Array);
  const methods = Object.getOwnPropertyDescriptors(Array.prototype);
  delete methods.length;
  delete methods.constructor;
  Object.setPrototypeOf(NodeList.prototype, Object.create(global.Object.prototype, methods));
  // What is not found is null.
  for (const Kind of [Element, Document, DocumentFragment]) {
    const { querySelector } = Kind.prototype;
    define(Kind.prototype, 'querySelector', {
      method(selector) { return querySelector.call(this, selector) || null; },
    }.method);
  }

  // Lists can be gone through, and their numbers are those of now.
  const children = Object.getOwnPropertyDescriptor(Element.prototype, 'children').get;
  getter(Element.prototype, 'children', function () {
    const list = children.call(this);
    void list.length;
    return list;
  });
  const someChildren = Object.getPrototypeOf(kit.require('./index').createDocument('').documentElement.children);
  // Children are such a collection as what is found by a name.
  Object.setPrototypeOf(someChildren, require('./FilteredElementList').prototype);
  for (const prototype of [require('./FilteredElementList').prototype, someChildren]) {
    define(prototype, Symbol.iterator, function* () {
      for (let index = 0; index < this.length; index += 1) yield this.item(index);
    });
    define(prototype, 'namedItem', function namedItem(name) {
      for (const one of this) if (one.id === name || one.getAttribute('name') === name) return one;
      return null;
    });
    defineProperty(prototype, Symbol.toStringTag, { value: 'HTMLCollection', configurable: true });
  }
  define(global, 'HTMLCollection', require('./FilteredElementList'));

  // The names of data- attributes, as properties.
  const attribute = name => 'data-' + name.replace(/[A-Z]/g, letter => '-' + letter.toLowerCase());
  const DATASET = Symbol('dataset');
  const data = {
    get: (target, name) => {
      if (typeof name !== 'string') return undefined;
      const found = target.element.getAttribute(attribute(name));
      return found === null ? undefined : found;
    },
    set(target, name, value) {
      target.element.setAttribute(attribute(name), text(value));
      return true;
    },
    has: (target, name) => typeof name === 'string' && target.element.hasAttribute(attribute(name)),
    deleteProperty(target, name) {
      target.element.removeAttribute(attribute(name));
      return true;
    },
    ownKeys: target => target.element.getAttributeNames().filter(name => /^data-/.test(name))
      .map(name => name.slice(5).replace(/-([a-z])/g, (_, letter) => letter.toUpperCase())),
    getOwnPropertyDescriptor(target, name) {
      const value = data.get(target, name);
      return value === undefined ? undefined : { value, writable: true, enumerable: true, configurable: true };
    },
  };
  getter(HTMLElement.prototype, 'dataset', function () {
    if (!this[DATASET]) {
      const target = defineProperty(kit.give({}), 'element', { value: this, configurable: true });
      defineProperty(this, DATASET, { value: new Proxy(target, data) });
    }
    return this[DATASET];
  });

  const Tokens = require('./DOMTokenList').prototype;
  define(Tokens, Symbol.iterator, function* () {
    for (let index = 0; index < this.length; index += 1) yield this.item(index);
  });
  define(Tokens, 'forEach', function forEach(callback, self) {
    let index = 0;
    for (const token of [...this]) Reflect.apply(callback, self, [token, index++, this]);
  });

  // --- Text as it would be read --------------------------------------------------------------------------------------

  const BLOCKS = new Set(('address article aside blockquote body center dd details dialog div dl dt fieldset figcaption '
    + 'figure footer form h1 h2 h3 h4 h5 h6 header hr html legend li main menu nav ol optgroup option p pre section '
    + 'select summary table tbody tfoot thead tr ul').split(' '));
  const SILENT = new Set(('head link meta noscript script style template title audio canvas iframe object '
    + 'video').split(' '));

  function read(node, into, keepsSpace) {
    if (node.nodeType === Node.TEXT_NODE) {
      into.push(keepsSpace ? node.data : node.data.replace(/[ \t\n\r\f]+/g, ' '));
      return;
    }
    if (node.nodeType !== Node.ELEMENT_NODE) return;
    const name = node.localName;
    if (name === 'br') return void into.push('\n');
    if (SILENT.has(name) || node.hidden || (node.hasAttribute('style') && node.style.display === 'none')) return;
    const breaks = name === 'p' ? 2 : BLOCKS.has(name) ? 1 : 0;
    if (breaks > 0) into.push(breaks);
    const isKept = keepsSpace || name === 'pre' || name === 'textarea';
    for (let child = node.firstChild; child !== null; child = child.nextSibling) read(child, into, isKept);
    if ((name === 'td' || name === 'th') && node.nextElementSibling) into.push('\t');
    if (breaks > 0) into.push(breaks);
  }

  function readable(element) {
    if (!element.domino$rooted) return element.textContent;
    const parts = [];
    for (let child = element.firstChild; child !== null; child = child.nextSibling) {
      read(child, parts, element.localName === 'pre' || element.localName === 'textarea');
    }
    let said = '', wanted = 0;
    for (const part of parts) {
      if (typeof part === 'number') {
        wanted = Math.max(wanted, part);
        continue;
      }
      let piece = part;
      if (piece.startsWith(' ') && (said === '' || wanted > 0 || /[ \n\t]$/.test(said))) piece = piece.slice(1);
      if (piece === '') continue;
      if (wanted > 0 && said !== '') said = said.replace(/ $/, '') + '\n'.repeat(wanted);
      wanted = 0;
      said += piece;
    }
    return said.replace(/ $/, '').replace(/ \n/g, '\n');
  }

  for (const name of ['innerText', 'outerText']) {
    getter(HTMLElement.prototype, name, function () { return readable(this); }, function (value) {
      const fragment = this.ownerDocument.createDocumentFragment();
      text(value === null ? '' : value).split(/\r\n?|\n/).forEach((line, index) => {
        if (index > 0) fragment.appendChild(this.ownerDocument.createElement('br'));
        if (line !== '') fragment.appendChild(this.ownerDocument.createTextNode(line));
      });
      if (name === 'outerText') return void this.replaceWith(fragment);
      this.replaceChildren(fragment);
    });
  }

  // --- The document --------------------------------------------------------------------------------------------------

  const page = Document.prototype;
  const live = selector => function () { return this.querySelectorAll(selector); };
  getter(page, 'forms', live('form'));
  getter(page, 'images', live('img'));
  getter(page, 'scripts', live('script'));
  getter(page, 'links', live('a[href], area[href]'));
  getter(page, 'embeds', live('embed'));
  getter(page, 'referrer', () => '');
  getter(page, 'defaultView', () => null);
  getter(page, 'lastModified', () => {
    const date = new global.Date(kit.origin);
    const two = value => text(value).padStart(2, '0');
    return `${two(date.getMonth() + 1)}/${two(date.getDate())}/${date.getFullYear()} ${two(date.getHours())}:`
      + `${two(date.getMinutes())}:${two(date.getSeconds())}`;
  });
  getter(page, 'domain', () => kit.location ? kit.location.hostname : '', () => kit.missing('setting document.domain'));
  getter(page, 'URL', function () { return this === kit.document ? kit.address() : this._address; });
  getter(page, 'documentURI', function () { return this === kit.document ? kit.address() : this._address; });
  getter(page, 'body', function () {
    const root = this.documentElement;
    for (let child = root === null ? null : root.firstChild; child !== null; child = child.nextSibling) {
      if (child.localName === 'body' || child.localName === 'frameset') return child;
    }
    return null;
  }, function (value) {
    const old = this.body;
    if (old) old.replaceWith(value); else this.documentElement.appendChild(value);
  });
  getter(page, 'designMode', () => 'off', () => kit.missing('document.designMode'));
  getter(page, '_documentBaseURL', () => kit.base());
  define(page, '_resolve', href => kit.resolve(href));

  // --- Focus ---------------------------------------------------------------------------------------------------------

  let focused = null;
  /** The element with the focus, in whatever tree of the document it is; or null. */
  kit.focused = () => focused !== null && focused.domino$rooted ? focused : null;
  getter(page, 'activeElement', function () {
    return focused !== null && focused.domino$rooted && focused.ownerDocument === this ? focused : this.body;
  });
  const raiseFocus = (element, kinds, other) => {
    const { FocusEvent } = kit.events;
    for (const kind of kinds) {
      const bubbles = kind.startsWith('focus') && kind !== 'focus';
      kit.raise(element, new FocusEvent(kind, { bubbles, composed: true, view: global, relatedTarget: other }));
    }
  };
  /** Whether an element, or what it lies in, is out of reach of a user. */
  kit.isInert = element => {
    for (let at = element; at; at = at.parentNode || at.host) if (at.nodeType === 1 && at.hasAttribute('inert')) return true;
    return false;
  };
  const canFocus = element => element.domino$rooted && !kit.isOff(element) && !kit.isInert(element)
    && (/^(a|area)$/.test(element.localName)
      ? element.hasAttribute('href') || element.hasAttribute('tabindex')
      : /^(input|select|textarea|button|iframe|summary)$/.test(element.localName) || element.hasAttribute('tabindex')
        || element.hasAttribute('contenteditable'));
  kit.canFocus = canFocus;
  define(HTMLElement.prototype, 'focus', function focus() {
    if (focused === this || !canFocus(this)) return;
    const old = focused !== null && focused.domino$rooted ? focused : null;
    focused = this;
    if (old !== null) raiseFocus(old, ['blur', 'focusout'], this);
    if (focused === this) raiseFocus(this, ['focus', 'focusin'], old);
  });
  define(HTMLElement.prototype, 'blur', function blur() {
    if (focused !== this) return;
    focused = null;
    raiseFocus(this, ['blur', 'focusout'], null);
  });

  // --- Tables --------------------------------------------------------------------------------------------------------

  const insertAt = (parent, list, tag, index, before) => {
    const made = parent.ownerDocument.createElement(tag);
    if (index < -1 || index > list.length) utils.IndexSizeError();
    const next = index === -1 || index === list.length ? null : list[index];
    (next ? next.parentNode : before || parent).insertBefore(made, next);
    return made;
  };
  const { HTMLTableElement, HTMLTableSectionElement, HTMLTableRowElement } = elements;
  define(HTMLTableElement.prototype, 'insertRow', function insertRow(index = -1) {
    const bodies = [...this.getElementsByTagName('tbody')];
    let last = bodies[bodies.length - 1];
    if (!last && this.rows.length === 0) last = this.appendChild(this.ownerDocument.createElement('tbody'));
    const rows = this.rows;
    const end = rows.length > 0 ? rows[rows.length - 1].parentNode : last;
    return insertAt(this, rows, 'tr', index, end);
  });
  // The parts of a table: a caption, a head and a foot, each at most once, and bodies.
  const partsOf = (table, name) => {
    const found = [];
    for (let child = table.firstChild; child !== null; child = child.nextSibling) if (child.localName === name) found.push(child);
    return found;
  };
  function putPart(table, part) {
    let next = part.localName === 'tfoot' ? null : table.firstChild;
    // A head comes after what is said of the table and of its columns.
    const isBefore = node => node.nodeType !== 1 || /^(caption|colgroup)$/.test(node.localName);
    if (part.localName === 'thead') while (next !== null && isBefore(next)) next = next.nextSibling;
    return table.insertBefore(part, next);
  }
  const removePart = (table, name) => { partsOf(table, name)[0]?.remove(); };
  for (const [name, property, Kind] of [
    ['caption', 'caption', elements.HTMLTableCaptionElement], ['thead', 'tHead', HTMLTableSectionElement],
    ['tfoot', 'tFoot', HTMLTableSectionElement],
  ]) {
    getter(HTMLTableElement.prototype, property, function () { return partsOf(this, name)[0] ?? null; }, function (given) {
      const part = given ?? null;
      if (part !== null && !(part instanceof Kind)) throw new TypeError(`this is no ${name}`);
      if (part !== null && part.localName !== name) throw kit.exception(`this is no ${name}`, 'HierarchyRequestError');
      removePart(this, name);
      if (part !== null) putPart(this, part);
    });
    const suffix = property[0].toUpperCase() + property.slice(1);
    const methods = {
      [`create${suffix}`]() { return partsOf(this, name)[0] ?? putPart(this, this.ownerDocument.createElement(name)); },
      [`delete${suffix}`]() { removePart(this, name); },
    };
    for (const method of Object.keys(methods)) define(HTMLTableElement.prototype, method, methods[method]);
  }
  const ElementList = require('./FilteredElementList');
  getter(HTMLTableElement.prototype, 'tBodies', function () {
    return new ElementList(this, one => one.localName === 'tbody' && one.parentNode === this);
  });
  const isPart = node => /^(thead|tbody|tfoot)$/.test(node.localName);
  getter(HTMLTableElement.prototype, 'rows', function () {
    // Not those of a table in a cell.
    return new ElementList(this, one => one.localName === 'tr'
      && (one.parentNode === this || isPart(one.parentNode) && one.parentNode.parentNode === this));
  });
  define(HTMLTableElement.prototype, 'createTBody', function createTBody() {
    const last = partsOf(this, 'tbody').at(-1);
    return this.insertBefore(this.ownerDocument.createElement('tbody'), last === undefined ? null : last.nextSibling);
  });
  define(HTMLTableSectionElement.prototype, 'insertRow', function insertRow(index = -1) {
    return insertAt(this, this.rows, 'tr', index);
  });
  for (const Kind of [HTMLTableElement, HTMLTableSectionElement]) {
    define(Kind.prototype, 'deleteRow', function deleteRow(index) {
      const row = this.rows[index === -1 ? this.rows.length - 1 : index];
      if (row) kit.detach(row); else if (index !== -1) utils.IndexSizeError();
    });
  }
  define(HTMLTableRowElement.prototype, 'insertCell', function insertCell(index = -1) {
    return insertAt(this, this.cells, 'td', index);
  });
  define(HTMLTableRowElement.prototype, 'deleteCell', function deleteCell(index) {
    const cell = this.cells[index === -1 ? this.cells.length - 1 : index];
    if (cell) kit.detach(cell); else if (index !== -1) utils.IndexSizeError();
  });
  const place = (list, item) => Array.prototype.indexOf.call(list, item);
  getter(HTMLTableRowElement.prototype, 'rowIndex', function () {
    const table = this.closest('table');
    return table === null ? -1 : place(table.rows, this);
  });
  getter(HTMLTableRowElement.prototype, 'sectionRowIndex', function () {
    return this.parentNode === null ? -1 : place(this.parentNode.children, this);
  });

  // --- Elements that scripts make ------------------------------------------------------------------------------------

  const maker = (name, Kind, fill) => {
    const make = function (...values) {
      if (new.target === undefined) throw new TypeError(`${name} needs new`);
      return fill(kit.document.createElement(Kind), ...values);
    };
    defineProperty(make, 'name', { value: name });
    define(global, name, make);
  };
  maker('Image', 'img', (image, width, height) => {
    if (width !== undefined) image.width = width;
    if (height !== undefined) image.height = height;
    return image;
  });
  maker('Option', 'option', (option, label = '', value, isDefault = false, isSelected = false) => {
    if (label !== '') option.textContent = label;
    if (value !== undefined) option.value = value;
    option.defaultSelected = isDefault;
    option.selected = isSelected;
    return option;
  });
  maker('Audio', 'audio', (audio, source) => {
    if (source !== undefined) audio.src = source;
    return audio;
  });
})
