// Where the page is and where it wants to go: location, history, links, frames and dialogs.
//
// host.navigate(url, kind) -> true if the page goes on with it itself, which only a change of the fragment can be;
// kind is link, form, back, reload, other or iframe. A page that was loaded by the name of a file has an address of its
// own, file:///NAME, and the native side hears of what is beside it by name, too. host.dialog(kind, text, default) ->
// what was answered. host.root is the address of the folder if that is the root of an origin; then host.moved(address)
// hears where in it the page says it is.
(function (host, kit) {
  'use strict';
  const { global } = kit;
  const { define, getter, elements } = kit;
  const { defineProperty } = Object;
  const { apply } = Reflect;
  const text = String;
  const { parse, write, originOf, pathText } = kit.url;
  const { HashChangeEvent, PopStateEvent } = kit.events;

  let address = 'about:blank';
  let parts = parse(address, null);

  kit.address = () => address;
  kit.origins = () => originOf(parts);
  let folder = null;                 // What is left out of an address when the native side is told of it.
  const told = url => folder !== null && url.startsWith(folder) ? url.slice(folder.length) : url;
  kit.setAddress = url => {
    parts = parse(url, null);
    if (parts === null) {
      folder = 'file:///';
      parts = parse(folder, null);
      parts.path = url.split('/').map(encodeURIComponent);
    }
    address = write(parts);
    entries[index] = { address, state: null };
  };

  /** What relative addresses are relative to. */
  function base() {
    const element = kit.document ? kit.document.querySelector('base[href]') : null;
    if (element === null) return address;
    const found = parse(element.getAttribute('href'), parts);
    return found === null ? address : write(found);
  }
  kit.base = base;
  /** The whole address of what the page writes; what cannot be read is left as it is. */
  kit.resolve = href => {
    const found = parse(text(href), kit.document ? parse(base(), null) : parts);
    return found === null ? text(href) : write(found);
  };

  /** The path from the page's folder to a file beside it; null if it is elsewhere. */
  kit.localPath = url => {
    const found = parse(url, null);
    if (host.root !== undefined) {
      const whole = found === null ? '' : write(found);
      if (!whole.startsWith(host.root)) return null;
      const names = found.path.map(part => { try { return decodeURIComponent(part); } catch { return part; } });
      // What is no name of a file is left as it is written, and is not found.
      return names.some(name => name === '..' || /[/\0]/.test(name)) ? pathText(found).slice(1) : names.join('/');
    }
    if (found === null || found.scheme !== parts.scheme || found.host !== parts.host || found.port !== parts.port
      || found.opaque !== null || parts.opaque !== null) return null;
    const from = parts.path.slice(0, -1);
    const to = found.path;
    let same = 0;
    while (same < from.length && same < to.length - 1 && from[same] === to[same]) same += 1;
    const path = [...from.slice(same).map(() => '..'), ...to.slice(same)].join('/');
    try { return decodeURIComponent(path); } catch { return path; }
  };

  // --- Going somewhere -----------------------------------------------------------------------------------------------

  const moved = () => { if (host.root !== undefined) host.moved(address); };
  const withoutFragment = url => write(url, true);

  function runScript(url) {
    let source = url.slice(url.indexOf(':') + 1);
    try { source = decodeURIComponent(source); } catch { /* As it is. */ }
    try { host.evaluate(kit.importing(source, ''), kit.pageName(), 1); } catch (error) { kit.report(error); }
  }

  function goToFragment(found) {
    const oldURL = address;
    parts = found;
    address = write(found);
    entries.splice(index + 1);
    entries.push({ address, state: null });
    index = entries.length - 1;
    moved();
    const newURL = address;
    kit.later(0, () => {
      kit.raise(global, new PopStateEvent('popstate', { state: null }));
      kit.raise(global, new HashChangeEvent('hashchange', { oldURL, newURL }));
    });
  }

  function ask(url, kind) {
    if (/^javascript:/i.test(url)) return runScript(url);
    const found = parse(url, parts);
    const goesOn = host.navigate(told(url), kind);
    if (found === null || kind === 'reload') return;
    const isFragment = found.fragment !== null && withoutFragment(found) === withoutFragment(parts);
    if (isFragment && goesOn === true && write(found) !== address) goToFragment(found);
  }

  let pending = null;
  let wanted = '';
  let wantedKind = '';
  /** Goes to an address when the script has ended. Of several in one turn the last counts, as in a browser. */
  kit.navigate = (url, kind) => {
    const found = parse(url, parts);
    if (found !== null && !/^javascript:/i.test(url) && found.fragment !== null
      && withoutFragment(found) === withoutFragment(parts)) return ask(write(found), kind);
    kit.cancel(pending);
    wanted = found === null ? url : write(found);
    wantedKind = kind;
    pending = kit.later(0, () => {
      pending = null;
      ask(wanted, wantedKind);
    });
  };

  const location = Object.create({});
  const relative = value => {
    const found = parse(text(value), kit.document ? parse(base(), null) : parts);
    if (found === null) throw kit.exception(`"${text(value)}" is not an address`, 'SyntaxError');
    return write(found);
  };
  kit.urlParts(location, () => parse(address, null), (_, next) => kit.navigate(write(next), 'other'));
  delete location.username;
  delete location.password;
  getter(location, 'href', () => address, value => kit.navigate(relative(value), 'other'));
  define(location, 'assign', value => kit.navigate(relative(value), 'other'));
  define(location, 'replace', value => kit.navigate(relative(value), 'other'));
  define(location, 'reload', () => {
    kit.cancel(pending);
    pending = kit.later(0, () => {
      pending = null;
      host.navigate(told(address), 'reload');
    });
  });
  define(location, 'toString', () => address);
  defineProperty(location, Symbol.toStringTag, { value: 'Location' });
  kit.location = location;
  getter(global, 'location', () => location, value => { location.href = value; });
  getter(kit.require('./Document').prototype, 'location', function () {
    return this === kit.document ? location : null;
  }, value => { location.href = value; });
  getter(global, 'origin', () => originOf(parts));

  // --- History -------------------------------------------------------------------------------------------------------

  const entries = [{ address, state: null }];
  let index = 0;

  function go(by) {
    const steps = Math.trunc(Number(by)) || 0;
    if (steps === 0) return location.reload();
    const next = index + steps;
    if (next < 0 || next >= entries.length) {
      if (steps < 0) kit.later(0, () => host.navigate('', 'back'));
      return;
    }
    kit.later(0, () => {
      const oldURL = address;
      index = next;
      address = entries[index].address;
      parts = parse(address, null);
      moved();
      const before = parse(oldURL, null);
      kit.raise(global, new PopStateEvent('popstate', { state: entries[index].state }));
      if (before.fragment !== parts.fragment && withoutFragment(before) === withoutFragment(parts)) {
        kit.raise(global, new HashChangeEvent('hashchange', { oldURL, newURL: address }));
      }
    });
  }

  /** Goes a step back; false if there is none. */
  kit.goBack = () => {
    if (index === 0) return false;
    go(-1);
    return true;
  };

  const keep = isNew => (state, title, url) => {
    const next = url === undefined || url === null ? parts : parse(text(url), parse(base(), null));
    if (next === null || originOf(next) !== originOf(parts) || next.scheme !== parts.scheme) {
      throw kit.exception('a page can only name addresses of its own origin', 'SecurityError');
    }
    parts = next;
    address = write(next);
    const entry = { address, state: kit.clone(state === undefined ? null : state) };
    if (isNew) {
      entries.splice(index + 1);
      entries.push(entry);
      index = entries.length - 1;
    } else {
      entries[index] = entry;
    }
    moved();
  };
  const history = Object.create({
    pushState: keep(true),
    replaceState: keep(false),
    go,
    back: () => go(-1),
    forward: () => go(1),
  });
  getter(history, 'length', () => entries.length);
  getter(history, 'state', () => entries[index].state);
  history.scrollRestoration = 'auto';
  define(global, 'history', history);

  // --- Links ---------------------------------------------------------------------------------------------------------

  for (const Kind of [elements.HTMLAnchorElement, elements.HTMLAreaElement]) {
    const read = link => link.hasAttribute('href') ? parse(kit.resolve(link.getAttribute('href')), null) : null;
    kit.urlParts(Kind.prototype, read, (link, next) => link.setAttribute('href', write(next)));
    define(Kind.prototype, 'toString', function () { return this.href; });
  }

  // --- Frames --------------------------------------------------------------------------------------------------------

  // A frame that is inserted asks at once; a new address of one that is there asks when the script has ended, and of
  // several the last counts. That is what bridges by frames were written for.
  const { HTMLIFrameElement } = elements;
  const PENDING = Symbol('navigation');
  const frameAddress = frame => {
    const written = frame.getAttribute('src');
    return written === null || written === '' || /^about:/i.test(written) ? null : kit.resolve(written);
  };
  const askFrame = frame => {
    const url = frameAddress(frame);
    if (url === null) return;
    if (/^javascript:/i.test(url)) return kit.missing('a javascript: address in a frame');
    if (host.navigate(told(url), 'iframe') === true) kit.missing('documents in frames');
  };
  define(HTMLIFrameElement.prototype, '_roothook', function () { kit.inserted(this); });
  kit.frameInserted = frame => { if (frame.domino$rooted && frame.ownerDocument === kit.document) askFrame(frame); };
  const frameChanged = frame => {
    if (!frame.domino$rooted || frame.ownerDocument !== kit.document) return;
    kit.cancel(frame[PENDING]);
    defineProperty(frame, PENDING, {
      configurable: true, value: kit.later(0, () => { if (frame.domino$rooted) askFrame(frame); }),
    });
  };
  kit.require('./attributes').registerChangeHandler(HTMLIFrameElement, 'src', (frame, name, old, value) => {
    if (value !== null) frameChanged(frame);
  });
  // The same address once more is a navigation, too, of which the library knows nothing.
  const { setAttribute } = kit.require('./Element').prototype;
  define(HTMLIFrameElement.prototype, 'setAttribute', function (name, value) {
    const isSame = text(name).toLowerCase() === 'src' && this.getAttribute('src') === text(value);
    apply(setAttribute, this, [name, value]);
    if (isSame) frameChanged(this);
  });
  getter(HTMLIFrameElement.prototype, 'src', function () {
    const written = this.getAttribute('src');
    return written === null ? '' : written === '' ? kit.address() : kit.resolve(written);
  }, function (value) { this.setAttribute('src', value); });
  for (const [name, value] of [['contentWindow', null], ['contentDocument', null]]) {
    getter(HTMLIFrameElement.prototype, name, function () {
      if (this.domino$rooted) kit.missing('documents in frames');
      return value;
    });
  }

  // --- Dialogs and other windows -------------------------------------------------------------------------------------

  define(global, 'alert', function alert(message = '') { host.dialog('alert', text(message), ''); });
  define(global, 'confirm', function confirm(message = '') { return !!host.dialog('confirm', text(message), ''); });
  define(global, 'prompt', function prompt(message = '', value = '') {
    const answer = host.dialog('prompt', text(message), text(value));
    return answer === undefined || answer === null || answer === false ? null : text(answer);
  });
  define(global, 'open', function open(url = '') {
    kit.missing('window.open');
    if (url !== '') host.navigate(told(kit.resolve(url)), 'other');
    return null;
  });
})
