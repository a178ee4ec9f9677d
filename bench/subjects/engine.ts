import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openStore } from '#store/open.ts';
import { treeCpuMs } from '../measure/processes.ts';
import type { Setting, Subject } from './subject.ts';

const PROGRAM = fileURLToPath(new URL('engine-process.ts', import.meta.url));

/** Our engine, in a process of its own, with an embedded store. */
export async function startEngine(setting: Setting): Promise<Subject> {
  const { nextHop, tls, folder, aliases, profile } = setting;
  const database = `sqlite:${join(folder, 'bench.sqlite')}`;
  await fillStore(database, aliases);
  const parameters = [database, String(nextHop)];
  if (tls !== undefined) {
    const certificate = join(folder, 'certificate.pem');
    writeFileSync(certificate, tls.key + tls.cert, { mode: 0o600 });
    parameters.push(certificate);
  }
  const profiling = profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profile}`];
  const child = spawn(process.execPath, [...profiling, PROGRAM, ...parameters], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const port = await portOf(child);
  const pid = child.pid ?? 0;
  return {
    name: 'engine',
    port,
    cpuMs: () => treeCpuMs(pid),
    pid,
    stop: async () => {
      const exited = once(child, 'exit');
      child.kill('SIGTERM');
      await exited;
    },
  };
}

async function fillStore(database: string, aliases: Setting['aliases']): Promise<void> {
  const silent = { info: () => {}, warn: () => {}, error: () => {} };
  const store = await openStore(database, { now: Date.now, log: silent });
  for (const [alias_email, real_email] of aliases) {
    await store.insertAlias({ alias_email, real_email });
  }
  await store.close();
}

/** Reads what the engine says until it tells its port; what it says later is read and forgotten. */
async function portOf(child: ChildProcess): Promise<number> {
  const port = Promise.withResolvers<number>();
  child.stdout?.on('data', (text: Buffer) => {
    const found = /listening on (\d+)/.exec(text.toString());
    if (found !== null) port.resolve(Number(found[1]));
  });
  child.once('exit', () => port.reject(new Error('the engine ended before it listened')));
  return port.promise;
}
