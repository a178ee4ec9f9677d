/**
 * The characters of our sources that have run, as V8 counts them. Import this first: functions that V8 has compiled before
 * have no counters for their blocks.
 */

import { Session, type Profiler } from 'node:inspector';
import type { Reached } from './guided.ts';

const SOURCES = new URL('../../src/', import.meta.url).href;

const session = new Session();
session.connect();
session.post('Profiler.enable');
session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });

/** The code that has run since the last call, by script. Takes milliseconds. */
export function takeReached(): Reached {
  const reached = new Map<string, Uint8Array>();
  // A session in the same thread responds before `post` returns.
  session.post('Profiler.takePreciseCoverage', (error, { result }) => {
    if (error !== null) throw error;
    for (const { url, functions } of result) {
      if (url.startsWith(SOURCES)) reached.set(url, charactersOf(functions));
    }
  });
  return reached;
}

/** 1 for each character that has run: V8 lists outer functions and blocks before those within. */
function charactersOf(functions: Profiler.FunctionCoverage[]): Uint8Array {
  const ranges = functions.flatMap((one) => one.ranges);
  const characters = new Uint8Array(Math.max(0, ...ranges.map(({ endOffset }) => endOffset)));
  for (const { startOffset, endOffset, count } of ranges) {
    characters.fill(count > 0 ? 1 : 0, startOffset, endOffset);
  }
  return characters;
}
