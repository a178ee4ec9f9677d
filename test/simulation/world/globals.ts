/** The sources of time and chance that are global: of the running process, or forbidden, while a world runs. */

import { running } from './process.ts';

const forbidden = (name: string) => () => {
  throw new Error(`${name} was asked within a simulation`);
};

const REPLACED = {
  setImmediate: (run: (...given: unknown[]) => void, ...given: unknown[]) =>
    running().setImmediate(() => run(...given)),
  setTimeout: (run: (...given: unknown[]) => void, ms = 0, ...given: unknown[]) =>
    running().setTimeout(() => run(...given), ms),
  clearTimeout: (timer: unknown) => {
    if (timer !== undefined) running().clearTimeout(timer);
  },
  setInterval: forbidden('setInterval'),
};

const onRejection = (error: unknown) => running().rejected(error);

/** @returns restores them */
export function simulatedGlobals(): () => void {
  const before = Object.keys(REPLACED).map(
    (name) => [name, Reflect.get(globalThis, name)] as const,
  );
  const [now, random] = [Date.now, Math.random];
  Object.assign(globalThis, REPLACED);
  Date.now = forbidden('Date.now');
  Math.random = forbidden('Math.random');
  process.on('unhandledRejection', onRejection);
  return () => {
    Object.assign(globalThis, Object.fromEntries(before));
    Object.assign(Date, { now });
    Object.assign(Math, { random });
    process.off('unhandledRejection', onRejection);
  };
}
