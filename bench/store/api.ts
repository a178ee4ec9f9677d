/** Starts the api in a process of its own (api-process.ts). */

import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** @param url of the database @param sessions whether auth/v1 is served too */
export async function startApi(url: string, sessions = false) {
  const file = fileURLToPath(new URL('api-process.ts', import.meta.url));
  const args = [file, url, ...(sessions ? ['sessions'] : [])];
  const server = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: server.stdout })[Symbol.asyncIterator]();
  const next = async () => Number((await lines.next()).value);
  return {
    port: await next(),
    /** Resident memory, in octets. */
    memory: () => {
      server.stdin.write('memory\n');
      return next();
    },
    /** CPU time so far, in microseconds. */
    cpu: () => {
      server.stdin.write('cpu\n');
      return next();
    },
    end: () => server.stdin.end(),
  };
}
