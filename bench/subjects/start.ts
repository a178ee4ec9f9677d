import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { cpuMs, treeCpuMs } from '../measure/processes.ts';
import { startEngine } from './engine.ts';
import { startPostfix } from './postfix.ts';
import type { Setting, Subject, SubjectName } from './subject.ts';

const PROXY = fileURLToPath(new URL('proxy.ts', import.meta.url));

const STARTS: Record<SubjectName, (setting: Setting) => Promise<Subject>> = {
  limit: async ({ nextHop }) => limit(nextHop),
  floor: startFloor,
  engine: startEngine,
  postfix: startPostfix,
};

/** Starts a subject with a folder of its own; `stop` ends both. */
export async function startSubject(
  name: SubjectName,
  setting: Omit<Setting, 'folder'>,
): Promise<Subject> {
  const folder = mkdtempSync(join(tmpdir(), 'veilpost-bench-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  try {
    const subject = await STARTS[name]({ ...setting, folder });
    return { ...subject, stop: () => subject.stop().finally(remove) };
  } catch (error) {
    remove();
    throw error;
  }
}

/** Source and sink alone: the subject's process is this one, which has no other work. */
function limit(port: number): Subject {
  return {
    name: 'limit',
    port,
    cpuMs: () => cpuMs(),
    pids: [],
    warmUpMs: 500,
    stop: async () => {},
  };
}

/** The proxy in a process of its own. */
async function startFloor({ nextHop }: Setting): Promise<Subject> {
  const child = spawn(process.execPath, [PROXY, String(nextHop)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [port] = await once(createInterface({ input: child.stdout }), 'line');
  const pid = child.pid ?? 0;
  return {
    name: 'floor',
    port: Number(port),
    cpuMs: () => treeCpuMs(pid),
    pids: [pid],
    warmUpMs: 1_000,
    stop: async () => {
      const exited = once(child, 'exit');
      child.kill();
      await exited;
    },
  };
}
