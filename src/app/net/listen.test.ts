import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { test } from 'node:test';
import { listen, listenFault } from './listen.ts';

test('a port is shared where all ask for it, and in use where one does not', async (t) => {
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
    message: /in use by another program: processes share one where all have REUSE_PORT=on /,
  });
});

test('where the system lets no processes share a port the operator is told of REUSE_PORT', () => {
  // The error of libuv on macOS and Windows.
  const error = Object.assign(new Error('listen ENOTSUP'), { code: 'ENOTSUP' });
  const endpoint = { host: '::', port: 25, variable: 'SMTP_PORT', reusePort: true };
  assert.equal(
    listenFault(endpoint, error).message,
    'REUSE_PORT: on this system processes cannot share a port; leave it off.',
  );
});

test('a connection that the system cannot hand over is logged, and ends no process', async (t) => {
  const server = createServer();
  t.after(() => server.close());
  const faults: unknown[] = [];
  const log = { error: ({ err }: { err: unknown }) => void faults.push(err) };
  await listen(server, { host: '127.0.0.1', port: 0, variable: 'HTTP_PORT', log });
  // As Node tells of accept(2): https://nodejs.org/api/net.html#event-error
  const error = Object.assign(new Error('accept ENFILE'), { code: 'ENFILE' });
  server.emit('error', error);
  assert.deepEqual(faults, [error]);
});
