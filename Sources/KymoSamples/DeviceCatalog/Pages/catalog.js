// The DeviceCatalog: every command as a button, sensors streamed and drawn, latencies and recordings.
'use strict';

const element = id => document.getElementById(id);
const span = 10_000;               // Milliseconds of acceleration that are drawn.
const accelerations = [];          // {time, x, y, z}
const positions = [];              // {latitude, longitude, time}
const outbox = [];                 // Samples that wait to be sent.
const maximumOutbox = 4000;
let sentCount = 0, droppedCount = 0, isStreaming = false, isPosting = false, watch = null;
let hasMotion = false, status = null;

function show(id, text) {
  const target = element(id);
  target.textContent = text;
  if (target.classList.contains('note')) target.hidden = text === '';
}

function trouble(text) {
  const target = element('trouble');
  target.textContent = text;
  target.hidden = text === '';
}

// --- Commands ---------------------------------------------------------------------------------------------------

function answer(text, failed) {
  const item = document.createElement('li');
  item.textContent = text;
  if (failed) item.className = 'failed';
  const list = element('answers');
  list.prepend(item);
  while (list.children.length > 100) list.lastChild.remove();
}

/** What the server says of a command that failed, but for what is said already. */
function reason(text, said) {
  let words = text || '';
  try { words = JSON.parse(words).error || words; } catch { /* It is plain text. */ }
  words = String(words).trim().replace(/\s+/g, ' ').slice(0, 300);
  return words === '' || words === said ? '' : `: ${words}`;
}

bridge.listen((kind, detail) => {
  const state = element('connection');
  switch (kind) {
    case 'found':
      state.textContent = 'connected';
      state.className = 'state good';
      trouble('');
      break;
    case 'lost':
      state.textContent = 'not connected';
      state.className = 'state bad';
      trouble('The server does not answer. What was done here waits, and is sent when it comes back.');
      break;
    case 'answer': {
      const what = detail.status === 204 ? 'done' : detail.outcome || (detail.status === 200 ? 'answered'
        : detail.status === 202 ? 'the answer comes later' : 'status ' + detail.status);
      const failed = detail.status >= 400;
      answer(`${detail.command}: ${what}${failed ? reason(detail.text, what) : ''}, `
        + `${detail.milliseconds.toFixed(1)} ms there and back`, failed);
      break;
    }
    case 'missed': answer(`${detail.count} events were missed`, true); break;
    case 'dropped': answer(`${detail.command}: too many calls wait`, true); break;
    case 'unknown': answer(`the page has nothing for ${detail.command}`, true); break;
  }
});

for (const button of document.querySelectorAll('button[data-command]')) {
  button.addEventListener('click', () => {
    const parameters = button.dataset.parameters;
    if (button.dataset.command === 'loc') sendPositionOnce();
    bridge.makeCall(button.dataset.command, parameters === undefined ? undefined : JSON.parse(parameters));
  });
}

element('log-form').addEventListener('submit', event => {
  event.preventDefault();
  bridge.makeCall('logMessage', [element('message').value]);
});

bridge.handle('showLoc', place => {
  // Many devices do not know how high they are.
  const altitude = typeof place[2] === 'number' && Number.isFinite(place[2]) ? `, ${place[2].toFixed(1)} m` : '';
  answer(`here: ${place[0].toFixed(5)}°, ${place[1].toFixed(5)}°${altitude}`);
  addPosition(place[0], place[1]);
});
bridge.handle('showLocError', problem => {
  const last = positions[positions.length - 1];
  if (!last) return answer(`no position: ${problem}`, true);
  const age = Math.round((performance.now() - last.time) / 1000);
  answer(`the app had no fresh position in time; the last that is drawn is of ${age} s ago`, true);
});
bridge.handle('showPickResults', result => answer(`chosen: ${result[0]}`));
bridge.handle('accel', value => { if (!isStreaming) addAcceleration(performance.now(), value.x, value.y, value.z); });

// --- Sensors ----------------------------------------------------------------------------------------------------

/** A time of this page in ns since 1970, exactly, as JSON has it. */
function nanoseconds(milliseconds) {
  return (BigInt(Math.round((performance.timeOrigin + milliseconds) * 1000)) * 1000n).toString();
}

function send(name, milliseconds, values) {
  if (outbox.length >= maximumOutbox) {
    outbox.shift();
    droppedCount += 1;
  }
  outbox.push(`{"name":"${name}","time":${nanoseconds(milliseconds)},"values":${JSON.stringify(values)}}`);
}

let messageNumber = 0;

async function post() {
  if (isPosting || outbox.length === 0) return;
  isPosting = true;
  const batch = outbox.slice(0, 1000);
  messageNumber += 1;
  try {
    const response = await fetch('sensors', {
      method: 'POST', headers: { 'Content-Type': 'application/json' },
      body: `{"messageId":${messageNumber},"sessionId":"page","deviceId":"browser","payload":[${batch.join(',')}]}`
    });
    if (response.ok) {
      outbox.splice(0, batch.length);
      sentCount += batch.length;
      trouble('');
    } else if (response.status !== 503) {
      outbox.splice(0, batch.length);
      trouble(`The server refuses the samples: ${(await response.text()).trim()}`);
    }
  } catch {
    trouble('The server does not answer. Samples wait here, the oldest go when there are too many.');
  }
  isPosting = false;
  if (isStreaming) {
    const lost = droppedCount ? `, ${droppedCount} dropped here` : '';
    show('stream-state', `streaming: ${sentCount} samples sent${lost}`);
  }
}

// iOS has the other sign: there a phone that lies on its back feels -9.81.
const sign = /iPhone|iPad|iPod/.test(navigator.userAgent) ? -1 : 1;

function onMotion(event) {
  const value = event.accelerationIncludingGravity;
  if (!value || value.x === null) return;
  if (!hasMotion) {
    hasMotion = true;
    show('motion-note', '');
  }
  const [x, y, z] = [value.x * sign, value.y * sign, value.z * sign];
  send('totalacceleration', event.timeStamp, { x, y, z });
  addAcceleration(event.timeStamp, x, y, z);
}

function onPosition(position) {
  show('location-note', '');
  const place = position.coords;
  const known = value => value === null || Number.isNaN(value) ? -1 : value;
  send('location', position.timestamp - performance.timeOrigin, {
    latitude: place.latitude, longitude: place.longitude, altitude: place.altitude ?? undefined,
    horizontalAccuracy: known(place.accuracy), verticalAccuracy: known(place.altitudeAccuracy),
    speed: known(place.speed), bearing: known(place.heading)
  });
  addPosition(place.latitude, place.longitude);
}

/** Who asks where the device is wants a fix that is fresh, also while nothing is streamed. */
function sendPositionOnce() {
  if (!('geolocation' in navigator)) return show('location-note', 'This browser knows no positions.');
  navigator.geolocation.getCurrentPosition(
    position => { setTimeout(() => onPosition(position), 200); },
    noPosition,
    { enableHighAccuracy: true, maximumAge: 4000, timeout: 15_000 });
}

const positionProblems = {
  1: 'The position may not be used: allow it in the settings of this page.',
  2: 'The position is not known now.',
  3: 'The position took too long; waiting for the next.'
};

/** Says why there is no position. That the next one takes long is nothing to say where one is drawn. */
function noPosition(problem) {
  if (problem.code === 3 && positions.length > 0) return;
  show('location-note', positionProblems[problem.code] || problem.message);
}

async function startStreaming() {
  if (!window.isSecureContext) {
    show('motion-note', 'This browser gives sensors to pages over HTTPS only: start the server with --tls.');
  }
  if (typeof DeviceMotionEvent !== 'undefined') {
    let answer = 'granted';
    if (typeof DeviceMotionEvent.requestPermission === 'function') {
      try { answer = await DeviceMotionEvent.requestPermission(); } catch { answer = 'denied'; }
    }
    if (answer === 'granted') {
      window.addEventListener('devicemotion', onMotion);
      setTimeout(() => {
        if (isStreaming && !hasMotion && window.isSecureContext) {
          show('motion-note', 'This device has no motion sensor, or does not say what it feels.');
        }
      }, 2000);
    } else {
      show('motion-note', 'Motion may not be used: allow it in the settings of this page.');
    }
  } else {
    show('motion-note', 'This browser knows no motion sensors.');
  }
  if ('geolocation' in navigator) {
    watch = navigator.geolocation.watchPosition(
      onPosition, noPosition,
      { enableHighAccuracy: true, maximumAge: 0, timeout: 30_000 });
  } else {
    show('location-note', 'This browser knows no positions.');
  }
}

function stopStreaming() {
  window.removeEventListener('devicemotion', onMotion);
  if (watch !== null) navigator.geolocation.clearWatch(watch);
  watch = null;
  hasMotion = false;
  show('stream-state', `stopped: ${sentCount} samples sent`);
}

async function toggleStream() {
  isStreaming = !isStreaming;
  element('stream').textContent = isStreaming ? 'Stop streaming' : 'Stream this device';
  if (isStreaming) {
    show('stream-state', 'streaming');
    await startStreaming();
  } else {
    stopStreaming();
  }
}

element('stream').addEventListener('click', toggleStream);
setInterval(post, 100);

// --- Plots ------------------------------------------------------------------------------------------------------

function addAcceleration(time, x, y, z) {
  accelerations.push({ time, x, y, z });
  while (accelerations.length > 0 && accelerations[0].time < time - span) accelerations.shift();
  show('acceleration-now', [x, y, z].map(value => value.toFixed(2)).join('  '));
}

function addPosition(latitude, longitude) {
  show('location-note', '');
  positions.push({ latitude, longitude, time: performance.now() });
  if (positions.length > 5000) positions.shift();
  show('track-now', `${latitude.toFixed(5)}°, ${longitude.toFixed(5)}°, ${positions.length} positions`);
}

function surface(id) {
  const canvas = element(id);
  const scale = window.devicePixelRatio || 1;
  const [width, height] = [canvas.clientWidth, canvas.clientHeight];
  if (canvas.width !== Math.round(width * scale)) canvas.width = Math.round(width * scale);
  if (canvas.height !== Math.round(height * scale)) canvas.height = Math.round(height * scale);
  const context = canvas.getContext('2d');
  context.setTransform(scale, 0, 0, scale, 0, 0);
  context.clearRect(0, 0, width, height);
  return { context, width, height, isHidden: width === 0 || height === 0 };
}

function color(name) { return getComputedStyle(document.documentElement).getPropertyValue(name).trim(); }

function placeholder({ context, width, height }, text) {
  context.fillStyle = color('--soft');
  context.textAlign = 'center';
  context.font = '14px system-ui, sans-serif';
  context.fillText(text, width / 2, height / 2);
}

function drawAcceleration() {
  const area = surface('acceleration');
  const { context, width, height, isHidden } = area;
  if (isHidden) return;
  if (accelerations.length === 0) return placeholder(area, 'nothing yet');
  let limit = 12;
  for (const value of accelerations) limit = Math.max(limit, Math.abs(value.x), Math.abs(value.y), Math.abs(value.z));
  const place = value => height / 2 - value / (limit * 1.1) * height / 2;
  context.strokeStyle = color('--line');
  context.fillStyle = color('--soft');
  context.textAlign = 'left';
  context.font = '11px system-ui, sans-serif';
  for (const mark of [-9.81, 0, 9.81]) {
    context.beginPath();
    context.moveTo(0, place(mark));
    context.lineTo(width, place(mark));
    context.stroke();
    context.fillText(String(mark), 4, place(mark) - 3);
  }
  const end = accelerations[accelerations.length - 1].time;
  for (const axis of ['x', 'y', 'z']) {
    context.strokeStyle = color('--' + axis);
    context.lineWidth = 1.5;
    context.beginPath();
    accelerations.forEach((value, index) => {
      const x = width - (end - value.time) / span * width;
      if (index === 0) context.moveTo(x, place(value[axis])); else context.lineTo(x, place(value[axis]));
    });
    context.stroke();
  }
  context.lineWidth = 1;
}

function drawTrack() {
  const area = surface('track');
  const { context, width, height, isHidden } = area;
  if (isHidden) return;
  if (positions.length === 0) return placeholder(area, 'no position yet');
  const middle = positions.reduce((sum, place) => sum + place.latitude, 0) / positions.length;
  const points = positions.map(place => ({
    x: place.longitude * Math.cos(middle * Math.PI / 180), y: -place.latitude
  }));
  const [xs, ys] = [points.map(point => point.x), points.map(point => point.y)];
  const [left, right] = [Math.min(...xs), Math.max(...xs)];
  const [top, bottom] = [Math.min(...ys), Math.max(...ys)];
  const extent = Math.max(right - left, bottom - top, 0.0005) * 1.2;
  const space = height - 34;         // Below is the bar of the scale.
  const scale = Math.min(width, space) / extent;
  const at = point => [
    width / 2 + (point.x - (left + right) / 2) * scale, space / 2 + (point.y - (top + bottom) / 2) * scale
  ];
  context.strokeStyle = color('--accent');
  context.lineWidth = 2;
  context.beginPath();
  points.forEach((point, index) => index === 0 ? context.moveTo(...at(point)) : context.lineTo(...at(point)));
  context.stroke();
  context.fillStyle = color('--accent');
  context.beginPath();
  context.arc(...at(points[points.length - 1]), 5, 0, 2 * Math.PI);
  context.fill();
  drawScale(area, scale / metersPerDegree);
  drawNorth(area);
}

const metersPerDegree = 111_195;   // On a sphere of 6371 km.

/** The longest of 1, 2, 5, 10, … m that takes no more than a third of the width, as a bar with its length. */
function drawScale({ context, width, height }, pixelsPerMeter) {
  const most = width / 3 / pixelsPerMeter;
  const power = 10 ** Math.floor(Math.log10(most));
  const meters = [5, 2, 1].map(step => step * power).find(length => length <= most) || power;
  const [left, base, length] = [10, height - 10, meters * pixelsPerMeter];
  context.strokeStyle = color('--soft');
  context.lineWidth = 2;
  context.beginPath();
  context.moveTo(left, base - 5);
  context.lineTo(left, base);
  context.lineTo(left + length, base);
  context.lineTo(left + length, base - 5);
  context.stroke();
  context.fillStyle = color('--soft');
  context.textAlign = 'left';
  context.font = '12px system-ui, sans-serif';
  const text = meters >= 1000 ? `${meters / 1000} km` : `${Number(meters.toPrecision(1))} m`;
  context.fillText(text, left, base - 9);
  element('track').dataset.scale = text;
}

/** An arrow to the north, which is up. */
function drawNorth({ context, width }) {
  const [x, y] = [width - 18, 10];
  context.fillStyle = color('--soft');
  context.beginPath();
  context.moveTo(x, y);
  context.lineTo(x + 6, y + 16);
  context.lineTo(x, y + 12);
  context.lineTo(x - 6, y + 16);
  context.fill();
  context.textAlign = 'center';
  context.font = '12px system-ui, sans-serif';
  context.fillText('N', x, y + 30);
}

function draw() {
  drawAcceleration();
  drawTrack();
  requestAnimationFrame(draw);
}

// --- Latencies and recordings -----------------------------------------------------------------------------------

function duration(nanoseconds) {
  if (nanoseconds === null) return '–';
  if (nanoseconds < 1e3) return nanoseconds + ' ns';
  if (nanoseconds < 1e6) return (nanoseconds / 1e3).toFixed(1) + ' µs';
  if (nanoseconds < 1e9) return (nanoseconds / 1e6).toFixed(1) + ' ms';
  return (nanoseconds / 1e9).toFixed(2) + ' s';
}

function showStatus(next) {
  status = next;
  const rows = next.commands.map(command => {
    const row = document.createElement('tr');
    const latency = command.latencyNanoseconds;
    for (const text of [command.name, command.count, duration(latency.p50), duration(latency.p99), duration(latency.max)]) {
      const cell = document.createElement('td');
      cell.textContent = text;
      row.append(cell);
    }
    return row;
  });
  if (rows.length > 0) element('latency').replaceChildren(...rows);
  const record = element('record');
  record.disabled = !next.canRecord;
  const lost = next.recordingLost === 1 ? '1 accepted event is not in it' : next.recordingLost + ' accepted events are not in it';
  const failures = [
    next.recordingFailure && `Not recorded any more: ${next.recordingFailure}; ${lost}.`,
    next.captureFailure && `Not captured any more: ${next.captureFailure}.`,
  ].filter(Boolean).join(' ');
  const tab = element('tab-recordings');
  tab.classList.toggle('recording', Boolean(next.recording));
  tab.classList.toggle('failed', failures !== '');
  tab.title = failures;
  element('storage').textContent = failures;
  element('storage').hidden = failures === '';
  element('recordings-none').hidden = next.recordings.length > 0 || !next.canRecord;
  record.textContent = next.canRecord && next.recording ? 'Stop recording' : 'Start recording';
  show('record-state', next.recordingFailure ? `not recorded any more: ${next.recordingFailure}; ${lost}`
    : next.recording ? 'being recorded'
    : next.canRecord ? 'not recorded' : 'start the server with --recordings DIR to record from here');
  element('recordings').replaceChildren(...next.recordings.map(recording => {
    const item = document.createElement('li');
    const link = document.createElement('a');
    link.href = 'recordings/' + encodeURIComponent(recording.name);
    link.textContent = recording.name;
    item.append(link, ` (${Math.ceil(recording.bytes / 1024)} KiB)`);
    return item;
  }));
}

async function refresh() {
  try { showStatus(await (await fetch('status', { cache: 'no-store' })).json()); } catch { /* Said elsewhere. */ }
}

async function toggleRecording() {
  if (!status || !status.canRecord) return;
  const action = status.recording ? 'stop' : 'start';
  try {
    const response = await fetch('recording', { method: 'POST', body: `{"action":"${action}"}` });
    if (response.ok) showStatus(await response.json()); else answer((await response.text()).trim(), true);
  } catch { trouble('The server does not answer.'); }
}

element('record').addEventListener('click', toggleRecording);

// --- Tabs -------------------------------------------------------------------------------------------------------

const tabs = [...document.querySelectorAll('[role=tab]')];

function choose(tab) {
  for (const one of tabs) {
    one.setAttribute('aria-selected', String(one === tab));
    element(one.getAttribute('aria-controls')).hidden = one !== tab;
  }
}

tabs.forEach((tab, place) => {
  tab.addEventListener('click', () => choose(tab));
  tab.addEventListener('keydown', event => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (step === undefined) return;
    const next = tabs[(place + step + tabs.length) % tabs.length];
    next.focus();
    choose(next);
  });
});

document.addEventListener('keydown', event => {
  if (event.ctrlKey || event.altKey || event.metaKey || event.target instanceof HTMLInputElement) return;
  if (event.key === 's') toggleStream();
  if (event.key === 'r') toggleRecording();
});

bridge.open();
refresh();
setInterval(refresh, 2000);
draw();
