// Shadow trees that are written in a page: `<template shadowrootmode>`, and the texts with such trees that a script reads
// and gives. What is in the template moves into the host's shadow root when the parser has read its end.
(function (host, kit) {
  'use strict';
  const { define, getter, childrenOf } = kit;
  const text = String;
  const Element = kit.require('./Element');
  const { ElementStack } = kit.require('./HTMLParser');
  const { serializeOne } = kit.require('./NodeUtils');
  const { ShadowRoot } = kit.global;
  const { HTMLTemplateElement } = kit.elements;
  const { attachShadow } = Element.prototype;
  const MODE = /^(open|closed)$/i;

  let isDeclaring = false;          // A script reads a text in which templates may stand for shadow trees.
  const declaring = body => {
    const outer = isDeclaring;
    isDeclaring = true;
    try { body(); } finally { isDeclaring = outer; }
  };

  function declare(template, owner) {
    const mode = template.getAttribute('shadowrootmode');
    if (mode === null || !MODE.test(mode) || owner === null || owner.nodeType !== 1
      || kit.shadowOf(owner) !== null) return;
    const has = name => template.hasAttribute('shadowroot' + name);
    let root;
    try {
      root = attachShadow.call(owner, {
        mode: mode.toLowerCase(), delegatesFocus: has('delegatesfocus'), clonable: has('clonable'), serializable: has('serializable'),
      });
    } catch { return; }
    kit.shadowDetail(root).isDeclarative = true;
    kit.detach(template);
    for (const child of childrenOf(template.content)) root.appendChild(child);
  }
  const { popTag } = ElementStack.prototype;
  ElementStack.prototype.popTag = function (tag) {
    const at = tag === 'template' && (isDeclaring || kit.isParsing())
      ? this.elements.findLastIndex(one => one instanceof HTMLTemplateElement) : -1;
    const template = at > 0 ? this.elements[at] : null;
    popTag.call(this, tag);
    // What a script reads stands in an element that is not there: that one is no host.
    if (template !== null && !(isDeclaring && at === 1)) declare(template, template.parentNode);
  };
  for (const [name, said] of [['DelegatesFocus', 'delegatesfocus'], ['Clonable', 'clonable'], ['Serializable', 'serializable']]) {
    getter(HTMLTemplateElement.prototype, 'shadowRoot' + name, function () { return this.hasAttribute('shadowroot' + said); },
      function (value) { this.toggleAttribute('shadowroot' + said, !!value); });
  }
  getter(HTMLTemplateElement.prototype, 'shadowRootMode', function () {
    const mode = this.getAttribute('shadowrootmode') || '';
    return MODE.test(mode) ? mode.toLowerCase() : '';
  }, function (value) { this.setAttribute('shadowrootmode', text(value)); });

  // --- Texts with shadow trees --------------------------------------------------------------------------------------------

  function said(parent, isWanted) {
    const around = parent instanceof HTMLTemplateElement ? parent.content : parent;
    return childrenOf(around).map(child => {
      const whole = serializeOne(child, around);
      if (child.nodeType !== 1) return whole;
      const inner = child.domino$serialize();
      const end = `</${child.localName}>`;
      if (!whole.endsWith(inner + end)) return whole;
      return whole.slice(0, whole.length - inner.length - end.length) + shadow(child, isWanted) + said(child, isWanted) + end;
    }).join('');
  }
  function shadow(element, isWanted) {
    const root = kit.shadowOf(element);
    if (root === null || !isWanted(root)) return '';
    const { mode, delegatesFocus, isSerializable, isClonable } = kit.shadowDetail(root);
    return `<template shadowrootmode="${mode}"${delegatesFocus ? ' shadowrootdelegatesfocus=""' : ''}`
      + `${isSerializable ? ' shadowrootserializable=""' : ''}${isClonable ? ' shadowrootclonable=""' : ''}>${said(root, isWanted)}</template>`;
  }
  for (const Kind of [Element, ShadowRoot]) {
    define(Kind.prototype, 'setHTMLUnsafe', function setHTMLUnsafe(value) {
      if (arguments.length === 0) throw new TypeError('setHTMLUnsafe takes a text');
      const target = this instanceof HTMLTemplateElement ? this.content : this;
      declaring(() => kit.fill(target, this instanceof ShadowRoot ? this.host : this, text(value)));
    });
    define(Kind.prototype, 'getHTML', function getHTML(options = {}) {
      const { serializableShadowRoots = false, shadowRoots = [] } = options ?? {};
      const listed = new Set(kit.valuesOf(shadowRoots));
      const isWanted = root => listed.has(root) || !!serializableShadowRoots && kit.shadowDetail(root).isSerializable;
      return (this instanceof ShadowRoot ? '' : shadow(this, isWanted)) + said(this, isWanted);
    });
  }
})
