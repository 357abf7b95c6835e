/* before: host.zone = 'Europe/Berlin'; host.locale = 'de-DE'; clock = 1e12 */
// Dates in a zone that is not UTC, whatever the machine's is.

test('a date is read, shown and changed in the zone', function* () {
  const date = new Date(2026, 6, 1, 12, 30);
  equal(date.toISOString(), '2026-07-01T10:30:00.000Z');
  equal(date.getTimezoneOffset(), -120);
  equal(String(date), 'Wed Jul 01 2026 12:30:00 GMT+0200 (Mitteleuropäische Sommerzeit)');
  date.setMonth(0);
  equal([date.toISOString(), date.getHours(), date.getTimezoneOffset()], ['2026-01-01T11:30:00.000Z', 12, -60]);
  equal(date.toDateString(), 'Thu Jan 01 2026');
  yield 0;
});

test('texts without a zone are of the zone', function* () {
  equal(Date.parse('2026-07-01T00:00:00'), Date.UTC(2026, 5, 30, 22));
  equal(Date.parse('2026-07-01'), Date.UTC(2026, 6, 1));
  equal(Date.parse('2026-07-01T00:00:00Z'), Date.UTC(2026, 6, 1));
  equal(Date.parse('2026-07-01T00:00:00+05:00'), Date.UTC(2026, 5, 30, 19));
  equal(Date.parse('Jul 1, 2026 00:00'), Date.UTC(2026, 5, 30, 22));
  equal(Date.parse('Wed, 01 Jul 2026 00:00:00 GMT'), Date.UTC(2026, 6, 1));
  equal(new Date('nonsense').getTime(), null);
  yield 0;
});

test('the hour that does not exist and the one that comes twice', function* () {
  equal(new Date(2026, 2, 29, 2, 30).toISOString(), '2026-03-29T01:30:00.000Z');
  equal(new Date(2026, 9, 25, 2, 30).getHours(), 2);
  equal(new Date(Date.UTC(2026, 9, 25, 0, 59)).getHours(), 2);
  equal(new Date(Date.UTC(2026, 9, 25, 1, 1)).getHours(), 2);
  yield 0;
});

test('formats have the zone and the locale', function* () {
  equal(new Date(Date.UTC(2026, 6, 1, 22)).toLocaleDateString(), '2.7.2026');
  equal((1234.5).toLocaleString(), '1.234,5');
  equal(new Intl.DateTimeFormat().resolvedOptions().timeZone, 'Europe/Berlin');
  equal(new Intl.NumberFormat().resolvedOptions().locale, 'de-DE');
  equal(new Intl.DateTimeFormat(undefined, { timeStyle: 'short', timeZone: 'UTC' }).format(0), '00:00');
  equal(new Date().getTime(), Date.now());
  equal(typeof Date(), 'string');
  equal(new Date(0) instanceof Date && Object.prototype.toString.call(new Date()) === '[object Date]', true);
  class Later extends Date { next() { return this.getTime() + 1; } }
  equal(new Later(5).next(), 6);
  yield 0;
});
