// DOMParser and XMLSerializer. HTML is read by the document library; XML by what is here: documents without a DTD of
// their own, which is all that pages write.
(function (host, kit) {
  'use strict';
  const { global, define, childrenOf } = kit;
  const require = kit.require;
  const text = String;
  const Node = require('./Node');
  const Document = require('./Document');
  const HTMLParser = require('./HTMLParser');
  const XMLNS = 'http://www.w3.org/2000/xmlns/';
  const XML = 'http://www.w3.org/XML/1998/namespace';
  const HTML = 'http://www.w3.org/1999/xhtml';

  // --- XML: from text ----------------------------------------------------------------------------------------------

  const NAME = /[A-Za-z_:\u00c0-\uffff][-.\w:\u00b7\u00c0-\uffff]*/y;
  const SPACE = /[ \t\r\n]+/y;
  const ENTITIES = { __proto__: null, lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

  const declared = new WeakMap();   // The version that a document declares.

  class Malformed extends Error {}

  /** Fills an empty document with what a text says; throws what is wrong with it. */
  function parse(source, document) {
    let at = 0;
    const fail = reason => {
      const before = source.slice(0, at).split('\n');
      throw new Malformed(`error on line ${before.length} at column ${before[before.length - 1].length + 1}: ${reason}`);
    };
    const match = pattern => {
      pattern.lastIndex = at;
      const found = pattern.exec(source);
      if (found === null) return null;
      at = pattern.lastIndex;
      return found[0];
    };
    const upTo = (end, what) => {
      const found = source.indexOf(end, at);
      if (found < 0) fail(`${what} does not end`);
      const inner = source.slice(at, found);
      at = found + end.length;
      return inner;
    };
    const decode = value => value.replace(/&(?:#x([\da-f]+)|#(\d+)|([^;&\s]*));?/gi, (whole, hex, decimal, name) => {
      const found = hex !== undefined ? String.fromCodePoint(parseInt(hex, 16))
        : decimal !== undefined ? String.fromCodePoint(Number(decimal)) : ENTITIES[name];
      if (found === undefined || !whole.endsWith(';')) fail(`Entity '${name || whole}' not defined`);
      return found;
    });
    const open = [];        // {element, name, names: prefixes and their namespaces}
    let parent = document, names = { __proto__: null, xml: XML, xmlns: XMLNS, '': null };

    function element() {
      const name = match(NAME) || fail('StartTag: invalid element name');
      const given = [];
      for (;;) {
        const isApart = match(SPACE) !== null;
        if (source[at] === '>' || source.startsWith('/>', at)) break;
        const key = isApart && match(NAME) || fail(`the start tag of ${name} is not well-formed`);
        match(SPACE);
        if (source[at++] !== '=') fail(`Specification mandates value for attribute ${key}`);
        match(SPACE);
        const quote = source[at++];
        if (quote !== '"' && quote !== "'") fail('AttValue: " or \' expected');
        const value = upTo(quote, 'a value');
        if (value.includes('<')) fail('Unescaped \'<\' not allowed in attributes values');
        if (given.some(one => one[0] === key)) fail(`Attribute ${key} redefined`);
        given.push([key, decode(value.replace(/[\t\r\n]/g, ' '))]);
      }
      const inner = { __proto__: names };
      for (const [key, value] of given) {
        if (key === 'xmlns') inner[''] = value || null;
        else if (key.startsWith('xmlns:')) inner[key.slice(6)] = value;
      }
      const spaceOf = key => {
        const cut = key.indexOf(':');
        if (cut < 0) return null;
        const found = inner[key.slice(0, cut)];
        return found === undefined ? fail(`Namespace prefix ${key.slice(0, cut)} on ${key} is not defined`) : found;
      };
      if (parent === document && document.documentElement !== null) fail('Extra content at the end of the document');
      const made = document.createElementNS(name.includes(':') ? spaceOf(name) : inner[''], name);
      const isSpace = ([key]) => key === 'xmlns' || key.startsWith('xmlns:');
      for (const [key, value] of [...given.filter(isSpace), ...given.filter(one => !isSpace(one))]) {
        made.setAttributeNS(key === 'xmlns' || key.startsWith('xmlns:') ? XMLNS : spaceOf(key), key, value);
      }
      parent.appendChild(made);
      if (source[at] === '/') return void (at += 2);
      at += 1;
      open.push({ name, parent, names });
      [parent, names] = [made, inner];
    }

    function end() {
      const name = match(NAME);
      match(SPACE);
      const begun = open.pop();
      if (begun === undefined || begun.name !== name || source[at++] !== '>') {
        fail(`Opening and ending tag mismatch: ${begun === undefined ? 'none' : begun.name} and ${name}`);
      }
      ({ parent, names } = begun);
    }

    if (source.charCodeAt(0) === 0xfeff) at = 1;
    if (source.startsWith('<?xml', at) && /\s/.test(source[at + 5])) {
      const version = /version\s*=\s*["']([^"']*)/.exec(upTo('?>', 'the declaration'));
      declared.set(document, version === null ? '1.0' : version[1]);
    }
    while (at < source.length) {
      if (source[at] !== '<') {
        const next = source.indexOf('<', at);
        const run = source.slice(at, next < 0 ? source.length : next);
        if (parent === document) {
          if (run.trim() !== '') fail(open.length === 0 && document.documentElement ? 'Extra content at the end of the document'
            : "Start tag expected, '<' not found");
        } else {
          parent.appendChild(document.createTextNode(decode(run.replace(/\r\n?/g, '\n'))));
        }
        at = next < 0 ? source.length : next;
      } else if (source.startsWith('<!--', at)) {
        at += 4;
        parent.appendChild(document.createComment(upTo('-->', 'a comment')));
      } else if (source.startsWith('<![CDATA[', at) && parent !== document) {
        at += 9;
        parent.appendChild(document.createTextNode(upTo(']]>', 'a CDATA section')));
      } else if (source.startsWith('<?', at)) {
        at += 2;
        const name = match(NAME) || fail('a processing instruction has no name');
        parent.appendChild(document.createProcessingInstruction(name, upTo('?>', name).replace(/^\s+/, '')));
      } else if (source.startsWith('<!DOCTYPE', at) && parent === document) {
        at += 9;
        match(SPACE);
        const name = match(NAME) || fail('a DOCTYPE has no name');
        const rest = upTo('>', 'the DOCTYPE');
        if (rest.includes('[')) fail('a DOCTYPE with declarations is not read here');
        const [, publicId = '', systemId = ''] = /^\s*(?:PUBLIC\s*["']([^"']*)["'])?(?:\s*(?:SYSTEM)?\s*["']([^"']*)["'])?/.exec(rest);
        document.appendChild(document.implementation.createDocumentType(name, publicId, systemId));
      } else if (source.startsWith('</', at)) {
        at += 2;
        end();
      } else {
        at += 1;
        element();
      }
    }
    if (open.length > 0) fail(`Premature end of data in tag ${open[open.length - 1].name}`);
    if (document.documentElement === null) fail('Document is empty');
  }

  // --- XML: to text ----------------------------------------------------------------------------------------------------

  const escape = value => value.replace(/[&<>]/g, one => one === '&' ? '&amp;' : one === '<' ? '&lt;' : '&gt;');
  const escapeValue = value => value.replace(/[&<>"\t\n\r]/g, one => ({
    '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', '\t': '&#9;', '\n': '&#10;', '\r': '&#13;',
  })[one]);
  const VOID = new Set(('area base basefont bgsound br col embed frame hr img input keygen link meta param source track '
    + 'wbr').split(' '));

  function write(node, space, prefixes) {
    switch (node.nodeType) {
    case Node.TEXT_NODE: return escape(node.data);
    case Node.COMMENT_NODE: return `<!--${node.data}-->`;
    case Node.PROCESSING_INSTRUCTION_NODE: return `<?${node.target} ${node.data}?>`;
    case Node.DOCUMENT_TYPE_NODE: {
      const { name, publicId, systemId } = node;
      return `<!DOCTYPE ${name}${publicId ? ` PUBLIC "${publicId}"` : systemId ? ' SYSTEM' : ''}${systemId ? ` "${systemId}"` : ''}>`;
    }
    case Node.ELEMENT_NODE: return writeElement(node, space, prefixes);
    case Node.DOCUMENT_NODE: case Node.DOCUMENT_FRAGMENT_NODE:
      return (declared.has(node) ? `<?xml version="${declared.get(node)}"?>` : '') + childrenOf(node).map(child => write(child, space, prefixes)).join('');
    default: throw new TypeError('this node has no text');
    }
  }

  function writeElement(node, space, prefixes) {
    const { namespaceURI, prefix, localName } = node;
    const known = { __proto__: prefixes };
    let said = '', own = space;
    const attributes = [...node.attributes];
    for (const { namespaceURI: of, localName: name, value } of attributes) {
      if (of === XMLNS && name !== 'xmlns') known[name] = value;
    }
    const name = prefix === null || prefix === undefined || prefix === '' ? localName : `${prefix}:${localName}`;
    if (name === localName) {
      if (namespaceURI !== space) {
        said += ` xmlns="${escapeValue(namespaceURI || '')}"`;
        own = namespaceURI;
      }
    } else if (known[prefix] !== namespaceURI && prefix !== 'xml') {
      known[prefix] = namespaceURI;
      said += ` xmlns:${prefix}="${escapeValue(namespaceURI || '')}"`;
    }
    for (const one of attributes) {
      if (one.namespaceURI === XMLNS && one.localName === 'xmlns') continue;
      if (one.namespaceURI !== null && one.namespaceURI !== XMLNS && one.namespaceURI !== XML && one.prefix
        && known[one.prefix] !== one.namespaceURI) {
        known[one.prefix] = one.namespaceURI;
        said += ` xmlns:${one.prefix}="${escapeValue(one.namespaceURI)}"`;
      }
      said += ` ${one.namespaceURI === XML ? `xml:${one.localName}` : one.name}="${escapeValue(one.value)}"`;
    }
    const children = childrenOf(node.localName === 'template' && namespaceURI === HTML ? node.content : node);
    if (children.length > 0) {
      return `<${name}${said}>${children.map(child => write(child, own, known)).join('')}</${name}>`;
    }
    if (namespaceURI !== HTML) return `<${name}${said}/>`;
    return VOID.has(localName) ? `<${name}${said} />` : `<${name}${said}></${name}>`;
  }

  // --- What the page has of it -----------------------------------------------------------------------------------------

  const KINDS = new Set(['text/xml', 'application/xml', 'application/xhtml+xml', 'image/svg+xml']);
  const BROKEN = '<html xmlns="http://www.w3.org/1999/xhtml"><body><parsererror style="display: block">'
    + '<h3>This page contains the following errors:</h3><div></div>'
    + '<h3>Below is a rendering of the page up to the first error.</h3></parsererror></body></html>';

  kit.lazy(global, 'DOMParser', () => kit.late(class DOMParser {
    parseFromString(source, kind) {
      if (arguments.length < 2) throw new TypeError('parseFromString takes a text and its type');
      const type = text(kind);
      if (type === 'text/html') {
        const parser = new HTMLParser(kit.address(), undefined, { scripting_enabled: false });
        parser.parse(text(source), true);
        const document = parser.document();
        document.readyState = 'complete';
        return document;
      }
      if (!KINDS.has(type)) throw new TypeError(`'${type}' is not a type of document`);
      const begin = () => {
        const document = new Document(false, kit.address());
        document._contentType = type;
        document.readyState = 'complete';
        return document;
      };
      const document = begin();
      try {
        parse(text(source), document);
        return document;
      } catch (error) {
        if (!(error instanceof Malformed)) throw error;
        const failed = begin();
        parse(BROKEN, failed);
        failed.getElementsByTagName('div').item(0).textContent = error.message;
        return failed;
      }
    }
  }, 'DOMParser'));

  kit.lazy(global, 'XMLSerializer', () => kit.late(class XMLSerializer {
    serializeToString(node) {
      if (!(node instanceof Node)) throw new TypeError('serializeToString takes a node');
      return write(node, null, { __proto__: null, xml: XML });
    }
  }, 'XMLSerializer'));
  kit.lazy(global, 'XMLDocument', () => Document);

  // The methods of evaluator.js, which is evaluated when the first of them is called.
  const needDocument = document => {
    if (!(document instanceof Document)) throw new TypeError('Illegal invocation');
  };
  for (const [name, method] of Object.entries({
    createExpression(expression) { return needDocument(this), kit.evaluator.createExpression('Document', arguments); },
    createNSResolver(node) { return needDocument(this), kit.evaluator.createNSResolver('Document', arguments); },
    evaluate(expression, node) { return needDocument(this), kit.evaluator.evaluate('Document', arguments); },
  })) define(Document.prototype, name, method);
})
