// What pages find when they look at the classes of the platform, and not at what these do: the accessors that a sanitizer takes
// from a prototype, and members that `for in` counts.
(function (host, kit) {
  'use strict';
  const { global, getter } = kit;
  const { defineProperty, getOwnPropertyDescriptor, getOwnPropertyNames, getPrototypeOf } = Object;
  const { apply } = Reflect;
  const Node = kit.require('./Node');
  const Element = kit.require('./Element');

  // --- Accessors on prototypes ------------------------------------------------------------------------------------------

  // The library writes some names to each node. A page that takes them from a prototype, as a sanitizer does, finds accessors
  // there; the first value that the library writes puts all of them into the node, as fields of a class are, and from then on
  // nothing of this is in the way: accessors of each name, or properties that are defined one by one, make trees slow.
  class Stamped { constructor(node) { return node; } }
  class NodeFields extends Stamped {
    parentNode = null;
    nodeType = undefined;
    ownerDocument = undefined;
  }
  class ElementFields extends Stamped {
    localName = undefined;
    namespaceURI = undefined;
    prefix = undefined;
  }
  const kept = (Kind, Fields, names) => {
    for (const name of names) {
      defineProperty(Kind.prototype, name, {
        configurable: true, enumerable: true,
        get() {
          if (!(this instanceof Kind)) throw new TypeError('Illegal invocation');
          const own = getOwnPropertyDescriptor(this, name);
          return own === undefined ? undefined : own.value;
        },
        set(value) {
          if (!(this instanceof Kind)) throw new TypeError('Illegal invocation');
          new Fields(this);
          this[name] = value;
        },
      });
    }
  };
  kept(Node, NodeFields, ['parentNode', 'nodeType', 'ownerDocument']);
  kept(Element, ElementFields, ['localName', 'namespaceURI', 'prefix']);

  // What each kind of node has by itself in the library, is Node's in a browser, and what is taken from there answers for all.
  for (const name of ['nodeName', 'nodeValue', 'childNodes']) {
    const found = node => {
      if (!(node instanceof Node)) throw new TypeError('Illegal invocation');
      for (let at = getPrototypeOf(node); at !== null && at !== Node.prototype; at = getPrototypeOf(at)) {
        const own = getOwnPropertyDescriptor(at, name);
        if (own !== undefined) return own;
      }
      return null;
    };
    const get = function () {
      const own = found(this);
      return own === null ? null : own.get === undefined ? own.value : apply(own.get, this, []);
    };
    getter(Node.prototype, name, get, name !== 'nodeValue' ? undefined : function (value) {
      const own = found(this);
      if (own !== null && own.set !== undefined) apply(own.set, this, [value]);
    });
  }

  // --- Members that can be counted --------------------------------------------------------------------------------------

  // A library that puts a class of its own before one of the page's takes the methods that `for (name in object)` finds.
  const countable = kit.countable = Kind => {
    const { prototype } = Kind;
    for (const name of getOwnPropertyNames(prototype)) {
      const found = getOwnPropertyDescriptor(prototype, name);
      const isCounted = name !== 'constructor' && name[0] !== '_';
      if (found.configurable && found.enumerable !== isCounted) defineProperty(prototype, name, { enumerable: isCounted });
    }
    return Kind;
  };
  for (const name of getOwnPropertyNames(global)) {
    if (kit.given.has(name) || !/^[A-Z]/.test(name)) continue;
    const { value } = getOwnPropertyDescriptor(global, name);
    if (typeof value === 'function' && value.prototype) countable(value);
  }
  // What is made when it is first asked for.
  const { late } = kit;
  kit.late = (Kind, name) => countable(late(Kind, name));
})
