import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { test } from 'node:test';
import { listen, listenFault } from './listen.ts';

test('a port is shared if every process allows it, and in use if one does not', async (t) => {
  const opened = (port: number, reusePort: boolean) => {
    const server = createServer();
    t.after(() => server.close());
    return listen(server, { host: '127.0.0.1', port, variable: 'SMTP_PORT', reusePort });
  };
  const port = await opened(0, true);
  assert.equal(await opened(port, true), port);
  const inUse = `SMTP_PORT: port ${port} on 127.0.0.1 is in use by another program`;
  await assert.rejects(opened(port, false), { message: `${inUse}.` });
  const alone = await opened(0, false);
  await assert.rejects(opened(alone, true), {
    message:
      /in use by another program: processes can share it if all run as the same user with REUSE_PORT=on/,
  });
});

test('if the system cannot share ports between processes the message names REUSE_PORT', () => {
  // The error of libuv on macOS and Windows.
  const error = Object.assign(new Error('listen ENOTSUP'), { code: 'ENOTSUP' });
  const endpoint = { host: '::', port: 25, variable: 'SMTP_PORT', reusePort: true };
  assert.equal(
    listenFault(endpoint, error).message,
    'REUSE_PORT: processes cannot share a port on this system; leave it off.',
  );
});

test('a connection that the system cannot accept is logged, and does not end the process', async (t) => {
  const server = createServer();
  t.after(() => server.close());
  const faults: unknown[] = [];
  const log = { error: ({ err }: { err: unknown }) => void faults.push(err) };
  await listen(server, { host: '127.0.0.1', port: 0, variable: 'HTTP_PORT', log });
  // As Node reports a failure of accept(2): https://nodejs.org/api/net.html#event-error
  const error = Object.assign(new Error('accept ENFILE'), { code: 'ENFILE' });
  server.emit('error', error);
  assert.deepEqual(faults, [error]);
});
