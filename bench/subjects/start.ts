import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { type After, tempFolder } from '#support/temp-folder.ts';
import { treeCpuMs } from '../measure/processes.ts';
import { startEngine } from './engine.ts';
import { startPostfix } from './postfix.ts';
import type { Setting, Subject, SubjectName } from './subject.ts';

const PROXY = fileURLToPath(new URL('proxy.ts', import.meta.url));

const STARTS: Record<SubjectName, (setting: Setting, after: After) => Promise<Subject>> = {
  floor: startFloor,
  engine: startEngine,
  postfix: startPostfix,
};

/** Starts a subject with a folder of its own, on a disk: its commits wait for it. */
export const startSubject = (
  name: SubjectName,
  setting: Omit<Setting, 'folder'>,
  after: After,
): Promise<Subject> => STARTS[name]({ ...setting, folder: tempFolder(after, tmpdir()) }, after);

/** The proxy in a process of its own. */
async function startFloor({ nextHop }: Setting, after: After): Promise<Subject> {
  const child = spawn(process.execPath, [PROXY, String(nextHop)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  after(async () => {
    const exited = once(child, 'exit');
    child.kill();
    await exited;
  });
  const [port] = await once(createInterface({ input: child.stdout }), 'line');
  const pid = child.pid ?? 0;
  return {
    name: 'floor',
    port: Number(port),
    cpuMs: () => treeCpuMs(pid),
    pids: [pid],
    warmUpMs: 1_000,
  };
}
