/** One life again: the promise that it breaks, and all of its events. */

import { lived, planOfLife } from './lives.ts';
import type { Options } from './options.ts';
import { Databases } from './template.ts';
import { readable } from './trace.ts';
import type { Line } from './world/world.ts';

/** Prints it. @returns whether every promise holds */
export async function replay({ plan, life = 0, seed, profile, trace }: Options): Promise<boolean> {
  using databases = new Databases();
  const lines: Line[] = [];
  const its = plan ?? planOfLife(seed, life, profile);
  const { failure, hash, counts } = await lived(its, databases, (line) => lines.push(line));
  if (trace) console.log(readable(lines, lines.length));
  console.log(`hash ${hash}`, Object.fromEntries(counts));
  console.log(failure?.message ?? 'No promise was broken.');
  return failure === undefined;
}
