// Calls the native side once a minute.
var minutes = 0;
setInterval(function () {
  minutes += 1;
  makeCall('tick', String(minutes));
}, 60000);
