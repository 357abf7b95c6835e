// Ranges and the selection. A range goes with the changes of its tree, as long as the page has it. The selection's text is
// its range's: without the line breaks that blocks would have where they are drawn.
(function (host, kit) {
  'use strict';
  const { global, define, watchers } = kit;
  const require = kit.require;
  const text = String;
  const utils = require('./utils');
  const Node = require('./Node');
  const Text = require('./Text');
  const Document = require('./Document');
  const CharacterData = require('./CharacterData');

  const isData = node => node instanceof CharacterData;
  const isText = node => node.nodeType === Node.TEXT_NODE;
  const lengthOf = node => isData(node) ? node.data.length : node.nodeType === Node.DOCUMENT_TYPE_NODE ? 0 : count(node);
  const rootOf = node => {
    let at = node;
    while (at.parentNode) at = at.parentNode;
    return at;
  };
  const isWithin = (node, above) => {
    for (let at = node; at; at = at.parentNode) if (at === above) return true;
    return false;
  };
  function count(node) {
    let found = 0;
    for (let child = node.firstChild; child !== null; child = child.nextSibling) found += 1;
    return found;
  }
  function indexOf(node) {
    let found = 0;
    for (let at = node.previousSibling; at !== null; at = at.previousSibling) found += 1;
    return found;
  }
  function childAt(node, index) {
    let child = node.firstChild;
    for (let at = 0; at < index && child !== null; at += 1) child = child.nextSibling;
    return child;
  }

  /** -1 if the first point is before the second, 0 if they are the same, else 1. */
  function compare(node, offset, other, otherOffset) {
    if (node === other) return Math.sign(offset - otherOffset);
    if (isWithin(other, node)) {
      let child = other;
      while (child.parentNode !== node) child = child.parentNode;
      return indexOf(child) < offset ? 1 : -1;
    }
    if (isWithin(node, other)) return -compare(other, otherOffset, node, offset);
    return node.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1;
  }

  function makeKinds() {
    const { WeakRef } = globalThis;
    let known = [];                 // The ranges that a page may still have.
    let atMost = 64;                // When those that it has not are forgotten.
    let stateOf;

    const check = (node, offset) => {
      if (!(node instanceof Node)) throw new TypeError('the point of a range is in a node');
      if (node.nodeType === Node.DOCUMENT_TYPE_NODE) utils.InvalidNodeTypeError();
      const at = offset >>> 0;
      if (at > lengthOf(node)) utils.IndexSizeError();
      return at;
    };
    const parentOf = node => {
      if (!(node instanceof Node)) throw new TypeError('a range takes a node');
      if (!node.parentNode) utils.InvalidNodeTypeError();
      return node.parentNode;
    };

    class AbstractRange {
      #state = { start: null, from: 0, end: null, to: 0 };
      constructor() { if (new.target === AbstractRange) throw new TypeError('Illegal constructor'); }
      static { stateOf = range => range.#state; }
      get startContainer() { return this.#state.start; }
      get startOffset() { return this.#state.from; }
      get endContainer() { return this.#state.end; }
      get endOffset() { return this.#state.to; }
      get collapsed() { return this.#state.start === this.#state.end && this.#state.from === this.#state.to; }
    }

    class StaticRange extends AbstractRange {
      constructor(init) {
        super();
        const { startContainer: start, startOffset: from, endContainer: end, endOffset: to } = init;
        Object.assign(stateOf(this), { start, from, end, to });
      }
    }

    class Range extends AbstractRange {
      constructor() {
        super();
        follow();
        Object.assign(stateOf(this), { start: kit.document, end: kit.document });
        if (known.length >= atMost) {
          known = known.filter(one => one.deref() !== undefined);
          atMost = Math.max(64, 2 * known.length);
        }
        known.push(new WeakRef(this));
      }
      get commonAncestorContainer() {
        const { start, end } = stateOf(this);
        let at = start;
        while (!isWithin(end, at)) at = at.parentNode;
        return at;
      }
      setStart(node, offset) {
        const at = check(node, offset);
        const state = stateOf(this);
        if (rootOf(node) !== rootOf(state.end) || compare(node, at, state.end, state.to) > 0) {
          [state.end, state.to] = [node, at];
        }
        [state.start, state.from] = [node, at];
        told(this);
      }
      setEnd(node, offset) {
        const at = check(node, offset);
        const state = stateOf(this);
        if (rootOf(node) !== rootOf(state.start) || compare(node, at, state.start, state.from) < 0) {
          [state.start, state.from] = [node, at];
        }
        [state.end, state.to] = [node, at];
        told(this);
      }
      setStartBefore(node) { this.setStart(parentOf(node), indexOf(node)); }
      setStartAfter(node) { this.setStart(parentOf(node), indexOf(node) + 1); }
      setEndBefore(node) { this.setEnd(parentOf(node), indexOf(node)); }
      setEndAfter(node) { this.setEnd(parentOf(node), indexOf(node) + 1); }
      collapse(toStart = false) {
        const state = stateOf(this);
        if (toStart) [state.end, state.to] = [state.start, state.from];
        else [state.start, state.from] = [state.end, state.to];
        told(this);
      }
      selectNode(node) {
        const parent = parentOf(node);
        const from = indexOf(node);
        Object.assign(stateOf(this), { start: parent, from, end: parent, to: from + 1 });
        told(this);
      }
      selectNodeContents(node) {
        check(node, 0);
        Object.assign(stateOf(this), { start: node, from: 0, end: node, to: lengthOf(node) });
        told(this);
      }
      compareBoundaryPoints(how, other) {
        const kind = how >>> 0;
        if (kind > 3) utils.NotSupportedError();
        const [mine, its] = [stateOf(this), stateOf(other)];
        if (rootOf(mine.start) !== rootOf(its.start)) utils.WrongDocumentError();
        const own = kind === 0 || kind === 3 ? [mine.start, mine.from] : [mine.end, mine.to];
        const its2 = kind === 0 || kind === 1 ? [its.start, its.from] : [its.end, its.to];
        return compare(...own, ...its2);
      }
      comparePoint(node, offset) {
        const { start, from, end, to } = stateOf(this);
        if (rootOf(node) !== rootOf(start)) utils.WrongDocumentError();
        const at = check(node, offset);
        if (compare(node, at, start, from) < 0) return -1;
        return compare(node, at, end, to) > 0 ? 1 : 0;
      }
      isPointInRange(node, offset) {
        if (rootOf(node) !== rootOf(stateOf(this).start)) return false;
        return this.comparePoint(node, offset) === 0;
      }
      intersectsNode(node) {
        const { start, from, end, to } = stateOf(this);
        if (rootOf(node) !== rootOf(start)) return false;
        const parent = node.parentNode;
        if (!parent) return true;
        const at = indexOf(node);
        return compare(parent, at, end, to) < 0 && compare(parent, at + 1, start, from) > 0;
      }
      cloneRange() {
        const made = new Range();
        Object.assign(stateOf(made), stateOf(this));
        return made;
      }
      detach() {}
      cloneContents() { return take(this, true, false); }
      extractContents() { return take(this, true, true); }
      deleteContents() { take(this, false, true); }
      insertNode(node) {
        if (!(node instanceof Node)) throw new TypeError('insertNode takes a node');
        const state = stateOf(this);
        const { start } = state;
        if (isData(start) && (!isText(start) || !start.parentNode) || start === node) utils.HierarchyRequestError();
        let next = isText(start) ? start : childAt(start, state.from);
        const parent = next === null ? start : next.parentNode;
        parent._ensureInsertValid(node, next, true);
        if (isText(start)) next = start.splitText(state.from);
        if (node === next) next = node.nextSibling;
        if (node.parentNode) kit.detach(node);
        let offset = next === null ? lengthOf(parent) : indexOf(next);
        offset += node.nodeType === Node.DOCUMENT_FRAGMENT_NODE ? lengthOf(node) : 1;
        const wasCollapsed = this.collapsed;
        parent.insertBefore(node, next);
        if (wasCollapsed) [state.end, state.to] = [parent, offset];
        told(this);
      }
      surroundContents(parent) {
        const { start, end } = stateOf(this);
        const above = this.commonAncestorContainer;
        for (const point of [start, end]) {
          for (let at = point; at !== above; at = at.parentNode) if (!isText(at)) utils.InvalidStateError();
        }
        const fragment = this.extractContents();
        while (parent.firstChild !== null) parent.removeChild(parent.firstChild);
        this.insertNode(parent);
        parent.appendChild(fragment);
        this.selectNode(parent);
      }
      createContextualFragment(source) {
        const { start } = stateOf(this);
        let context = start.nodeType === Node.ELEMENT_NODE ? start : start.parentElement || null;
        const owner = start.ownerDocument || start;
        if (context === null || context.localName === 'html') context = owner.createElement('body');
        const fragment = kit.fragment(context, text(source));
        owner.adoptNode(fragment);
        kit.freshScripts(fragment);
        if (watchers.parsed !== null) kit.within(() => watchers.parsed(fragment));
        return fragment;
      }
      getBoundingClientRect() {
        kit.missing('the layout: range.getBoundingClientRect');
        return kit.give({ x: 0, y: 0, width: 0, height: 0, top: 0, right: 0, bottom: 0, left: 0 });
      }
      getClientRects() {
        kit.missing('the layout: range.getClientRects');
        return kit.give([]);
      }
      toString() {
        const { start, from, end, to } = stateOf(this);
        if (start === end && isText(start)) return start.data.slice(from, to);
        let said = isText(start) ? start.data.slice(from) : '';
        for (let at = first(start, from), stop = first(end, to); at !== stop && at !== null; at = next(at)) {
          if (isText(at) && at !== start && at !== end) said += at.data;
        }
        return isText(end) ? said + end.data.slice(0, to) : said;
      }
    }
    ['START_TO_START', 'START_TO_END', 'END_TO_END', 'END_TO_START'].forEach((name, value) => {
      for (const target of [Range, Range.prototype]) Object.defineProperty(target, name, { value, enumerable: true });
    });

    // Nodes in the order of the tree, from the first one at or after a point.
    const next = node => node.firstChild !== null ? node.firstChild : after(node);
    const after = node => {
      for (let at = node; at; at = at.parentNode) if (at.nextSibling !== null) return at.nextSibling;
      return null;
    };
    const first = (node, offset) => {
      if (isData(node)) return node;
      return childAt(node, offset) || after(node);
    };

    /** Copies or takes out what is in a range, as the standard says: what is partly in it is split. */
    function take(range, isWanted, isRemoved) {
      const state = stateOf(range);
      const { start, from, end, to } = state;
      const fragment = isWanted ? (start.ownerDocument || start).createDocumentFragment() : null;
      if (range.collapsed) return fragment;
      const piece = (node, low, high) => {
        if (isWanted) {
          const copy = node.cloneNode(false);
          copy.data = node.data.slice(low, high);
          fragment.appendChild(copy);
        }
        if (isRemoved) node.replaceData(low, high - low, '');
      };
      if (start === end && isData(start)) {
        piece(start, from, to);
        return fragment;
      }
      const above = range.commonAncestorContainer;
      const childOf = node => {
        let at = node;
        while (at.parentNode !== above) at = at.parentNode;
        return at;
      };
      const head = isWithin(end, start) ? null : childOf(start);
      const tail = isWithin(start, end) ? null : childOf(end);
      const whole = [];
      const begin = head === null ? childAt(start, from) : head.nextSibling;
      const stop = tail === null ? childAt(end, to) : tail;
      for (let at = begin; at !== stop && at !== null; at = at.nextSibling) whole.push(at);
      if (isWanted && whole.some(node => node.nodeType === Node.DOCUMENT_TYPE_NODE)) utils.HierarchyRequestError();
      let point = null;
      if (isRemoved) {
        if (isWithin(end, start)) {
          point = [start, from];
        } else {
          let at = start;
          while (at.parentNode && !isWithin(end, at.parentNode)) at = at.parentNode;
          point = [at.parentNode, indexOf(at) + 1];
        }
      }
      const partly = (node, set) => {
        if (isData(node)) return false;
        const inner = new Range();
        set(inner);
        const content = take(inner, isWanted, isRemoved);
        if (isWanted) {
          const copy = node.cloneNode(false);
          copy.appendChild(content);
          fragment.appendChild(copy);
        }
        return true;
      };
      if (head !== null && !partly(head, inner => {
        inner.setEnd(head, lengthOf(head));
        inner.setStart(start, from);
      })) piece(start, from, lengthOf(start));
      for (const node of whole) {
        if (isRemoved) kit.detach(node);
        if (isWanted) fragment.appendChild(isRemoved ? node : node.cloneNode(true));
      }
      if (tail !== null && !partly(tail, inner => {
        inner.setStart(tail, 0);
        inner.setEnd(end, to);
      })) piece(end, 0, to);
      if (point !== null) {
        [state.start, state.from] = [state.end, state.to] = point;
        told(range);
      }
      return fragment;
    }

    // --- Changes of the tree

    let isFollowing = false;
    let edit = null;                // What a method replaces in a text: {from, count, length}.
    const each = see => {
      for (const one of known) {
        const range = one.deref();
        if (range === undefined) continue;
        const state = stateOf(range);
        const before = [state.start, state.from, state.end, state.to];
        [state.start, state.from] = see(state.start, state.from);
        [state.end, state.to] = see(state.end, state.to);
        if (before[0] !== state.start || before[1] !== state.from || before[2] !== state.end || before[3] !== state.to) {
          told(range);
        }
      }
    };

    function follow() {
      if (isFollowing) return;
      isFollowing = true;
      kit.watch();
      watchers.ranged = (parent, added, removed, following) => {
        if (known.length === 0) return;
        const end = following === null || following.parentNode !== parent ? count(parent) : indexOf(following);
        const at = end - added.length;
        each((node, offset) => {
          let [container, place] = [node, offset];
          for (let index = removed.length - 1; index >= 0; index -= 1) {
            if (isWithin(container, removed[index])) [container, place] = [parent, at + index];
            else if (container === parent && place > at + index) place -= 1;
          }
          if (container === parent && place > at) place += added.length;
          return [container, place];
        });
      };
      watchers.edited = (node, old) => {
        if (known.length === 0) return;
        const { from, count: gone, length } = edit || { from: 0, count: old.length, length: node.data.length };
        each((container, offset) => {
          if (container !== node || offset <= from) return [container, offset];
          return [node, offset <= from + gone ? from : offset + length - gone];
        });
      };
      const { replaceData, appendData } = CharacterData.prototype;
      const editing = (what, body) => {
        edit = what;
        try { body(); } finally { edit = null; }
      };
      define(CharacterData.prototype, 'replaceData', { replaceData(offset, length, data) {
        const from = offset >>> 0;
        const gone = Math.min(length >>> 0, Math.max(0, this.data.length - from));
        editing({ from, count: gone, length: text(data).length }, () => replaceData.call(this, offset, length, data));
      } }.replaceData);
      define(CharacterData.prototype, 'appendData', { appendData(data) {
        if (arguments.length === 0) throw new TypeError('appendData takes a text');
        editing({ from: this.data.length, count: 0, length: text(data).length }, () => appendData.call(this, data));
      } }.appendData);
      define(Text.prototype, 'splitText', { splitText(offset) {
        const at = offset >>> 0;
        if (at > this.data.length) utils.IndexSizeError();
        const made = this.ownerDocument.createTextNode(this.data.slice(at));
        editing({ from: Infinity, count: 0, length: 0 }, () => { this.data = this.data.slice(0, at); });
        const parent = this.parentNode;
        if (!parent) return made;
        parent.insertBefore(made, this.nextSibling);
        const place = indexOf(this) + 1;
        each((node, where) => {
          if (node === this && where > at) return [made, where - at];
          return node === parent && where === place ? [node, where + 1] : [node, where];
        });
        return made;
      } }.splitText);
    }

    // --- The selection

    const KEY = {};
    let selected = null;            // The range of the selection,
    let isBackward = false;         // and whether its focus is its start.
    let isTelling = false;
    function told(range, isAsked = false) {
      if (range !== selected && !isAsked || isTelling) return;
      isTelling = true;
      kit.later(0, () => {
        isTelling = false;
        kit.raise(kit.document, new kit.Event('selectionchange'));
      });
    }
    const isHere = node => rootOf(node) === kit.document;

    class Selection {
      constructor(key) { if (key !== KEY) throw new TypeError('Illegal constructor'); }
      get rangeCount() { return selected === null ? 0 : 1; }
      get isCollapsed() { return selected === null || selected.collapsed; }
      get type() { return selected === null ? 'None' : selected.collapsed ? 'Caret' : 'Range'; }
      get direction() { return this.isCollapsed ? 'none' : isBackward ? 'backward' : 'forward'; }
      get anchorNode() { return selected === null ? null : isBackward ? selected.endContainer : selected.startContainer; }
      get anchorOffset() { return selected === null ? 0 : isBackward ? selected.endOffset : selected.startOffset; }
      get focusNode() { return selected === null ? null : isBackward ? selected.startContainer : selected.endContainer; }
      get focusOffset() { return selected === null ? 0 : isBackward ? selected.startOffset : selected.endOffset; }
      get baseNode() { return this.anchorNode; }
      get baseOffset() { return this.anchorOffset; }
      get extentNode() { return this.focusNode; }
      get extentOffset() { return this.focusOffset; }
      getRangeAt(index) {
        if (selected === null || index >>> 0 !== 0) utils.IndexSizeError();
        return selected;
      }
      addRange(range) {
        stateOf(range);
        if (selected !== null || !isHere(range.startContainer)) return;
        [selected, isBackward] = [range, false];
        told(range);
      }
      removeRange(range) {
        if (range !== selected) utils.NotFoundError();
        this.removeAllRanges();
      }
      removeAllRanges() {
        if (selected === null) return;
        selected = null;
        told(null, true);
      }
      empty() { this.removeAllRanges(); }
      collapse(node, offset = 0) {
        if (node === null || node === undefined) return this.removeAllRanges();
        this.setBaseAndExtent(node, offset, node, offset);
      }
      setPosition(node, offset = 0) { this.collapse(node, offset); }
      collapseToStart() {
        if (selected === null) utils.InvalidStateError();
        this.collapse(selected.startContainer, selected.startOffset);
      }
      collapseToEnd() {
        if (selected === null) utils.InvalidStateError();
        this.collapse(selected.endContainer, selected.endOffset);
      }
      extend(node, offset = 0) {
        if (selected === null) utils.InvalidStateError();
        this.setBaseAndExtent(this.anchorNode, this.anchorOffset, node, offset);
      }
      setBaseAndExtent(anchor, from, focus, to) {
        const [low, high] = [check(anchor, from), check(focus, to)];
        if (!isHere(anchor) || !isHere(focus)) return;
        const range = new Range();
        const isTurned = compare(anchor, low, focus, high) > 0;
        Object.assign(stateOf(range), isTurned ? { start: focus, from: high, end: anchor, to: low }
          : { start: anchor, from: low, end: focus, to: high });
        [selected, isBackward] = [range, isTurned];
        told(range);
      }
      selectAllChildren(node) { this.setBaseAndExtent(node, 0, node, count(node)); }
      deleteFromDocument() { if (selected !== null) selected.deleteContents(); }
      containsNode(node, isPartly = false) {
        if (selected === null || !isHere(node)) return false;
        if (isPartly) return selected.intersectsNode(node);
        const parent = node.parentNode;
        if (!parent) return false;
        const at = indexOf(node);
        return selected.comparePoint(parent, at) === 0 && selected.comparePoint(parent, at + 1) === 0;
      }
      modify() { kit.missing('selection.modify'); }
      toString() { return selected === null ? '' : selected.toString(); }
    }
    for (const Kind of [AbstractRange, StaticRange, Range, Selection]) kit.late(Kind);
    return { AbstractRange, StaticRange, Range, Selection, selection: new Selection(KEY) };
  }

  let made = null;
  const kinds = () => made === null ? made = makeKinds() : made;
  for (const name of ['AbstractRange', 'StaticRange', 'Range', 'Selection']) kit.lazy(global, name, () => kinds()[name]);
  define(global, 'getSelection', function getSelection() { return kinds().selection; });
  define(Document.prototype, 'getSelection', function getSelection() {
    return this === kit.document ? kinds().selection : null;
  });
  define(Document.prototype, 'createRange', function createRange() {
    const range = new (kinds().Range)();
    if (this !== kit.document) range.selectNodeContents(this);
    if (this !== kit.document) range.collapse(true);
    return range;
  });
})
