import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openStore } from '#store/open.ts';
import { treeCpuMs } from '../measure/processes.ts';
import type { Setting, Subject } from './subject.ts';

const THIS_CHECKOUT = fileURLToPath(new URL('../..', import.meta.url));
/** What `npm start` runs, and with which flags of Node. */
const PROGRAM = 'scripts/start.mjs';
const FLAGS = ['--max-semi-space-size=16', '--use-largepages=silent'];

/** The whole service with an embedded store, in a process of its own. */
export async function startEngine(setting: Setting): Promise<Subject> {
  const { folder, profile, checkout = THIS_CHECKOUT, flags = FLAGS } = setting;
  const databaseUrl = `sqlite:${join(folder, 'bench.sqlite')}`;
  await fillStore(databaseUrl, setting);
  const profiling = profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profile}`];
  const child = spawn(process.execPath, [...flags, ...profiling, join(checkout, PROGRAM)], {
    // Where no .env lies.
    cwd: folder,
    env: { ...process.env, ...environment(setting), DATABASE_URL: databaseUrl },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const port = await smtpPort(child);
  const pid = child.pid ?? 0;
  return {
    name: 'engine',
    port,
    cpuMs: () => treeCpuMs(pid),
    pid,
    // Where mail is judged most of it goes into RSA, which gets no warmer.
    warmUpMs: setting.environment?.['MAIL_CHECKS'] === 'on' ? 25_000 : 8_000,
    stop: async () => {
      const exited = once(child, 'exit');
      child.kill('SIGTERM');
      await exited;
    },
  };
}

function environment({ nextHop, tls, folder, ...setting }: Setting): Record<string, string> {
  const ports = { HTTP_PORT: '0', SMTP_PORT: '0', ADMIN_PORT: '0' };
  const mail = {
    ALIAS_DOMAINS: 'alias.test',
    ALIAS_NUMBERS: '1000-19999',
    NEXT_HOP: `smtp://127.0.0.1:${nextHop}`,
    OWNERSHIP: 'open',
    MAIL_CHECKS: 'off',
    DNS_SERVERS: '127.0.0.1:9',
    RATE_LIMITS: 'off',
    ...setting.environment,
  };
  if (tls === undefined) return { ...ports, ...mail };
  const files = { TLS_CERT: join(folder, 'cert.pem'), TLS_KEY: join(folder, 'key.pem') };
  writeFileSync(files.TLS_CERT, tls.cert);
  writeFileSync(files.TLS_KEY, tls.key, { mode: 0o600 });
  return { ...ports, ...mail, ...files };
}

async function fillStore(databaseUrl: string, { aliases, confirmed }: Setting): Promise<void> {
  const silent = { info: () => {}, warn: () => {}, error: () => {} };
  const store = await openStore(databaseUrl, { now: Date.now, log: silent });
  const birth = { confirmedAt: confirmed === true ? Date.now() : null, ticket: null };
  // Inserts of one turn share a flush.
  await Promise.all(
    aliases.map(([alias_email, real_email]) =>
      store.insertAlias({ alias_email, real_email }, birth),
    ),
  );
  await store.close();
}

/** Reads the log until it tells the port; what comes later is read and forgotten. */
async function smtpPort(child: ChildProcess): Promise<number> {
  const port = Promise.withResolvers<number>();
  let log = '';
  child.stdout?.on('data', (text: Buffer) => {
    if (log.length < 65_536) log += text.toString();
    const found = /"smtpPort":(\d+)/.exec(log);
    if (found !== null) port.resolve(Number(found[1]));
  });
  child.once('exit', () => port.reject(new Error('the engine ended before it listened')));
  return port.promise;
}
