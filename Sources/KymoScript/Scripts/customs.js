// Custom elements: their registry, what upgrades elements, and the order in which they hear of it.
//
// An element hears of what happened to it when the page's outermost call that changes the tree is done (`kit.watchers`),
// and not in the middle of it. Built-in elements are not customized: WebKit, whose web view this is, has it not.
(function (host, kit) {
  'use strict';
  const { global, define, watchers, childrenOf } = kit;
  const { apply, construct } = Reflect;
  const { defineProperty, setPrototypeOf } = Object;
  const require = kit.require;
  const text = String;
  const Node = require('./Node');
  const Element = require('./Element');
  const Document = require('./Document');
  const html = require('./htmlelts');
  const { HTMLElement, HTMLUnknownElement } = kit.elements;
  const PagePromise = global.Promise;
  const rejected = PagePromise.reject.bind(PagePromise);

  const NAME = /^[a-z][-.\d_a-z\u00b7\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u037d\u037f-\u1fff\u200c\u200d\u203f\u2040\u2070-\u218f\u2c00-\u2fef\u3001-\ud7ff\uf900-\ufdcf\ufdf0-\ufffd\u{10000}-\u{effff}]*$/u;
  const RESERVED = new Set([
    'annotation-xml', 'color-profile', 'font-face', 'font-face-src', 'font-face-uri', 'font-face-format', 'font-face-name',
    'missing-glyph',
  ]);
  const isName = name => name.indexOf('-') > 0 && NAME.test(name) && !RESERVED.has(name);

  const byName = new Map();
  const byConstructor = new Map();
  const states = new WeakMap();       // What became of an element: {definition, isFailed, reactions}.
  const DONE = {};                    // In the place of an element whose constructor has run already.
  let isDefining = false;
  let isCloning = false;

  const definitionOf = (document, name) => {
    const found = document === kit.document ? byName.get(name) : undefined;
    return found !== undefined && !found.isForBuiltIn ? found : undefined;
  };
  kit.isDefined = element => {
    if (element.localName.indexOf('-') < 0 || element.namespaceURI !== HTML) return true;
    const state = states.get(element);
    return state !== undefined && state.definition !== undefined;
  };
  const HTML = 'http://www.w3.org/1999/xhtml';

  // --- Constructors --------------------------------------------------------------------------------------------------

  /** The page's HTMLElement: what `super()` of a custom element's class calls. */
  const PageElement = { HTMLElement: function () {
    const definition = new.target === undefined ? undefined : byConstructor.get(new.target);
    if (definition === undefined) throw new TypeError('Illegal constructor');
    const { stack } = definition;
    if (stack.length === 0) {
      const element = construct(HTMLElement, [kit.document, definition.name, null], new.target);
      states.set(element, { definition, isFailed: false, reactions: [] });
      return element;
    }
    const element = stack[stack.length - 1];
    if (element === DONE) throw new TypeError('the element has been constructed already');
    setPrototypeOf(element, new.target.prototype);
    stack[stack.length - 1] = DONE;
    return element;
  } }.HTMLElement;
  PageElement.prototype = HTMLElement.prototype;
  defineProperty(PageElement, 'prototype', { writable: false });
  setPrototypeOf(PageElement, Element);
  setPrototypeOf(Element, Node);
  define(HTMLElement.prototype, 'constructor', PageElement);
  define(global, 'HTMLElement', PageElement);

  // Elements whose names have a hyphen are no unknown ones, also before they are defined.
  const { createElement: create } = html;
  html.createElement = (document, name, prefix) => {
    if (name === 'slot') return kit.makeSlot(document, prefix);
    if (name.indexOf('-') < 0) return create(document, name, prefix);
    if (byName.size > 0 && kit.isParsing()) {
      const definition = definitionOf(document, name);
      if (definition !== undefined) {
        const element = kit.besideParser(() => make(document, definition));
        kit.holding = element;
        return element;
      }
    }
    return isName(name) ? new HTMLElement(document, name, prefix) : create(document, name, prefix);
  };

  /** Makes an element by its class; what is thrown is reported, and the element is then an unknown one. */
  function make(document, definition) {
    try {
      const element = construct(definition.constructor, []);
      if (!(element instanceof HTMLElement)) throw new TypeError('a custom element is an HTMLElement');
      const isWrong = element.attributes.length > 0 && 'attributes' || element.firstChild !== null && 'children'
        || element.parentNode !== null && 'a parent' || element.localName !== definition.name && 'another name';
      if (isWrong) throw kit.exception(`The result must not have ${isWrong}`, 'NotSupportedError');
      return element;
    } catch (error) {
      kit.report(error);
      const element = new HTMLUnknownElement(document, definition.name, null);
      states.set(element, { definition: undefined, isFailed: true, reactions: [] });
      return element;
    }
  }

  function upgrade(element, definition) {
    const state = stateOf(element);
    if (state.definition !== undefined || state.isFailed) return;
    state.isFailed = true;
    if (definition.attributeChanged !== undefined) {
      for (const attribute of [...element.attributes]) {
        const { localName, namespaceURI, value } = attribute;
        if (definition.observed.has(localName)) {
          state.reactions.push(() => hear(element, definition.attributeChanged, [localName, null, value, namespaceURI]));
        }
      }
    }
    if (element.domino$rooted && definition.connected !== undefined) {
      state.reactions.push(() => hear(element, definition.connected, []));
    }
    definition.stack.push(element);
    state.isBeingMade = true;
    try {
      const made = construct(definition.constructor, []);
      if (made !== element) throw new TypeError('The custom element constructor returned another element');
      state.definition = definition;
      state.isFailed = false;
      if (definition.isInForms) tellForm(element, definition);
    } catch (error) {
      state.reactions.length = 0;
      kit.report(error);
    } finally {
      definition.stack.pop();
      state.isBeingMade = false;
    }
  }

  // --- Reactions -------------------------------------------------------------------------------------------------------

  let queue = [];

  function stateOf(element) {
    let state = states.get(element);
    if (state === undefined) states.set(element, state = { definition: undefined, isFailed: false, reactions: [] });
    return state;
  }

  function hear(element, callback, values) {
    try { apply(callback, element, values); } catch (error) { kit.report(error); }
  }

  function enqueue(element, reaction) {
    stateOf(element).reactions.push(reaction);
    queue.push(element);
  }

  function settle() {
    if (queue.length === 0) return;
    const now = queue;
    queue = [];
    kit.besideParser(() => {
      for (const element of now) {
        const { reactions } = states.get(element);
        while (reactions.length > 0) reactions.shift()();
      }
    });
  }

  /** Visits an element and all below it, also in shadow trees, in the order of the tree. */
  function visit(node, see) {
    if (node.nodeType === Node.ELEMENT_NODE) {
      see(node);
      const shadow = kit.shadowOf === undefined ? null : kit.shadowOf(node);
      if (shadow !== null) for (let child = shadow.firstChild; child !== null; child = child.nextSibling) visit(child, see);
    }
    for (let child = node.firstChild; child !== null; child = child.nextSibling) visit(child, see);
  }

  function tryUpgrade(element) {
    if (element.localName.indexOf('-') < 0 || element.namespaceURI !== HTML) return false;
    const state = states.get(element);
    if (state !== undefined && (state.definition !== undefined || state.isFailed)) return false;
    const definition = definitionOf(element.ownerDocument, element.localName);
    if (definition === undefined) return false;
    enqueue(element, () => upgrade(element, definition));
    return true;
  }

  const connect = element => {
    const state = states.get(element);
    if (state === undefined || state.definition === undefined) return void tryUpgrade(element);
    const { connected } = state.definition;
    if (connected !== undefined) enqueue(element, () => hear(element, connected, []));
    if (state.definition.isInForms) tellForm(element, state.definition);
  };
  const disconnect = element => {
    const state = states.get(element);
    if (state === undefined || state.definition === undefined) return;
    const { disconnected } = state.definition;
    if (disconnected !== undefined) enqueue(element, () => hear(element, disconnected, []));
    if (state.definition.isInForms) tellForm(element, state.definition);
  };

  let isStarted = false;
  /** Begins to watch the tree, when the first element is defined. */
  function start() {
    if (isStarted) return;
    isStarted = true;
    kit.watch();
    watchers.settle = settle;
    watchers.connected = node => visit(node, connect);
    watchers.disconnected = node => visit(node, disconnect);
    watchers.parsed = node => visit(node, tryUpgrade);
    watchers.attribute = (element, name, namespace, old, value) => {
      if (name === 'disabled' && element.localName === 'fieldset') visit(element, inside => isInForms(inside) && tellForm(inside, states.get(inside).definition));
      const state = states.get(element);
      if (state === undefined || state.definition === undefined) return;
      const { attributeChanged, observed } = state.definition;
      if (state.definition.isInForms && (name === 'disabled' || name === 'form')) tellForm(element, state.definition);
      if (attributeChanged === undefined || !observed.has(name)) return;
      enqueue(element, () => hear(element, attributeChanged, [name, old, value, namespace]));
    };

    const { createElement, createElementNS, adoptNode, importNode } = Document.prototype;
    define(Document.prototype, 'createElement', { createElement(name, options) {
      const lower = text(name).toLowerCase();
      const definition = isCloning ? undefined : definitionOf(this, lower);
      return definition === undefined ? apply(createElement, this, [name, options]) : make(this, definition);
    } }.createElement);
    define(Document.prototype, 'createElementNS', { createElementNS(namespace, name) {
      const definition = isCloning || namespace !== HTML ? undefined : definitionOf(this, text(name));
      return definition === undefined ? apply(createElementNS, this, [namespace, name]) : make(this, definition);
    } }.createElementNS);
    const { domino$clone: clone } = Element.prototype;
    define(Element.prototype, 'domino$clone', function () {
      const outer = isCloning;
      isCloning = true;
      let made;
      try { made = clone.call(this); } finally { isCloning = outer; }
      tryUpgrade(made);
      return made;
    });
    define(Document.prototype, 'importNode', { importNode(node, isDeep) {
      return kit.within(() => {
        const made = importNode.call(this, node, isDeep);
        if (this === kit.document) visit(made, tryUpgrade);
        return made;
      });
    } }.importNode);
    define(Document.prototype, 'adoptNode', { adoptNode(node) {
      const old = node.ownerDocument;
      if (old === this || node.nodeType === Node.DOCUMENT_NODE) return adoptNode.call(this, node);
      return kit.within(() => {
        adoptNode.call(this, node);
        visit(node, element => {
          const state = states.get(element);
          if (state === undefined || state.definition === undefined) return;
          const { adopted } = state.definition;
          if (adopted !== undefined) enqueue(element, () => hear(element, adopted, [old, this]));
        });
        return node;
      });
    } }.adoptNode);
  }

  // --- Forms -----------------------------------------------------------------------------------------------------------

  const isInForms = element => {
    const state = states.get(element);
    return state !== undefined && state.definition !== undefined && state.definition.isInForms;
  };
  const formOf = element => {
    const id = element.getAttribute('form');
    const found = id !== null && element.domino$rooted ? element.getRootNode().getElementById(id) : element.closest('form');
    return found !== null && found.localName === 'form' ? found : null;
  };
  const isDisabled = element => {
    if (element.hasAttribute('disabled')) return true;
    for (let at = element.parentNode, below = element; at !== null; [below, at] = [at, at.parentNode]) {
      if (at.localName !== 'fieldset' || !at.hasAttribute('disabled')) continue;
      const legend = childrenOf(at).find(child => child.localName === 'legend');
      if (legend !== below) return true;
    }
    return false;
  };
  /** Tells an element that its form is another one, or that it is disabled or not. */
  function tellForm(element, definition) {
    const state = states.get(element);
    const [form, disabled] = [formOf(element), isDisabled(element)];
    if (form !== (state.form ?? null)) {
      state.form = form;
      if (definition.formAssociated !== undefined) enqueue(element, () => hear(element, definition.formAssociated, [form]));
    }
    if (disabled !== (state.isDisabled ?? false)) {
      state.isDisabled = disabled;
      if (definition.formDisabled !== undefined) enqueue(element, () => hear(element, definition.formDisabled, [disabled]));
    }
  }
  kit.isInForms = element => {
    const state = states.get(element);
    if (state === undefined) return false;
    return isInForms(element) || state.isBeingMade === true && byName.get(element.localName).isInForms;
  };
  kit.formOfCustom = formOf;
  kit.isCustomDisabled = isDisabled;
  /** The names of custom elements that belong to forms. */
  kit.namesInForms = () => [...byName.values()].filter(one => one.isInForms).map(one => one.name);
  kit.resetCustom = element => {
    const { formReset } = states.get(element).definition;
    if (formReset !== undefined) kit.within(() => enqueue(element, () => hear(element, formReset, [])));
  };
  /** Throws if an element has no internals to be attached. */
  kit.checkInternals = element => {
    const definition = element.namespaceURI === HTML ? definitionOf(element.ownerDocument, element.localName) : undefined;
    const state = states.get(element);
    if (definition === undefined || !definition.hasInternals
      || state === undefined || state.definition === undefined && state.isBeingMade !== true) {
      throw kit.exception('Unable to attach ElementInternals to this element.', 'NotSupportedError');
    }
  };
  define(HTMLElement.prototype, 'attachInternals', function attachInternals() { return kit.internals.attach(this); });

  // --- The registry ------------------------------------------------------------------------------------------------------

  function read(name, constructor) {
    const { prototype } = constructor;
    if (prototype === null || typeof prototype !== 'object' && typeof prototype !== 'function') {
      throw new TypeError('the prototype of a custom element is an object');
    }
    const callback = name => {
      const found = prototype[name + 'Callback'];
      if (found !== undefined && typeof found !== 'function') throw new TypeError(`${name}Callback is a function`);
      return found;
    };
    const definition = {
      name, constructor, stack: [], connected: callback('connected'), disconnected: callback('disconnected'),
      adopted: callback('adopted'), attributeChanged: callback('attributeChanged'), observed: new Set(),
      hasInternals: true, isInForms: false, formAssociated: undefined, formDisabled: undefined, formReset: undefined,
    };
    if (definition.attributeChanged !== undefined) {
      const { observedAttributes } = constructor;
      if (observedAttributes !== undefined) definition.observed = new Set(kit.valuesOf(observedAttributes, text));
    }
    const { disabledFeatures } = constructor;
    if (disabledFeatures !== undefined) definition.hasInternals = !kit.valuesOf(disabledFeatures, text).includes('internals');
    definition.isInForms = !!constructor.formAssociated;
    if (definition.isInForms) {
      for (const name of ['formAssociated', 'formDisabled', 'formReset']) definition[name] = callback(name);
    }
    return definition;
  }

  function isConstructor(value) {
    if (typeof value !== 'function') return false;
    try {
      construct(Object, [], value);
      return true;
    } catch { return false; }
  }

  function makeRegistry() {
    const promises = new Map();   // {promise, resolve} by name.
    const KEY = {};

    class CustomElementRegistry {
      constructor(key) { if (key !== KEY) throw new TypeError('Illegal constructor'); }
      define(given, constructor, options) {
        if (!isConstructor(constructor)) throw new TypeError('the second argument of define is a class');
        const name = text(given);
        if (!isName(name)) throw kit.exception(`"${name}" is not a valid custom element name`, 'SyntaxError');
        if (byName.has(name)) {
          throw kit.exception(`the name "${name}" has already been used with this registry`, 'NotSupportedError');
        }
        if (byConstructor.has(constructor)) {
          throw kit.exception('this constructor has already been used with this registry', 'NotSupportedError');
        }
        if (isDefining) throw kit.exception('an element is being defined', 'NotSupportedError');
        if (options !== undefined && options !== null && options.extends !== undefined) {
          const base = text(options.extends);
          kit.missing(`customized built-in elements: customElements.define('${name}', ..., { extends: '${base}' })`);
        }
        isDefining = true;
        let definition;
        try { definition = read(name, constructor); } finally { isDefining = false; }
        definition.isForBuiltIn = !!(options && options.extends !== undefined);
        start();
        byName.set(name, definition);
        byConstructor.set(constructor, definition);
        kit.within(() => {
          if (kit.document) visit(kit.document, element => element.localName === name && tryUpgrade(element));
        });
        const waiting = promises.get(name);
        if (waiting !== undefined) waiting.resolve(constructor);
      }
      get(name) {
        const found = byName.get(text(name));
        return found === undefined ? undefined : found.constructor;
      }
      getName(constructor) {
        const found = byConstructor.get(constructor);
        return found === undefined ? null : found.name;
      }
      whenDefined(given) {
        const name = text(given);
        if (!isName(name)) {
          return rejected(kit.exception(`"${name}" is not a valid custom element name`, 'SyntaxError'));
        }
        let waiting = promises.get(name);
        if (waiting === undefined) {
          waiting = {};
          waiting.promise = new PagePromise(resolve => { waiting.resolve = resolve; });
          promises.set(name, waiting);
          if (byName.has(name)) waiting.resolve(byName.get(name).constructor);
        }
        return waiting.promise;
      }
      upgrade(root) {
        if (byName.size === 0) return;
        kit.within(() => visit(root, tryUpgrade));
      }
    }
    kit.late(CustomElementRegistry);
    return { CustomElementRegistry, customElements: new CustomElementRegistry(KEY) };
  }

  let made = null;
  const kinds = () => made === null ? made = makeRegistry() : made;
  kit.lazy(global, 'customElements', () => kinds().customElements);
  kit.lazy(global, 'CustomElementRegistry', () => kinds().CustomElementRegistry);
  const { selectors } = require('./select');
  selectors[':defined'] = element => kit.isDefined(element);
  selectors[':state'] = name => element => kit.internals.hasState(element, name.trim());
})
