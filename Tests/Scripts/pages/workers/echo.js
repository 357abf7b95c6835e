importScripts('part.js', 'part.js?again');
let count = 0;
onmessage = event => {
  count += 1;
  const { data, ports, isTrusted, origin, source, lastEventId, target, currentTarget } = event;
  if (data === 'event') {
    postMessage([isTrusted, origin, source, lastEventId, target === self, currentTarget === self, ports.length, Object.isFrozen(ports)]);
  } else if (data === 'count') {
    postMessage([count, parts]);
  } else {
    postMessage({ kind: Object.prototype.toString.call(data), data });
  }
};
