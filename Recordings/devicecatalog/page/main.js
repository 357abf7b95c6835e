// A page that uses every device of a phone through QuickConnect: makeCall asks, and what comes back is a command of its
// own, with functions that validate, calculate and show.
'use strict';

const MEMO = 'memo.caf';
let isFeeling = false;
let felt = 0;

const show = (id, text) => { document.getElementById(id).textContent = text; };

// --- What the buttons ask for -------------------------------------------------------------------------------------------

function vibrate() { makeCall('playSound', -1); }
function sound() { makeCall('playSound', 0); }
function where() {
  show('position', 'asked for');
  makeCall('loc');
}
function chooseDate() { makeCall('showDate', 'DateTime'); }
function record(action) { makeCall('rec', JSON.stringify([MEMO, action])); }
function play(action) { makeCall('play', JSON.stringify([MEMO, action])); }
function toggleAccelerometer() {
  isFeeling = !isFeeling;
  makeCall('switchAccelerometer', JSON.stringify([{ on: isFeeling ? 'YES' : 'NO' }]));
}

// --- What the phone says --------------------------------------------------------------------------------------------------

// A position: latitude and longitude in degrees, altitude in m.
mapCommandToValCF('showLoc', place => {
  const isPlace = place.length >= 2 && Math.abs(place[0]) <= 90 && Math.abs(place[1]) <= 180;
  return isPlace ? undefined : STACK_EXIT;
});
mapCommandToBCF('showLoc', ([latitude, longitude, altitude]) =>
  `${latitude.toFixed(5)}, ${longitude.toFixed(5)}` + (typeof altitude === 'number' ? `, ${altitude.toFixed(0)} m` : ''));
mapCommandToVCF('showLoc', ([text]) => {
  show('position', text);
  console.log(`position ${text}`);
});
mapCommandToECF('showLoc', reason => show('trouble', `the position cannot be used: ${reason}`));

mapCommandToVCF('showPickResults', (results, [date]) => {
  show('chosen', date);
  console.log(`chosen ${date}`);
});

// The acceleration is no list, but an object of its parts, in m/s².
mapCommandToVCF('accel', (results, { x, y, z }) => {
  felt += 1;
  show('acceleration', `${x.toFixed(2)} ${y.toFixed(2)} ${z.toFixed(2)}`);
  if (felt % 500 === 0) console.log(`${felt} accelerations, the last of ${Math.hypot(x, y, z).toFixed(2)} m/s²`);
});

mapCommandToECF('runFailure', reason => show('trouble', reason));

function begin() {
  makeCall('logMessage', 'the catalog is ready');
  toggleAccelerometer();
  where();
}
