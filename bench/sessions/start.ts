/** The whole service by `npm start`, with and without the session facility: its time to start, and its memory. */

import { fileURLToPath } from 'node:url';
import { ServiceProcess } from '#support/service-process.ts';
import { tempFolder } from '#support/temp-folder.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

type After = (cleanUp: () => Promise<void> | void) => void;
/** Milliseconds until the addresses are printed; resident memory then, in MiB. */
export type Start = { ms: number; mebibytes: number };

/** @returns a function that starts it again, over one database; the first start, which creates that, is done */
export async function starts(after: After, auth: 'on' | 'off'): Promise<() => Promise<Start>> {
  const folder = tempFolder(after);
  const again = () => start(folder, auth);
  await again();
  return again;
}

async function start(folder: string, auth: 'on' | 'off'): Promise<Start> {
  const command = ['npm', 'start', '--silent', '--prefix', ROOT];
  const begun = performance.now();
  const service = new ServiceProcess(command, folder, {
    DATABASE_URL: `sqlite:${folder}/veilpost.sqlite`,
    AUTH: auth,
  });
  try {
    const { admin } = await service.addresses();
    const ms = performance.now() - begun;
    const metrics = await (await fetch(`${admin}/metrics`)).text();
    const octets = Number(/^process_resident_memory_bytes (\S+)$/m.exec(metrics)?.[1]);
    return { ms, mebibytes: octets / 2 ** 20 };
  } finally {
    service.signal('SIGTERM');
    await service.ended();
  }
}
