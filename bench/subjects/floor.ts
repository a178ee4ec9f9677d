import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { treeCpuMs } from '../measure/processes.ts';
import type { Setting, Subject } from './subject.ts';

const PROXY = fileURLToPath(new URL('proxy.ts', import.meta.url));

/** The proxy in a process of its own. */
export async function startFloor({ nextHop }: Setting): Promise<Subject> {
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
