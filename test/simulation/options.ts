/** The command line of the simulation. */

import { existsSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { Plan } from './plan.ts';
import { keptPlans, type PlanFile, planOfFile } from './plan-file.ts';
import { PROFILES } from './profiles/profiles.ts';

const NAMES = ['all', ...Object.keys(PROFILES)];

export const USAGE = `Usage: npm run simulate [-- options]

  --seed 1         other numbers choose other lives
  --lives 100      how many lives, one after the other
  --hours 8        as many lives as begin within so many hours
  --processes 1    how many of them at the same time
  --profile all    one of ${NAMES.join(', ')}
  --life N         only this life of the seed; --trace prints all of its events
  --plan NAME      the life of a kept plan, or of a file with the plan that a broken promise prints; --trace as well
  --help           this text

Prints its progress each minute. Control-C ends it after the current lives, with a table of the lives so far.
Exit code 1 if a promise is broken, or if 1,000 lives lacked a kind of fault; 64 for an invalid option.`;

export type Options = {
  seed: number;
  profile: string;
  lives: number;
  /** Infinite: the lives are counted. */
  hours: number;
  processes: number;
  /** A single life, by its number or by its plan. */
  life: number | undefined;
  plan: Plan | undefined;
  trace: boolean;
};

/** @throws Error with one sentence about the invalid option */
export function readOptions(args: string[]): Options | 'help' {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean', default: false } as const;
  const { values } = parseArgs({
    args,
    options: {
      seed: text,
      lives: text,
      hours: text,
      processes: text,
      profile: text,
      life: text,
      plan: text,
      trace: flag,
      help: { ...flag, short: 'h' },
    },
  });
  if (values.help) return 'help';
  const whole = (name: 'seed' | 'lives' | 'processes' | 'life', least: number, most: number) => {
    const word = values[name];
    if (word === undefined) return undefined;
    const number = /^\d{1,15}$/.test(word) ? Number(word) : Number.NaN;
    if (number >= least && number <= most) return number;
    throw new Error(`--${name} must be a whole number from ${least} to ${most}, but is '${word}'`);
  };
  const { profile = 'all', hours, life, plan, trace } = values;
  if (!NAMES.includes(profile)) {
    throw new Error(`--profile must be one of ${NAMES.join(', ')}, but is '${profile}'`);
  }
  if (hours !== undefined && !(/^\d*\.?\d+$/.test(hours) && Number(hours) > 0)) {
    throw new Error(`--hours must be a number above 0, such as 0.5, but is '${hours}'`);
  }
  if (plan !== undefined && life !== undefined) throw new Error('--plan and --life: one of them');
  if (trace && plan === undefined && life === undefined) {
    throw new Error('--trace shows one life: it requires --life or --plan');
  }
  return {
    seed: whole('seed', 0, 999_999_999_999_999) ?? 1,
    lives: whole('lives', 1, 999_999_999) ?? (hours === undefined ? 100 : Infinity),
    hours: hours === undefined ? Infinity : Number(hours),
    processes: whole('processes', 1, 64) ?? 1,
    life: whole('life', 0, 999_999_999),
    plan: plan === undefined ? undefined : planIn(plan),
    profile,
    trace,
  };
}

/** @param word the name of a kept plan, or a file */
function planIn(word: string): Plan {
  const kept = keptPlans();
  let plan: PlanFile | undefined = kept.get(word);
  if (plan === undefined && !/[./]/.test(word) && !existsSync(word)) {
    const names = nearest(word, [...kept.keys()]).join(', ');
    throw new Error(
      `--plan must be a file, or the name of a plan such as ${names}, but is '${word}'`,
    );
  }
  try {
    plan ??= JSON.parse(readFileSync(word, 'utf8'));
  } catch (error) {
    throw new Error(`--plan ${word} cannot be read: ${String(error)}`, { cause: error });
  }
  if (plan && [plan.mails, plan.incidents].every(Array.isArray)) return planOfFile(plan);
  throw new Error(`--plan ${word} is not a plan of a life`);
}

/** The names with the most of its words. */
function nearest(name: string, names: readonly string[]): readonly string[] {
  const words = name.split('-');
  const common = names.map((one) => one.split('-').filter((its) => words.includes(its)).length);
  const most = Math.max(...common);
  return names.filter((_, i) => common[i] === most);
}
