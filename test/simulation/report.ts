/** The table at the end of a run. */

import {
  DATABASE_FAULTS,
  FILTER_TROUBLES,
  LIST_STATES,
  OCCASIONS,
  SENDER_ACTIONS,
  STEPS,
  TAKEN,
  TLS_ACTIONS,
} from './faults.ts';
import type { Told } from './worker.ts';

/** Fault classes that must take effect in a long run, by the beginning of their names; a class at 0 is a failure of the simulation. */
const CLASSES = [
  ...['both', 'client', 'server', 'silent'].map((kind) => `cut: ${kind}`),
  ...['refused', 'silent'].map((how) => `connection: ${how}`),
  ...[...STEPS, 'starttls'].map((step) => `far server, ${step}`),
  'far server, starttls: no-tls',
  'far server, starttls: second-reply',
  'far server, data: early-refusal',
  ...[...TAKEN, 'second-reply'].map((action) => `far server, dot: ${action}`),
  'far server leaves a connection open',
  'greylisting',
  ...[...SENDER_ACTIONS, ...TLS_ACTIONS].map((action) => `sender: ${action}`),
  ...['close-notify', 'no-close-notify'].map((end) => `sender under TLS, ${end}`),
  ...OCCASIONS.map((what) => `process: killed behind: ${what}`),
  ...['killed', 'killed while it ends', 'ended in order', 'stalled', 'its clock jumps'].map(
    (how) => `process: ${how}`,
  ),
  ...['before', 'after'].flatMap((place) => [
    `killed ${place} a write`,
    `killed ${place} a commit`,
  ]),
  ...['full', 'io', 'locked', 'full, at a commit', 'io, at a commit'].map((one) => `disk: ${one}`),
  ...[...DATABASE_FAULTS, 'reset'].map((fault) => `database: ${fault}`),
  ...['full', 'gone'].map((state) => `mailbox: ${state}`),
  'refused: answer that nobody proves',
  ...['accepted', 'deferred', 'refused'].map((outcome) => `letters ${outcome}`),
  ...['trouble', 'silent', 'slow'].map((how) => `dns: ${how}`),
  ...FILTER_TROUBLES.map((how) => `filter: ${how}`),
  ...LIST_STATES.map((how) => `list: ${how}`),
  ...['known-only', 'let', 'block', 'confirm'].map((word) => `owner: ${word}`),
  ...['off', 'pause', 'twice at once', 'behind a look-up'].map((action) => `owner: ${action}`),
  'copy: a crash',
  'copy: the far server did not say that it took it',
  'copy: the reply of the far server was lost',
  'copy: the far server took it after we had gone',
  'copy: the store took no note',
  'copy: at two nodes at once',
  'copy: a silent cut',
];

/** Lives of all profiles in which each class must have occurred; one profile has some of them. */
const ENOUGH = 1000;

export class Report {
  readonly #hasAllProfiles: boolean;
  readonly #counts = new Map<string, number>();
  readonly #failures: Told[] = [];
  #lives = 0;
  #cpu = 0;
  #time = 0;

  constructor(profile: string) {
    this.#hasAllProfiles = profile === 'all';
  }

  add(told: Told): void {
    this.#lives += 1;
    this.#cpu += told.cpu;
    this.#time += told.time;
    if (told.failure !== undefined) this.#failures.push(told);
    for (const [name, number] of Object.entries(told.counts)) {
      this.#counts.set(name, (this.#counts.get(name) ?? 0) + number);
    }
  }

  get lives(): number {
    return this.#lives;
  }

  /** Faults and explanations that should have occurred by now, and have not. */
  get missing(): string[] {
    if (!this.#hasAllProfiles || this.#lives < ENOUGH) return [];
    const names = [...this.#counts.keys()];
    return CLASSES.filter((one) => !names.some((name) => name.startsWith(one)));
  }

  get isGood(): boolean {
    return this.#failures.length === 0 && this.missing.length === 0;
  }

  progress(): string {
    const mails = this.#counts.get('mails') ?? 0;
    return `${this.#lives} lives, ${mails} mails, ${this.#failures.length} broken promises`;
  }

  text(): string {
    const perCpuSecond = (what: string) =>
      this.#cpu > 0 ? (this.#counts.get(what) ?? 0) / this.#cpu : 0;
    const rows: [string, number | string][] = [
      ['lives', this.#lives],
      ['broken promises', this.#failures.length],
      ['CPU seconds', this.#cpu.toFixed(1)],
      ['mails a CPU second', perCpuSecond('mails').toFixed(0)],
      ['crashes an hour of one core', (perCpuSecond('crashes') * 3600).toFixed(0)],
      ['simulated seconds a CPU second', (this.#time / (this.#cpu || 1)).toFixed(0)],
      ...[...this.#counts].toSorted(([one], [other]) => (one < other ? -1 : 1)),
    ];
    const width = Math.max(...rows.map(([name]) => name.length));
    return [
      ...rows.map(([name, value]) => `${name.padEnd(width)}  ${value}`),
      ...this.missing.map((name) => `never took effect: ${name}`),
      ...this.#failures.map(({ life, failure }) => `life ${life}: ${failure}`),
    ].join('\n');
  }
}
