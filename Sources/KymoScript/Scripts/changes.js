// Changes of the tree, and who is told of them: observers of mutations, custom elements and shadow trees.
//
// Until a page uses one of these, the document library works as it is: the methods that change a tree are replaced when
// somebody begins to watch, and nothing of this is paid before. `kit.watch()` begins it; `kit.watchers` holds what is told:
// observed(kind, ...) for records, and the hooks of customs.js and shadows.js.
(function (host, kit) {
  'use strict';
  const { global, define } = kit;
  const { defineProperty, getOwnPropertyDescriptor } = Object;
  const require = kit.require;
  const Node = require('./Node');
  const Element = require('./Element');
  const Document = require('./Document');
  const DocumentFragment = require('./DocumentFragment');
  const DocumentType = require('./DocumentType');
  const CharacterData = require('./CharacterData');
  const ContainerNode = require('./ContainerNode');
  const NodeList = require('./NodeList');
  const Attribute = Element._Attr;
  const { HTMLElement, HTMLTemplateElement } = kit.elements;

  /** The values of a page's list, whatever it did to the iterators of arrays. */
  kit.valuesOf = (list, read = value => value) => {
    if (!Array.isArray(list)) return Array.from(list, read);
    const found = [];
    for (let index = 0; index < list.length; index += 1) found.push(read(list[index]));
    return found;
  };
  /** Gives the page something that is made when it is first asked for. */
  kit.lazy = (target, name, make) => {
    const put = value => defineProperty(target, name, { value, writable: true, configurable: true, enumerable: false });
    defineProperty(target, name, {
      configurable: true,
      enumerable: false,
      get() {
        const value = make();
        put(value);
        return value;
      },
      set: put,
    });
  };
  /** What a page gets of a class that is made late. */
  kit.late = (Kind, name = Kind.name) => {
    kit.adopt(Kind.prototype);
    defineProperty(Kind.prototype, Symbol.toStringTag, { value: name, configurable: true });
    return Kind;
  };

  // The library leaves nodes that were removed together linked with one another: whoever inserts one of them again,
  // inserts all of them.
  const { domino$removeChildren: removeChildren } = ContainerNode.prototype;
  define(ContainerNode.prototype, 'domino$removeChildren', function () {
    const children = childrenOf(this);
    removeChildren.call(this);
    for (const child of children) {
      child.domino$_nextSibling = child.domino$_previousSibling = child;
      child.domino$_index = undefined;
    }
  });

  const childrenOf = node => {
    const found = [];
    for (let child = node.firstChild; child !== null; child = child.nextSibling) found.push(child);
    return found;
  };
  kit.childrenOf = childrenOf;

  // The library takes a node out by its method `remove`. An element may have that name for something of its own, which
  // ends in removeChild; in a browser removeChild asks no name, and neither does what moves a node.
  let takeOut = require('./ChildNode').remove.value;
  const detach = kit.detach = node => { takeOut.call(node); };
  for (const { prototype } of [Element, CharacterData, DocumentType]) {
    define(prototype, 'remove', { remove() { takeOut.call(this); } }.remove);
  }
  define(Node.prototype, 'removeChild', { removeChild(child) {
    if (!(child instanceof Node)) throw new TypeError('removeChild takes a node');
    if (child.parentNode !== this) throw kit.exception('the node is no child of this one', 'NotFoundError');
    detach(child);
    return child;
  } }.removeChild);
  // What can have no children refuses them with the errors that pages know.
  const { prototype: leaf } = require('./Leaf');
  delete leaf.removeChild;
  for (const name of ['insertBefore', 'replaceChild']) {
    define(leaf, name, { [name](node) {
      if (!(node instanceof Node)) throw new TypeError(`${name} takes a node`);
      throw kit.exception('this node has no children', 'HierarchyRequestError');
    } }[name]);
  }
  const { _insertOrReplace: place } = Node.prototype;
  define(Node.prototype, '_insertOrReplace', function (parent, before, isReplacing) {
    const isMoved = this.parentNode && this !== before && this.nodeType !== Node.DOCUMENT_FRAGMENT_NODE;
    // Within a document the library moves what is there without a name.
    if (isMoved && !(this.domino$rooted && parent.domino$rooted)) detach(this);
    return place.call(this, parent, before, isReplacing);
  });

  // --- Watching ------------------------------------------------------------------------------------------------------

  const watchers = kit.watchers = {
    observed: null,      // (record): what observers of mutations are to be told; null while there is none
    attribute: null,     // (element, name, namespace, old, value): custom elements
    connected: null,     // (node): it and what is in it came into a document
    parsed: null,        // (fragment): it was made from text, and is going to be inserted
    disconnected: null,  // (node): it and what is in it left a document
    moved: null,         // (parent, added, removed): the children of a node changed: slots
    ranged: null,        // (parent, added, removed, next): ranges that are in it
    edited: null,        // (node, old): ranges in a text
    slotted: null,       // (element, name): its attribute slot or name changed
    settle: null,        // what custom elements still have to hear is said, when the outermost change is done
  };

  let gathering = null;  // Changes of one parent's children that become one record.
  let depth = 0;         // How many changes are under way, one in the other.

  /** Does something that the page sees as one change. */
  const together = (parent, body) => {
    const outer = gathering;
    const record = { parent, added: [], removed: [], previous: null, next: null, isBegun: false };
    gathering = record;
    depth += 1;
    try {
      return body();
    } finally {
      gathering = outer;
      depth -= 1;
      if (record.isBegun && (record.added.length > 0 || record.removed.length > 0)) tellChildren(record);
      settle();
    }
  };
  const within = body => {
    depth += 1;
    try {
      return body();
    } finally {
      depth -= 1;
      settle();
    }
  };
  kit.holding = null;    // An element of the parser's that has got its attributes, and is not yet in its place.
  const settle = () => { if (depth === 0 && watchers.settle !== null && kit.holding === null) watchers.settle(); };
  kit.letGo = node => {
    if (kit.holding !== node) return;
    kit.holding = null;
    settle();
  };
  kit.within = within;

  function tellChildren({ parent, added, removed, previous, next }) {
    if (watchers.observed === null) return;
    watchers.observed({ type: 'childList', target: parent, added, removed, previous, next });
  }

  function changed(parent, added, removed, previous, next) {
    if (watchers.ranged !== null) watchers.ranged(parent, added, removed, next);
    if (watchers.moved !== null) watchers.moved(parent, added, removed);
    if (watchers.observed === null) return;
    if (gathering === null || gathering.parent !== parent) {
      return tellChildren({ parent, added, removed, previous, next });
    }
    if (!gathering.isBegun) {
      gathering.previous = previous;
      gathering.isBegun = true;
    }
    gathering.added.push(...added);
    gathering.removed.push(...removed);
    gathering.next = next;
  }

  // What the parser has to be in to read what is not HTML.
  const OUTSIDE = {
    __proto__: null, 'http://www.w3.org/2000/svg': 'svg', 'http://www.w3.org/1998/Math/MathML': 'math',
  };
  /** What a text is in the place of an element's content. */
  kit.fragment = (context, value) => {
    const owner = context.ownerDocument;
    const around = OUTSIDE[context.namespaceURI];
    const given = value === null ? '' : String(value);
    const parser = owner.implementation.mozHTMLParser(owner._address, around === undefined ? context : owner.createElement('i'));
    parser.parse(around === undefined ? given : `<${around}>${given}</${around}>`, true);
    const fragment = parser._asDocumentFragment();
    if (around !== undefined) {
      const outer = fragment.firstChild;
      for (const child of childrenOf(outer)) fragment.appendChild(child);
      detach(outer);
    }
    return fragment;
  };
  /** Replaces what is in a node by what a text says. */
  kit.fill = (target, context, value) => together(target, () => {
    const fragment = kit.fragment(context, value);
    target.ownerDocument.adoptNode(fragment);
    if (watchers.parsed !== null) watchers.parsed(fragment);
    while (target.firstChild !== null) target.removeChild(target.firstChild);
    target.appendChild(fragment);
  });

  let isWatching = false;
  let afterwards = null; // Tells of the insertion that is under way.
  /** Begins to watch the trees of all documents. */
  kit.watch = () => {
    if (isWatching) return;
    isWatching = true;

    const { _insertOrReplace, replaceChild } = Node.prototype;
    define(Node.prototype, '_insertOrReplace', function (parent, before, isReplacing) {
      const isFragment = this.nodeType === Node.DOCUMENT_FRAGMENT_NODE;
      const added = isFragment ? childrenOf(this) : [this];
      if (!isReplacing && added.length === 0) return;
      if (kit.holding !== null) kit.letGo(this);
      depth += 1;
      try {
        if (!isFragment && this.parentNode && this !== before) detach(this);
        else if (isFragment && added.length > 0) changed(this, [], added, null, null);
        const previous = before === null ? parent.lastChild : before.previousSibling;
        const next = isReplacing ? before.nextSibling : before;
        const wasRooted = isReplacing && before.domino$rooted;
        const watcher = afterwards;
        afterwards = () => changed(parent, added, isReplacing ? [before] : [], previous, next);
        let isDone = false;
        try {
          _insertOrReplace.call(this, parent, before, isReplacing);
          isDone = true;
        } finally {
          const tell = afterwards;
          afterwards = watcher;
          if (isDone && tell !== null) tell();
        }
        if (wasRooted && watchers.disconnected !== null) watchers.disconnected(before);
        if (parent.domino$rooted && watchers.connected !== null) {
          for (const node of added) if (node.parentNode === parent) watchers.connected(node);
        }
      } finally {
        depth -= 1;
        settle();
      }
    });
    // Records come before what a script does that was inserted with them.
    const { mutateInsert } = Document.prototype;
    define(Document.prototype, 'mutateInsert', function (node) {
      if (afterwards !== null) {
        const tell = afterwards;
        afterwards = null;
        tell();
      }
      const [outerDepth, outerGathering] = [depth, gathering];
      depth = 0;
      gathering = null;
      try {
        mutateInsert.call(this, node);
      } finally {
        depth = outerDepth;
        gathering = outerGathering;
      }
    });

    define(Node.prototype, 'replaceChild', function (node, child) {
      if (!(node instanceof Node) || !(child instanceof Node)) throw new TypeError('replaceChild takes two nodes');
      return within(() => {
        this._ensureInsertValid(node, child, false);
        if (node === child) {
          const next = child.nextSibling;
          detach(child);
          return this.insertBefore(node, next);
        }
        if (node.parentNode) node.parentNode.removeChild(node);
        return replaceChild.call(this, node, child);
      });
    });

    const unseen = takeOut;
    takeOut = function () {
      const parent = this.parentNode;
      if (parent === null) return;
      const { previousSibling, nextSibling, domino$rooted: rooted } = this;
      depth += 1;
      try {
        unseen.call(this);
        changed(parent, [], [this], previousSibling, nextSibling);
        if (rooted && watchers.disconnected !== null) watchers.disconnected(this);
      } finally {
        depth -= 1;
        settle();
      }
    };
    const { domino$removeChildren: removeChildren } = ContainerNode.prototype;
    define(ContainerNode.prototype, 'domino$removeChildren', function () {
      const removed = childrenOf(this);
      if (removed.length === 0) return;
      const { domino$rooted: rooted } = this;
      depth += 1;
      try {
        removeChildren.call(this);
        changed(this, [], removed, null, null);
        if (rooted && watchers.disconnected !== null) for (const node of removed) watchers.disconnected(node);
      } finally {
        depth -= 1;
        settle();
      }
    });

    // What a page does in one step is one record.
    for (const Kind of [Element, DocumentFragment]) {
      const { get, set } = getOwnPropertyDescriptor(Kind.prototype, 'textContent');
      defineProperty(Kind.prototype, 'textContent', { get, enumerable: true, configurable: true, set(value) {
        together(this, () => set.call(this, value));
      } });
    }
    for (const Kind of [Element, Document, DocumentFragment]) {
      const { replaceChildren } = Kind.prototype;
      define(Kind.prototype, 'replaceChildren', { replaceChildren(...parts) {
        together(this, () => replaceChildren.apply(this, parts));
      } }.replaceChildren);
    }
    const inner = getOwnPropertyDescriptor(HTMLElement.prototype, 'innerHTML');
    defineProperty(HTMLElement.prototype, 'innerHTML', {
      get: inner.get, enumerable: true, configurable: true, set(value) {
        kit.fill(this instanceof HTMLTemplateElement ? this.content : this, this, value);
      },
    });
    for (const name of ['outerHTML', 'insertAdjacentHTML']) {
      const { get, set, value } = getOwnPropertyDescriptor(Element.prototype, name);
      const method = set === undefined ? value : set;
      const change = { [name](...values) {
        within(() => {
          const root = this.getRootNode();
          method.apply(this, values);
          if (watchers.parsed !== null && !root.domino$rooted) watchers.parsed(root);
        });
      } }[name];
      if (set === undefined) define(Element.prototype, name, change);
      else defineProperty(Element.prototype, name, { get, set: change, enumerable: true, configurable: true });
    }
    for (const [Kind, names] of [
      [Element, ['append', 'prepend', 'before', 'after', 'replaceWith']],
      [Document, ['append', 'prepend', 'importNode', 'adoptNode']], [DocumentFragment, ['append', 'prepend']],
      [CharacterData, ['before', 'after', 'replaceWith']], [Node, ['insertBefore', 'cloneNode', 'normalize']],
    ]) {
      for (const name of names) {
        const method = Kind.prototype[name];
        define(Kind.prototype, name, { [name](...values) {
          depth += 1;
          try {
            return method.apply(this, values);
          } finally {
            depth -= 1;
            settle();
          }
        } }[name]);
      }
    }

    // --- Attributes and texts

    const attributed = (element, attribute, old, value) => {
      const { localName, namespaceURI } = attribute;
      if (watchers.observed !== null) {
        watchers.observed({ type: 'attributes', target: element, name: localName, namespace: namespaceURI, old });
      }
      if (watchers.slotted !== null && (localName === 'slot' || localName === 'name')) watchers.slotted(element, localName);
      if (watchers.attribute !== null) {
        depth += 1;
        watchers.attribute(element, localName, namespaceURI, old, value);
        depth -= 1;
        settle();
      }
    };
    const known = getOwnPropertyDescriptor(Attribute.prototype, 'value');
    defineProperty(Attribute.prototype, 'value', { get: known.get, enumerable: true, configurable: true, set(value) {
      const element = this.ownerElement;
      const old = this.data;
      known.set.call(this, value);
      if (element) attributed(element, this, old === undefined ? null : old, this.data);
    } });
    const { removeAttribute, removeAttributeNS, setAttributeNodeNS } = Element.prototype;
    define(Element.prototype, 'removeAttribute', function (name) {
      const attribute = this.getAttributeNode(name);
      removeAttribute.call(this, name);
      if (attribute !== null) attributed(this, attribute, attribute.data, null);
    });
    define(Element.prototype, 'removeAttributeNS', function (namespace, name) {
      const attribute = this.getAttributeNodeNS(namespace, name);
      removeAttributeNS.call(this, namespace, name);
      if (attribute !== null) attributed(this, attribute, attribute.data, null);
    });
    define(Element.prototype, 'setAttributeNodeNS', function (attribute) {
      const old = setAttributeNodeNS.call(this, attribute);
      attributed(this, attribute, old === null ? null : old.data, attribute.data);
      return old;
    });
    for (const file of ['./Text', './Comment', './ProcessingInstruction']) {
      const { prototype } = require(file);
      for (const name of ['data', 'nodeValue', 'textContent']) {
        const { get, set } = getOwnPropertyDescriptor(prototype, name);
        defineProperty(prototype, name, { get, enumerable: true, configurable: true, set(value) {
          const old = this._data;
          set.call(this, value);
          if (watchers.edited !== null) watchers.edited(this, old);
          if (watchers.observed !== null) watchers.observed({ type: 'characterData', target: this, old });
        } });
      }
    }
  };

  // --- Afterwards -----------------------------------------------------------------------------------------------------

  let isAsked = false;
  let signals = [];      // Slots that changed.
  kit.takeRecords = null;
  /** Asks that observers are called when the script has ended, and after them the slots that changed. */
  kit.ask = signal => {
    if (signal !== undefined) signals.push(signal);
    if (isAsked) return;
    isAsked = true;
    kit.microtask(() => {
      isAsked = false;
      const now = signals;
      signals = [];
      if (kit.takeRecords !== null) kit.takeRecords();
      for (const signal of now) signal();
    });
  };
})
