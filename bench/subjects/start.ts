import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEngine } from './engine.ts';
import { startFloor } from './floor.ts';
import { startPostfix } from './postfix.ts';
import type { Setting, Subject, SubjectName } from './subject.ts';

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
    cpuMs: () => {
      const { user, system } = process.cpuUsage();
      return (user + system) / 1000;
    },
    pids: [],
    warmUpMs: 500,
    stop: async () => {},
  };
}
