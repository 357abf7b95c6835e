// Whether the page is shown: the app that it is in comes and goes, and the page hears of it as in a browser.
//
// host.isHidden, optional: the app is in the background while the page is loaded. What the app itself tells its page, such
// as Cordova's `pause`, is a message of its bridge. Timers and sensors go on; frames wait until the page is shown.
(function (host, kit) {
  'use strict';
  const { define, getter } = kit;
  const Document = kit.require('./Document');

  getter(Document.prototype, 'hidden', () => kit.isHidden);
  getter(Document.prototype, 'visibilityState', () => kit.isHidden ? 'hidden' : 'visible');
  define(Document.prototype, 'hasFocus', () => !kit.isHidden);
  kit.handle(Document.prototype, ['visibilitychange']);

  /** Shows the page, or hides it. */
  kit.show = isShown => {
    if (kit.isHidden !== isShown) return;
    kit.isHidden = !isShown;
    if (isShown) kit.giveFrames();
    if (kit.document !== undefined) kit.raise(kit.document, new kit.Event('visibilitychange', { bubbles: true }));
  };
})
