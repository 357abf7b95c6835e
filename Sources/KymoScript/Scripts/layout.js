// The numbers of a layout that is not there: the window and the document have the sizes of the device, every element is
// 0 wide and high and lies at 0, and that is told once.
(function (host, kit) {
  'use strict';
  const { global, define, getter, missing, device } = kit;
  const { defineProperty } = Object;
  const Element = kit.require('./Element');
  const Document = kit.require('./Document');
  const { HTMLElement } = kit.elements;
  const number = value => value === undefined ? 0 : Number(value);
  const told = () => missing('the layout: elements have no size and no place here, every number of it is 0');

  // --- Rectangles ---------------------------------------------------------------------------------------------------

  let put;
  class DOMRectReadOnly {
    #x; #y; #width; #height;
    constructor(x, y, width, height) {
      [this.#x, this.#y, this.#width, this.#height] = [number(x), number(y), number(width), number(height)];
    }
    static fromRect(other = {}) { return new this(other.x, other.y, other.width, other.height); }
    static {
      put = {
        x: (rect, value) => { rect.#x = value; }, y: (rect, value) => { rect.#y = value; },
        width: (rect, value) => { rect.#width = value; }, height: (rect, value) => { rect.#height = value; },
      };
    }
    get x() { return this.#x; }
    get y() { return this.#y; }
    get width() { return this.#width; }
    get height() { return this.#height; }
    get top() { return Math.min(this.#y, this.#y + this.#height); }
    get bottom() { return Math.max(this.#y, this.#y + this.#height); }
    get left() { return Math.min(this.#x, this.#x + this.#width); }
    get right() { return Math.max(this.#x, this.#x + this.#width); }
    toJSON() {
      const { x, y, width, height, top, right, bottom, left } = this;
      return kit.give({ x, y, width, height, top, right, bottom, left });
    }
  }
  class DOMRect extends DOMRectReadOnly {}
  for (const name of Object.keys(put)) {
    const { get } = Object.getOwnPropertyDescriptor(DOMRectReadOnly.prototype, name);
    defineProperty(DOMRect.prototype, name, {
      configurable: true, enumerable: true, get, set(value) { put[name](this, Number(value)); },
    });
  }
  /** A class of lists that only the platform makes, with the items that are given then. */
  kit.fixedList = name => ({ [name]: class {
    constructor(token, items) {
      if (token !== kit) throw new TypeError('Illegal constructor');
      items.forEach((item, index) => defineProperty(this, index, { value: item, enumerable: true, configurable: true }));
      defineProperty(this, 'length', { value: items.length, configurable: true });
    }
    item(index) { return this[index] || null; }
    * [Symbol.iterator]() { for (let index = 0; index < this.length; index += 1) yield this[index]; }
  } })[name];
  const DOMRectList = kit.fixedList('DOMRectList');
  for (const Kind of [DOMRectReadOnly, DOMRect, DOMRectList]) {
    defineProperty(Kind.prototype, Symbol.toStringTag, { value: Kind.name, configurable: true });
    define(global, Kind.name, Kind);
  }

  // --- Elements -----------------------------------------------------------------------------------------------------

  const isRoot = element => kit.document !== undefined && element.ownerDocument === kit.document
    && (element === kit.document.documentElement || element === kit.document.body);
  /** Whether an element would be shown: it is in the page, and nothing hides it. */
  const isShown = element => element.domino$rooted && element.ownerDocument === kit.document && kit.isDisplayed(element);
  const size = (element, side) => {
    if (isRoot(element)) return device[side];
    told();
    return 0;
  };
  const sized = (prototype, name, value) => getter(prototype, name, function () { return value(this); });
  for (const [name, side] of [['Width', 'width'], ['Height', 'height']]) {
    sized(HTMLElement.prototype, 'offset' + name, element => size(element, side));
    sized(Element.prototype, 'client' + name, element => size(element, side));
    sized(Element.prototype, 'scroll' + name, element => {
      told();
      return isRoot(element) ? device[side] : 0;
    });
  }
  for (const name of ['Top', 'Left']) {
    sized(HTMLElement.prototype, 'offset' + name, element => isRoot(element) ? 0 : size(element));
    sized(Element.prototype, 'client' + name, element => isRoot(element) ? 0 : size(element));
    // How far something was scrolled is what was said last, since nobody knows how far it can be.
    const AT = Symbol(name);
    getter(Element.prototype, 'scroll' + name, function () { return this[AT] || 0; }, function (value) {
      told();
      const next = Math.max(0, Number(value)) || 0;
      defineProperty(this, AT, { value: next === Infinity ? 0 : next, writable: true, configurable: true });
    });
  }
  sized(HTMLElement.prototype, 'offsetParent', element => {
    told();
    return isRoot(element) || !isShown(element) ? null : kit.document.body;
  });
  const rectOf = element => {
    if (isRoot(element)) return new DOMRect(0, 0, device.width, device.height);
    told();
    return new DOMRect(0, 0, 0, 0);
  };
  /** The middle of an element, where a finger goes. */
  kit.placeOf = element => isRoot(element) ? { x: device.width / 2, y: device.height / 2 } : { x: 0, y: 0 };
  define(Element.prototype, 'getBoundingClientRect', function getBoundingClientRect() { return rectOf(this); });
  define(Element.prototype, 'getClientRects', function getClientRects() {
    return new DOMRectList(kit, isShown(this) ? [rectOf(this)] : []);
  });

  define(Element.prototype, 'checkVisibility', function checkVisibility(options) {
    const { opacityProperty, checkOpacity, visibilityProperty, checkVisibilityCSS } = options ?? {};
    if (!isShown(this) || kit.computed(this, 'display') === 'contents') return false;
    if ((visibilityProperty || checkVisibilityCSS) && kit.computed(this, 'visibility') !== 'visible') return false;
    for (let at = this, isOwn = true; at !== null; [at, isOwn] = [at.parentNode ?? null, false]) {
      if (at.nodeType !== 1) {
        if (at.host === undefined) break;
        at = at.host;
      }
      if (!isOwn && kit.computed(at, 'content-visibility') === 'hidden') return false;
      if ((opacityProperty || checkOpacity) && Number(kit.computed(at, 'opacity')) === 0) return false;
    }
    return true;
  });

  // --- Scrolling, and what lies at a place --------------------------------------------------------------------------

  for (const name of ['scrollIntoView', 'scrollTo', 'scrollBy', 'scroll']) {
    define(Element.prototype, name, () => missing(`the layout: ${name}`));
    if (name !== 'scrollIntoView') define(global, name, () => missing(`the layout: ${name}`));
  }
  for (const name of ['elementFromPoint', 'caretRangeFromPoint']) {
    define(Document.prototype, name, () => {
      missing(`the layout: ${name}`);
      return null;
    });
  }
  define(Document.prototype, 'elementsFromPoint', function elementsFromPoint() {
    missing('the layout: elementsFromPoint');
    return kit.give([]);
  });
  getter(Document.prototype, 'scrollingElement', function () { return this.documentElement; });
})
