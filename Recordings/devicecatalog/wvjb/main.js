// A page and its native side call each other by the names of handlers, and answer.
'use strict';

function note(text) {
  const item = document.createElement('li');
  item.textContent = text;
  document.getElementById('log').append(item);
  console.log(text);
}

withBridge(bridge => {
  // What the native side may call.
  bridge.registerHandler('echo', (data, respond) => {
    note(`echo ${JSON.stringify(data)}`);
    respond(data);
  });
  bridge.registerHandler('title', (data, respond) => respond(document.title));
  bridge.registerHandler('accel', ({ x, y, z }) => note(`acceleration ${x} ${y} ${z}`));
  bridge.registerHandler('greet', (data, respond) => {
    // A call within a call: the answer waits for another.
    bridge.callHandler('name', null, name => respond(`Hello, ${name}`));
  });

  // What it calls.
  document.getElementById('ask').onclick = () => {
    bridge.callHandler('loc', { accuracy: 'best' }, place => note(`position ${JSON.stringify(place)}`));
  };
  document.getElementById('say').onclick = () => bridge.callHandler('logMessage', 'hello from the page');
  note('the bridge is there');
});
