import type { Setting, Subject } from './subject.ts';

/** Source and sink alone: the subject's process is this one, as it does nothing else. */
export function startLimit({ nextHop }: Setting): Subject {
  return {
    name: 'limit',
    port: nextHop,
    cpuMs: () => {
      const { user, system } = process.cpuUsage();
      return (user + system) / 1000;
    },
    pids: [],
    warmUpMs: 500,
    stop: () => Promise.resolve(),
  };
}
