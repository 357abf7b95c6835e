// Streams of what comes from servers, and of a page that breaks its built-ins. Their order beside Chromium is in pages/streams.html.

test('a body is read as it comes, and a reader that leaves takes the request back', function* () {
  const seen = [];
  fetch('http://a/').then(async response => {
    const reader = response.body.getReader();
    for (;;) {
      const { value, done } = await reader.read();
      if (done) break;
      seen.push(new TextDecoder().decode(value));
    }
    seen.push('end', response.bodyUsed);
  });
  const [[id]] = take('fetch');
  page.fetchResponse(id, 200, '{}', 'http://a/');
  page.fetchData(id, 'one');
  yield 0;
  equal(seen, ['one']);
  page.fetchData(id, 'two');
  page.fetchEnd(id);
  yield 0;
  equal(seen, ['one', 'two', 'end', true]);
  let reader;
  fetch('http://b/').then(response => { reader = response.body.getReader(); });
  const [[other]] = take('fetch');
  page.fetchResponse(other, 200, '{}', 'http://b/');
  yield 0;
  reader.cancel('enough');
  yield 0;
  equal(take('cancel'), [[other]]);
});

test('a copy of a body that is still coming gets all of it', function* () {
  const seen = [];
  fetch('http://a/').then(response => {
    response.clone().text().then(said => seen.push(said));
    response.json().then(value => seen.push(value.a === 1 ? value : 'not whole'));
  });
  const [[id]] = take('fetch');
  page.fetchResponse(id, 200, '{}', 'http://a/');
  for (const part of ['{"a"', ':', '1}']) page.fetchData(id, part);
  yield 0;
  equal(seen, []);
  page.fetchEnd(id);
  yield 0;
  equal(seen.map(one => typeof one).sort(), ['object', 'string']);
  let failed;
  fetch('http://b/').then(response => response.body.getReader().read()).catch(error => { failed = error.name; });
  const [[other]] = take('fetch');
  page.fetchResponse(other, 200, '{}', 'http://b/');
  page.fetchFailed(other, 'gone');
  yield 0;
  equal(failed, 'TypeError');
});

test('a stream is sent when all of it is there', function* () {
  const body = new Blob(['sent ', 'whole']).stream();
  fetch('http://a/', { method: 'POST', body, duplex: 'half' });
  equal([take('fetch'), body.locked], [[], true]);
  yield 0;
  equal(take('fetch').map(([, method, , , bytes]) => [method, String.fromCharCode(...Object.values(bytes))]), [['POST', 'sent whole']]);
});

test('a stream is made of what can be iterated', function* () {
  const seen = [];
  const rest = async stream => { for await (const chunk of stream) seen.push(chunk); seen.push('end'); };
  rest(ReadableStream.from(['a', Promise.resolve('b')]));
  yield 0;
  rest(ReadableStream.from((async function* () { yield 1; yield 2; })()));
  yield 0;
  equal(seen, ['a', 'b', 'end', 1, 2, 'end']);
  throws(() => ReadableStream.from(5), 'TypeError');
  throws(() => ReadableStream.from(null), 'TypeError');
});

test('a page that breaks its built-ins still reads, writes and joins', function* () {
  const seen = [];
  let count = 0;
  const keep = value => { seen[count++] = value; };
  const encoder = new TextEncoder();
  const mend = breakBuiltIns();
  WeakMap.prototype.get = WeakMap.prototype.set = Math.min = () => { throw new Error('the page broke it'); };
  const source = new ReadableStream({ type: 'bytes', start(c) { c.enqueue(encoder.encode('h\u00e9')); c.enqueue(encoder.encode('!')); c.close(); } });
  const branches = source.tee();
  branches[0].pipeThrough(new TextDecoderStream()).pipeTo(new WritableStream({ write: keep, close() { keep('closed'); } }));
  const reader = branches[1].getReader({ mode: 'byob' });
  reader.read(new Uint8Array(2)).then(({ value }) => keep(value[1]));
  environment.runTimers(clock);
  mend();
  yield 0;
  equal(seen.sort(), [195, '!', 'closed', 'h\u00e9'].sort());
});
