/** A watchdog thread for the lives of a process: an endless computation has no next event at which the world could stop it. */

import { isMainThread, Worker, workerData } from 'node:worker_threads';

/** CPU seconds of one life: it takes one at most. */
const MOST = 60;
const LOOK_MS = 1000;

type Given = { lives: Int32Array; most: number };

/** Kills this process once a life has taken too much CPU time. @returns to be called as each life begins */
export function watchCpu(most = MOST): () => void {
  const lives = new Int32Array(new SharedArrayBuffer(4));
  const workerGiven: Given = { lives, most };
  new Worker(new URL(import.meta.url), { workerData: workerGiven }).unref();
  return () => void Atomics.add(lives, 0, 1);
}

function look({ lives, most }: Given): void {
  let life = -1;
  let begun = 0;
  setInterval(() => {
    const { user, system } = process.cpuUsage();
    const now = (user + system) / 1e6;
    if (lives[0] !== life) [life, begun] = [lives[0] ?? 0, now];
    else if (now - begun > most) process.kill(process.pid, 'SIGKILL');
  }, LOOK_MS);
}

if (!isMainThread) look(workerData);
