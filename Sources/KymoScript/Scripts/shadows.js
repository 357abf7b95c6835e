// Shadow trees: hosts and their roots, slots, and the way of events through them.
//
// A shadow root is a fragment that belongs to an element. What is in it is in the document if its host is, but is found
// neither by an id nor by a selector of the document. Until a page attaches one, trees and events are as without this.
(function (host, kit) {
  'use strict';
  const { global, define, getter, watchers, childrenOf } = kit;
  const { defineProperty } = Object;
  const require = kit.require;
  const text = String;
  const utils = require('./utils');
  const Node = require('./Node');
  const Element = require('./Element');
  const Text = require('./Text');
  const Document = require('./Document');
  const DocumentFragment = require('./DocumentFragment');
  const DOMTokenList = require('./DOMTokenList');
  const { HTMLElement } = kit.elements;
  const HTML = 'http://www.w3.org/1999/xhtml';
  const KEY = {};

  const shadows = new WeakMap();   // A host's shadow root.
  const details = new WeakMap();   // A shadow root's {host, mode, delegatesFocus, isManual, slots}.
  const shadowOf = kit.shadowOf = element => shadows.get(element) || null;
  const isShadow = node => details.has(node);
  kit.shadowDetail = root => details.get(root);
  const rootOf = node => {
    let at = node;
    while (at.parentNode) at = at.parentNode;
    return at;
  };
  kit.isInShadow = node => isShadow(rootOf(node));
  const hostOf = root => details.get(root).host;

  // --- Slots -----------------------------------------------------------------------------------------------------------

  const isSlottable = node => node.nodeType === Node.ELEMENT_NODE || node.nodeType === Node.TEXT_NODE;
  const isSlot = node => node instanceof HTMLSlotElement;
  const nameOf = node => node.nodeType === Node.ELEMENT_NODE ? node.getAttribute('slot') || '' : '';
  const manual = new WeakMap();    // The slot to which a node was assigned by a script.

  function each(node, see) {
    if (node.nodeType === Node.ELEMENT_NODE) see(node);
    for (let child = node.firstChild; child !== null; child = child.nextSibling) each(child, see);
  }

  function slotsOf(root) {
    const detail = details.get(root);
    if (detail.slots === null) {
      detail.slots = [];
      each(root, element => { if (isSlot(element)) detail.slots.push(element); });
    }
    return detail.slots;
  }

  /** The slot in which a node is, whether its root is open or not. */
  function slotFor(node) {
    const parent = node.parentNode;
    const root = parent ? shadowOf(parent) : null;
    if (root === null || !isSlottable(node)) return null;
    if (details.get(root).isManual) {
      const slot = manual.get(node);
      return slot !== undefined && slotsOf(root).includes(slot) ? slot : null;
    }
    const name = nameOf(node);
    return slotsOf(root).find(slot => slot.name === name) || null;
  }

  function assignedTo(slot) {
    const root = rootOf(slot);
    if (!isShadow(root)) return [];
    if (details.get(root).isManual) return (chosen.get(slot) || []).filter(node => slotFor(node) === slot);
    return childrenOf(hostOf(root)).filter(node => isSlottable(node) && slotFor(node) === slot);
  }

  function flattened(slot) {
    if (!isShadow(rootOf(slot))) return [];
    let nodes = assignedTo(slot);
    if (nodes.length === 0) nodes = childrenOf(slot).filter(isSlottable);
    return nodes.flatMap(node => isSlot(node) && isShadow(rootOf(node)) ? flattened(node) : [node]);
  }

  const chosen = new WeakMap();    // The nodes that a script assigned to a slot.
  const shown = new WeakMap();     // What was assigned to a slot when it was last asked.
  const was = new WeakMap();       // The slot in which a node was then.
  const signalled = new Set();

  function signal(slot) {
    if (signalled.has(slot)) return;
    signalled.add(slot);
    kit.ask(() => {
      signalled.delete(slot);
      kit.raise(slot, new kit.Event('slotchange', { bubbles: true }));
    });
  }

  // Slots hear in the order of the nodes that left them or came.
  function assign(root, nodes = []) {
    for (const node of nodes) {
      const before = was.get(node);
      if (before !== undefined) check(before);
      const after = slotFor(node);
      if (after !== null) check(after);
    }
    for (const slot of slotsOf(root)) check(slot);
  }
  function check(slot) {
    const [old, now] = [shown.get(slot) || [], assignedTo(slot)];
    if (old.length === now.length && old.every((node, index) => node === now[index])) return;
    shown.set(slot, now);
    for (const node of old) if (was.get(node) === slot) was.delete(node);
    for (const node of now) was.set(node, slot);
    signal(slot);
  }

  function moved(parent, added, removed) {
    const root = rootOf(parent);
    if (isShadow(root)) {
      let isAssigned = false;
      const lost = [];
      for (const node of added) each(node, element => { if (isSlot(element)) isAssigned = true; });
      for (const node of removed) each(node, element => { if (isSlot(element)) lost.push(element); });
      if (isAssigned || lost.length > 0) {
        details.get(root).slots = null;
        assign(root);
        for (const slot of lost) check(slot);
      }
      if (isSlot(parent) && assignedTo(parent).length === 0) signal(parent);
    }
    const own = shadowOf(parent);
    if (own !== null) assign(own, [...removed, ...added]);
  }

  const HTMLSlotElement = { HTMLSlotElement: function (document, prefix, key) {
    if (key !== KEY) throw new TypeError('Illegal constructor');
    HTMLElement.call(this, document, 'slot', prefix);
  } }.HTMLSlotElement;
  HTMLSlotElement.prototype = Object.create(HTMLElement.prototype, {
    constructor: { value: HTMLSlotElement, writable: true, configurable: true },
    [Symbol.toStringTag]: { value: 'HTMLSlotElement', configurable: true },
  });
  kit.makeSlot = (document, prefix) => new HTMLSlotElement(document, prefix, KEY);
  getter(HTMLSlotElement.prototype, 'name', function () { return this.getAttribute('name') || ''; },
    function (value) { this.setAttribute('name', text(value)); });
  define(HTMLSlotElement.prototype, 'assignedNodes', function assignedNodes(options) {
    return kit.give(options && options.flatten ? flattened(this) : assignedTo(this));
  });
  define(HTMLSlotElement.prototype, 'assignedElements', function assignedElements(options) {
    const nodes = options && options.flatten ? flattened(this) : assignedTo(this);
    return kit.give(nodes.filter(node => node.nodeType === Node.ELEMENT_NODE));
  });
  define(HTMLSlotElement.prototype, 'assign', function assign(...nodes) {
    for (const node of nodes) {
      const before = manual.get(node);
      if (before !== undefined) chosen.set(before, (chosen.get(before) || []).filter(one => one !== node));
      manual.set(node, this);
    }
    for (const node of chosen.get(this) || []) if (!nodes.includes(node)) manual.delete(node);
    chosen.set(this, [...new Set(nodes)]);
    const root = rootOf(this);
    if (isShadow(root)) for (const slot of slotsOf(root)) check(slot);
  });
  getter(HTMLSlotElement.prototype, 'onslotchange', function () { return this._getEventHandler('slotchange'); },
    function (value) { this._setEventHandler('slotchange', value); });
  define(global, 'HTMLSlotElement', HTMLSlotElement);

  getter(Element.prototype, 'slot', function () { return this.getAttribute('slot') || ''; },
    function (value) { this.setAttribute('slot', text(value)); });
  for (const Kind of [Element, Text]) {
    getter(Kind.prototype, 'assignedSlot', function () {
      const slot = slotFor(this);
      return slot !== null && details.get(rootOf(slot)).mode === 'open' ? slot : null;
    });
  }
  const parts = new WeakMap();
  getter(Element.prototype, 'part', function () {
    let list = parts.get(this);
    if (list === undefined) {
      list = new DOMTokenList(() => this.getAttribute('part') || '', value => this.setAttribute('part', value));
      parts.set(this, list);
    }
    return list;
  }, function (value) { this.setAttribute('part', text(value)); });

  // --- Roots -----------------------------------------------------------------------------------------------------------

  class ShadowRoot extends DocumentFragment {
    constructor(key, owner, detail) {
      if (key !== KEY) throw new TypeError('Illegal constructor');
      super(owner.ownerDocument);
      details.set(this, detail);
    }
    get host() { return details.get(this).host; }
    get mode() { return details.get(this).mode; }
    get delegatesFocus() { return details.get(this).delegatesFocus; }
    get slotAssignment() { return details.get(this).isManual ? 'manual' : 'named'; }
    get clonable() { return details.get(this).isClonable; }
    get serializable() { return details.get(this).isSerializable; }
    get innerHTML() { return this.domino$serialize(); }
    set innerHTML(value) { kit.fill(this, this.host, value); }
    get activeElement() {
      const found = kit.focused();
      const aim = found === null ? null : retarget(found, this);
      return aim !== null && rootOf(aim) === this ? aim : null;
    }
    get onslotchange() { return this._getEventHandler('slotchange'); }
    set onslotchange(value) { this._setEventHandler('slotchange', value); }
    cloneNode() { throw kit.exception('a shadow root cannot be cloned', 'NotSupportedError'); }
  }
  delete ShadowRoot.prototype.outerHTML;
  defineProperty(ShadowRoot.prototype, Symbol.toStringTag, { value: 'ShadowRoot', configurable: true });
  define(global, 'ShadowRoot', ShadowRoot);

  const HOSTS = new Set(('article aside blockquote body div footer h1 h2 h3 h4 h5 h6 header main nav p section '
    + 'span').split(' '));
  define(Element.prototype, 'attachShadow', function attachShadow(options) {
    const mode = options === null || options === undefined ? undefined : text(options.mode);
    if (mode !== 'open' && mode !== 'closed') throw new TypeError('attachShadow needs a mode, which is open or closed');
    const name = this.localName;
    if (this.namespaceURI !== HTML || !HOSTS.has(name) && name.indexOf('-') < 0) {
      throw kit.exception('This element does not support attachShadow', 'NotSupportedError');
    }
    const known = shadowOf(this);
    // One that the page declared is the script's, once, and empty.
    if (known !== null && details.get(known).isDeclarative && details.get(known).mode === mode) {
      details.get(known).isDeclarative = false;
      known.replaceChildren();
      return known;
    }
    if (known !== null) {
      throw kit.exception('Shadow root cannot be created on a host which already hosts a shadow tree.', 'NotSupportedError');
    }
    start();
    const root = new ShadowRoot(KEY, this, {
      host: this, mode, delegatesFocus: !!options.delegatesFocus, isManual: options.slotAssignment === 'manual',
      slots: null, isClonable: !!options.clonable, isSerializable: !!options.serializable, isDeclarative: false,
    });
    shadows.set(this, root);
    // Called by the library when the host comes into a document.
    const { _roothook } = this;
    define(this, '_roothook', () => {
      if (_roothook) _roothook.call(this);
      comeIn(root);
    });
    if (this.domino$rooted) root.domino$_nid = this.ownerDocument._nextnid++;
    return root;
  });
  const attach = Element.prototype.attachShadow;
  getter(Element.prototype, 'shadowRoot', function () {
    const root = shadowOf(this);
    return root !== null && details.get(root).mode === 'open' ? root : null;
  });

  const { mutateInsert } = Document.prototype;
  function comeIn(root) {
    root.domino$_nid = root.ownerDocument._nextnid++;
    for (const child of childrenOf(root)) mutateInsert.call(root.ownerDocument, child);
  }
  function goOut(root, mutateRemove) {
    root.domino$_nid = undefined;
    for (const child of childrenOf(root)) leave(root.ownerDocument, child, mutateRemove);
  }
  function leave(document, node, mutateRemove) {
    mutateRemove.call(document, node);
    each(node, element => {
      const root = shadowOf(element);
      if (root !== null) goOut(root, mutateRemove);
    });
  }

  let isStarted = false;
  function start() {
    if (isStarted) return;
    isStarted = true;
    kit.watch();
    kit.shadowed = dispatch;
    watchers.moved = moved;
    watchers.slotted = (element, name) => {
      if (name === 'slot') {
        const root = element.parentNode ? shadowOf(element.parentNode) : null;
        if (root !== null) assign(root, [element]);
      } else if (isSlot(element)) {
        const root = rootOf(element);
        if (isShadow(root)) assign(root);
      }
    };
    const { mutateRemove, addId, delId, adoptNode } = Document.prototype;
    define(Document.prototype, 'mutateRemove', function (node) { leave(this, node, mutateRemove); });
    define(Document.prototype, 'addId', function (id, node) { if (!isShadow(rootOf(node))) addId.call(this, id, node); });
    define(Document.prototype, 'delId', function (id, node) { if (!isShadow(rootOf(node))) delId.call(this, id, node); });
    define(Document.prototype, 'adoptNode', { adoptNode(node) {
      if (isShadow(node)) utils.HierarchyRequestError();
      const isOther = node.ownerDocument !== this;
      adoptNode.call(this, node);
      if (isOther && node.nodeType !== Node.ATTRIBUTE_NODE) each(node, element => own(element, this));
      return node;
    } }.adoptNode);
    const own = (element, document) => {
      const root = shadowOf(element);
      if (root === null) return;
      for (const node of [root, ...childrenOf(root)]) setOwner(node, document);
    };
    const setOwner = (node, document) => {
      node.ownerDocument = document;
      if (node.nodeType === Node.DOCUMENT_FRAGMENT_NODE) return;
      if (node.nodeType === Node.ELEMENT_NODE) {
        node._tagName = undefined;
        own(node, document);
      }
      for (const child of childrenOf(node)) setOwner(child, document);
    };
    // A copy of a host has a copy of its shadow tree, if that is said of it.
    const { cloneNode } = Node.prototype;
    define(Node.prototype, 'cloneNode', { cloneNode(isDeep) {
      const made = cloneNode.call(this, isDeep);
      const root = this.nodeType === Node.ELEMENT_NODE ? shadowOf(this) : null;
      if (root === null || !root.clonable || shadowOf(made) !== null) return made;
      const { mode, delegatesFocus, isManual, isSerializable } = details.get(root);
      const copy = attach.call(made, {
        mode, delegatesFocus, slotAssignment: isManual ? 'manual' : 'named', clonable: true, serializable: isSerializable,
      });
      for (const child of childrenOf(root)) copy.appendChild(child.cloneNode(true));
      return made;
    } }.cloneNode);
    // A host is not put into what belongs to it.
    const { _ensureInsertValid } = Node.prototype;
    define(Node.prototype, '_ensureInsertValid', function (node, child, isInserting) {
      for (let root = rootOf(this); isShadow(root); root = rootOf(root)) {
        const above = hostOf(root);
        if (node === above || node.nodeType && node.contains(above)) utils.HierarchyRequestError();
        root = above;
      }
      _ensureInsertValid.call(this, node, child, isInserting);
    });
    // Who has the focus in a shadow tree is not named outside of it.
    const { get } = Object.getOwnPropertyDescriptor(Document.prototype, 'activeElement');
    getter(Document.prototype, 'activeElement', function () {
      const found = get.call(this);
      return found === null ? null : retarget(found, this);
    });
  }

  // --- Events ----------------------------------------------------------------------------------------------------------

  const { begin, finish, stateOf, invoke, isClick, hide, related, CAPTURING, BUBBLING } = kit.dispatching;

  /** Whether a root is that of a node, or that of what its host is in, and so on. */
  function holds(root, node) {
    for (let at = rootOf(node); ; at = rootOf(hostOf(at))) {
      if (at === root) return true;
      if (!isShadow(at)) return false;
    }
  }

  /** What stands for a node where another one is. */
  function retarget(node, other) {
    let at = node;
    while (at instanceof Node) {
      const root = rootOf(at);
      if (!isShadow(root) || other instanceof Node && holds(root, other)) break;
      at = hostOf(root);
    }
    return at;
  }

  function parentOf(node, event, first) {
    if (node === global) return null;
    if (isShadow(node)) return !event.composed && node === rootOf(first) ? null : hostOf(node);
    const slot = slotFor(node);
    if (slot !== null) return slot;
    if (node.parentNode) return node.parentNode;
    return node === kit.document && event.type !== 'load' ? global : null;
  }

  function pathOf(target, event, other) {
    const path = [];
    const put = (at, aim, isInClosedSlot) => path.push({
      at, aim, other: other === null ? null : retarget(other, at), isInClosedSlot,
      isHidden: isShadow(at) && details.get(at).mode === 'closed',
      isInShadow: at instanceof Node && isShadow(rootOf(at)),
    });
    let aim = target, slotted = slotFor(target) !== null;
    put(target, target, false);
    for (let at = parentOf(target, event, target); at !== null; at = parentOf(at, event, target)) {
      let isInClosedSlot = false;
      if (slotted) {
        slotted = false;
        isInClosedSlot = isShadow(rootOf(at)) && details.get(rootOf(at)).mode === 'closed';
      }
      if (at !== global && !isShadow(at) && slotFor(at) !== null) slotted = true;
      if (at === global || holds(rootOf(aim), at)) {
        put(at, null, isInClosedSlot);
      } else if (other !== null && retarget(other, at) === at) {
        break;
      } else {
        aim = at;
        put(at, at, isInClosedSlot);
      }
    }
    path.isDeep = true;
    return path;
  }

  function dispatch(target, event) {
    const fields = related(event);
    const other = fields === null || !(fields.relatedTarget instanceof Node) ? null : fields.relatedTarget;
    if (other !== null && retarget(other, target) === target && other !== target) return true;
    const path = pathOf(target, event, other);
    begin(event, target, path);
    let activation = null;
    if (isClick(event)) {
      for (let index = 0; index < path.length && activation === null; index += 1) {
        if (path[index].aim !== null || event.bubbles) activation = kit.activation(path[index].at);
      }
    }
    if (activation !== null && activation.before) activation.before();
    const tell = (index, phase, side) => {
      let from = index;
      while (path[from].aim === null) from -= 1;
      stateOf.aim(event, path[from].aim);
      if (other !== null) fields.relatedTarget = path[index].other;
      hide(event, path[index].isInShadow);
      invoke(path[index].at, event, phase, side);
    };
    for (let index = path.length - 1; index >= 0 && !stateOf.isStopped(event); index -= 1) {
      tell(index, path[index].aim !== null ? 2 : 1, CAPTURING);
    }
    for (let index = 0; index < path.length && !stateOf.isStopped(event); index += 1) {
      if (path[index].aim !== null) tell(index, 2, BUBBLING);
      else if (event.bubbles) tell(index, 3, BUBBLING);
    }
    const last = path.findLast(one => one.aim !== null);
    const isCleared = isShadow(rootOf(last.aim)) || last.other instanceof Node && isShadow(rootOf(last.other));
    const goesOn = finish(event);
    stateOf.aim(event, isCleared ? null : last.aim);
    if (other !== null) fields.relatedTarget = isCleared ? null : last.other;
    if (activation !== null) {
      if (goesOn) activation.after(event); else if (activation.cancel) activation.cancel();
    }
    return goesOn;
  }

  /** The path as it is told to who hears the event: without what is in closed trees that are not his. */
  kit.composedPath = (path, current) => {
    const found = [current];
    let own = 0, level = 0;
    for (let index = path.length - 1; index >= 0; index -= 1) {
      if (path[index].isHidden) level += 1;
      if (path[index].at === current) {
        own = index;
        break;
      }
      if (path[index].isInClosedSlot) level -= 1;
    }
    let [now, most] = [level, level];
    for (let index = own - 1; index >= 0; index -= 1) {
      if (path[index].isHidden) now += 1;
      if (now <= most) found.unshift(path[index].at);
      if (path[index].isInClosedSlot) {
        now -= 1;
        if (now < most) most = now;
      }
    }
    now = most = level;
    for (let index = own + 1; index < path.length; index += 1) {
      if (path[index].isInClosedSlot) now += 1;
      if (now <= most) found.push(path[index].at);
      if (path[index].isHidden) {
        now -= 1;
        if (now < most) most = now;
      }
    }
    return found;
  };
})
