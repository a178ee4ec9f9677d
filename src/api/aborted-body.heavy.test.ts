import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { after, test } from 'node:test';
import { createHttpServer } from '#app/http/server.ts';
import { ANON_KEY, apiUnderTest } from '#support/api.ts';
import { serveOnLoopback } from '#support/loopback.ts';

for (const [framing, header, start] of [
  ['a length', 'Content-Length: 100', '{"real_email":'],
  ['chunks', 'Transfer-Encoding: chunked', 'e\r\n{"real_email":\r\n'],
]) {
  test(`a client that disconnects within a body with ${framing} is not a fault in the log`, async () => {
    const { api, logged } = await apiUnderTest(after);
    const begun = Promise.withResolvers<void>();
    const answered = Promise.withResolvers<number>();
    const server = createHttpServer(async (request) => {
      begun.resolve();
      const answer = await api.fetch(request);
      answered.resolve(answer.status);
      return answer;
    });
    const client = connect(await serveOnLoopback(server, after), '127.0.0.1');
    await once(client, 'connect');
    const head = `POST /rest/v1/aliases HTTP/1.1\r\nHost: a\r\nApikey: ${ANON_KEY}\r\nContent-Type: application/json\r\n`;
    client.write(`${head}${header}\r\n\r\n${start}`);
    await begun.promise;
    client.destroy();
    assert.equal(await answered.promise, 400);
    assert.deepEqual(logged, []);
  });
}
