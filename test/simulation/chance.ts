/** Chance from one seed, in streams by name and number: removing one incident does not change the other numbers. */

import { seededRandom } from '#support/seeded-random.ts';

export type Chance = {
  /** Uniform in [0, 1). */
  random: () => number;
  /** A whole number from `least` to `most`. */
  whole: (least: number, most: number) => number;
  happens: (probability: number) => boolean;
  oneOf: <Item>(items: readonly [Item, ...Item[]]) => Item;
  /** Exponential around this mean, at most ten times as much. */
  about: (mean: number) => number;
};

/** @param names such as `'mail', 7` */
export function stream(seed: number, ...names: (string | number)[]): Chance {
  let mixed = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b);
  for (const octet of Buffer.from(names.join(' '))) {
    mixed = Math.imul(mixed ^ octet, 0x01000193);
    mixed ^= mixed >>> 15;
  }
  const random = seededRandom(mixed);
  return {
    random,
    whole: (least, most) => least + Math.floor(random() * (most - least + 1)),
    happens: (probability) => random() < probability,
    oneOf: (items) => items[Math.floor(random() * items.length)] ?? items[0],
    about: (mean) => Math.min(-Math.log(1 - random()), 10) * mean,
  };
}
