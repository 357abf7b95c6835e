// Loads the modules of the document library, each once per context: a small `require` of relative paths.
//
// host.readModule(path) -> text of a file in the library's folder, or null.
(function (host, kit) {
  'use strict';
  const { create, defineProperty, getOwnPropertyNames, getOwnPropertyDescriptor } = Object;
  const compile = Function;
  const loaded = create(null);
  // The library's own window, of which every frame would get one, with a document: the platform has one window alone.
  loaded['Window.js'] = { exports: class Window {} };

  // The library declares what it has with `Object.create(parent, properties)`, which cannot be changed later. Here it
  // can: the platform replaces what the library leaves out or does in another way.
  const open = descriptor => {
    descriptor.configurable = true;
    if ('value' in descriptor) descriptor.writable = true;
    return descriptor;
  };
  const LibraryObject = function (value) { return new Object(value); };
  for (const name of getOwnPropertyNames(Object)) {
    if (name !== 'length' && name !== 'name' && name !== 'prototype' && name !== 'arguments' && name !== 'caller') {
      defineProperty(LibraryObject, name, getOwnPropertyDescriptor(Object, name));
    }
  }
  LibraryObject.prototype = Object.prototype;
  LibraryObject.create = (parent, properties) => {
    if (properties === undefined) return create(parent);
    for (const name of getOwnPropertyNames(properties)) open(properties[name]);
    return create(parent, properties);
  };
  LibraryObject.defineProperty = (target, name, descriptor) => defineProperty(target, name, open(descriptor));

  const libraryGlobal = create(null);
  libraryGlobal.Symbol = Symbol;
  const timers = kit.timers;
  const quiet = () => {};
  const libraryConsole = { log: quiet, warn: quiet, error: quiet };

  function resolve(folder, name) {
    const parts = folder === '' ? [] : folder.split('/');
    for (const part of name.split('/')) {
      if (part === '..') parts.pop(); else if (part !== '.' && part !== '') parts.push(part);
    }
    const path = parts.join('/');
    return path.endsWith('.js') || path.endsWith('.json') ? path : path + '.js';
  }

  function load(path) {
    const known = loaded[path];
    if (known !== undefined) return known.exports;
    const text = host.readModule(path);
    if (typeof text !== 'string') throw new Error(`the document library lacks its file ${path}`);
    const module = { exports: {} };
    loaded[path] = module;
    const cut = path.lastIndexOf('/');
    const folder = cut < 0 ? '' : path.slice(0, cut);
    const body = new compile(
      'require', 'module', 'exports', 'global', 'Object', 'console', 'setTimeout', 'clearTimeout', 'setInterval',
      'clearInterval', text + '\n//# sourceURL=domino/' + path);
    body.call(module.exports, name => load(resolve(folder, name)), module, module.exports, libraryGlobal,
      LibraryObject, libraryConsole, timers.setTimeout, timers.clearTimeout, timers.setInterval,
      timers.clearInterval);
    return module.exports;
  }

  kit.require = name => load(resolve('', name));
  return kit.require;
})
