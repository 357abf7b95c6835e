// Waits for the bridge: a frame that goes nowhere asks the native side to put it into the page.
'use strict';

function withBridge(use) {
  if (window.WebViewJavascriptBridge) return use(window.WebViewJavascriptBridge);
  if (window.WVJBCallbacks) return window.WVJBCallbacks.push(use);
  window.WVJBCallbacks = [use];
  const frame = document.createElement('iframe');
  frame.style.display = 'none';
  frame.src = 'https://__bridge_loaded__';
  document.documentElement.appendChild(frame);
  setTimeout(() => document.documentElement.removeChild(frame), 0);
}
