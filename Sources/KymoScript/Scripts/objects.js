// Addresses of what is no file: blob:, which a page makes of a blob, and data:, which has in it what it stands for.
//
// A page and its workers share what was made; it is there until it is revoked, or who made it goes. The addresses are counted,
// so that they are the same each time.
(function (host, kit) {
  'use strict';
  const { define } = kit;
  const text = String;
  const objects = host.objects || { __proto__: null, byAddress: new Map(), count: 0 };
  kit.objects = objects;
  const own = new Set();
  const withoutFragment = url => url.replace(/#.*/s, '');

  define(kit.URL, 'createObjectURL', function createObjectURL(object) {
    if (!kit.isBlob(object)) throw new TypeError('createObjectURL takes a Blob');
    objects.count += 1;
    const url = `blob:${kit.origins()}/00000000-0000-4000-8000-${objects.count.toString(16).padStart(12, '0')}`;
    objects.byAddress.set(url, kit.partsOfBlob(object));
    own.add(url);
    return url;
  });
  define(kit.URL, 'revokeObjectURL', function revokeObjectURL(url) {
    objects.byAddress.delete(text(url));
    own.delete(text(url));
  });
  /** Takes back all that was made here. */
  kit.revokeObjects = () => { for (const url of own) objects.byAddress.delete(url); };

  /** What a data: address says, after the standard for it; null if it is none. */
  function readData(url) {
    const found = /^data:([^,]*),(.*)$/is.exec(url);
    if (found === null) return null;
    const bytes = [];
    const body = found[2];
    for (let at = 0; at < body.length; at += 1) {
      const isEscape = body[at] === '%' && /^[0-9a-f]{2}$/i.test(body.slice(at + 1, at + 3));
      if (isEscape) {
        bytes.push(parseInt(body.slice(at + 1, at + 3), 16));
        at += 2;
      } else {
        for (const byte of kit.encodeText(String.fromCodePoint(body.codePointAt(at)))) bytes.push(byte);
        if (body.codePointAt(at) > 0xffff) at += 1;
      }
    }
    let type = found[1].trim();
    let made = Uint8Array.from(bytes);
    if (/;\s*base64$/i.test(type)) {
      type = type.replace(/;\s*base64$/i, '').trim();
      try {
        const said = kit.global.atob(kit.decodeBytes(made));
        made = Uint8Array.from({ length: said.length }, (_, index) => said.charCodeAt(index));
      } catch { return null; }
    }
    if (type.startsWith(';')) type = 'text/plain' + type;
    return { __proto__: null, bytes: made, type: type === '' ? 'text/plain;charset=US-ASCII' : type };
  }

  /** What such an address stands for: bytes and their type; null if nothing is there, undefined if it is another's. */
  kit.objectAt = url => {
    if (/^blob:/i.test(url)) return objects.byAddress.get(withoutFragment(url)) || null;
    return /^data:/i.test(url) ? readData(withoutFragment(url)) : undefined;
  };
})
