import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openStore } from '#store/open.ts';
import { freePort } from '#support/loopback.ts';
import { postgresServer } from '#support/postgres.ts';
import { ServiceProcess } from '#support/service-process.ts';
import { SILENT } from '#support/silent-log.ts';
import type { After } from '#support/temp-folder.ts';
import { type Aliases, insertMany } from '../load/aliases.ts';
import { treeCpuMs } from '../measure/processes.ts';
import type { EngineControls, Setting, Subject } from './subject.ts';

const THIS_CHECKOUT = fileURLToPath(new URL('../..', import.meta.url));
/** The program, the Node flags and the C library's variable of `npm start`. */
const PROGRAM = 'scripts/start.mjs';
const FLAGS = ['--max-semi-space-size=16'];
const ARENAS = { MALLOC_ARENA_MAX: '1' };
/** Aliases in one batch of inserts. */
const AT_ONCE = 250;

/** The whole service, in one process or in several that share its port. */
export async function startEngine(setting: Setting, after: After): Promise<Subject> {
  const { folder, processes = 1, checkout = THIS_CHECKOUT, flags = [] } = setting;
  const database = await startDatabase(setting, after);
  await fillStore(database.url, setting);
  const ports = await portsFor(processes);
  const command = [process.execPath, ...FLAGS, ...flags, join(checkout, PROGRAM)];
  const variables = { ...ARENAS, ...environment(setting), ...ports, DATABASE_URL: database.url };
  const running: ServiceProcess[] = [];
  const pids: number[] = [];
  after(async () => {
    for (const service of running) service.signal('SIGTERM');
    await Promise.all(running.map((service) => service.ended()));
  });
  const start = async (nth: number) => {
    // A folder without a .env.
    const service = new ServiceProcess(command, folder, variables);
    running[nth] = service;
    pids[nth] = service.pid;
    await service.written(/"smtpPort":/);
  };
  // One after the other: the first may have to build the screen.
  while (running.length < processes) await start(running.length);
  pids.push(...database.pids);
  return {
    name: 'engine',
    port: Number(ports['SMTP_PORT']),
    controls: {
      httpPort: Number(ports['HTTP_PORT']),
      database,
      async kill(nth) {
        await running[nth]?.kill();
        await start(nth);
      },
    },
    cpuMs: () => pids.reduce((sum, pid) => sum + treeCpuMs(pid), 0),
    pids,
    // V8 still compiles in the background up to the 300,000th message. With checks most CPU goes into RSA, which does not need a warm-up.
    warmUpMs: setting.environment?.['MAIL_CHECKS'] === 'on' ? 25_000 : 35_000 * processes,
  };
}

/** A PostgreSQL waits for the disk with each commit, as the embedded database does. */
async function startDatabase(
  { folder, postgres }: Setting,
  after: After,
): Promise<EngineControls['database']> {
  if (!postgres) {
    const own = join(folder, 'database');
    return { url: `sqlite:${join(own, 'bench.sqlite')}`, folder: own, pids: [] };
  }
  const server = await postgresServer(after, { durable: true });
  return { url: await server.database('bench'), folder: server.data, pids: [server.pid()] };
}

/** Ports that a process has again after its restart, and shares with the others. */
async function portsFor(processes: number): Promise<Record<string, string>> {
  const [HTTP_PORT, SMTP_PORT] = [String(await freePort()), String(await freePort())];
  return { HTTP_PORT, SMTP_PORT, ADMIN_PORT: '0', REUSE_PORT: processes > 1 ? 'on' : 'off' };
}

function environment({ nextHop, tls, folder, ...setting }: Setting): Record<string, string> {
  const mail = {
    ALIAS_DOMAINS: 'alias.test',
    ALIAS_NUMBERS: '10000-29999',
    NEXT_HOP: `smtp://127.0.0.1:${nextHop}`,
    OWNERSHIP: 'open',
    MAIL_CHECKS: 'off',
    DNS_SERVERS: '127.0.0.1:9',
    RATE_LIMITS: 'off',
    ...setting.environment,
  };
  if (tls === undefined) return mail;
  const files = { TLS_CERT: join(folder, 'cert.pem'), TLS_KEY: join(folder, 'key.pem') };
  writeFileSync(files.TLS_CERT, tls.cert);
  writeFileSync(files.TLS_KEY, tls.key, { mode: 0o600 });
  return { ...mail, ...files };
}

async function fillStore(
  databaseUrl: string,
  { aliases, confirmed, many = 0 }: Setting,
): Promise<void> {
  const store = await openStore(databaseUrl, { now: Date.now, log: SILENT });
  const birth = { confirmedAt: confirmed === true ? Date.now() : null, ticket: null };
  const insert = ([alias_email, real_email]: Aliases[number]) =>
    store.insertAlias({ alias_email, real_email }, birth);
  try {
    // Inserts of one turn share a flush; a server answers so many before its timeout.
    for (let first = 0; first < aliases.length; first += AT_ONCE) {
      await Promise.all(aliases.slice(first, first + AT_ONCE).map(insert));
    }
  } finally {
    await store.close();
  }
  if (many > 0) await insertMany(databaseUrl, many);
}
