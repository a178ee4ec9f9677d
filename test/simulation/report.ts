/** The table at the end of a run. */

import type { Told } from './worker.ts';

/** Fault classes that must take effect in a long run, by the beginning of their names; a class at 0 is a failure of the simulation. */
const CLASSES = [
  'cut: both',
  'cut: client',
  'cut: server',
  'cut: silent',
  'connection: refused',
  'connection: silent',
  'far server, greeting',
  'far server, ehlo',
  'far server, starttls',
  'far server, starttls: no-tls',
  'far server, starttls: second-reply',
  'far server, mail',
  'far server, rcpt',
  'far server, data',
  'far server, data: early-refusal',
  'far server, dot: takes-silent',
  'far server, dot: takes-close',
  'far server, dot: takes-half-reply',
  'far server, dot: takes-late',
  'far server, dot: takes-later-than-we-wait',
  'far server, dot: second-reply',
  'far server leaves a connection open',
  'greylisting',
  'sender: leaves-before-content',
  'sender: leaves-within-content',
  'sender: leaves-behind-dot',
  'sender: resets-behind-dot',
  'sender: half-closes-behind-dot',
  'sender: leaves-as-verdict-comes',
  'sender: loses-verdict',
  'sender: dies-at-verdict',
  'sender: does-not-read-verdict',
  'sender: impatient',
  'sender: comes-again-at-once',
  'sender: comes-twice',
  'sender: resets-transaction',
  'sender: rests',
  'sender: stays-behind-quit',
  'sender: never-quits',
  'sender: injects-behind-starttls',
  'sender under TLS, close-notify',
  'sender under TLS, no-close-notify',
  'process: killed',
  'process: killed behind: acceptance',
  'process: killed behind: verdict',
  'process: killed while it ends',
  'process: ended in order',
  'process: stalled',
  'process: its clock jumps',
  'killed before a write',
  'killed after a write',
  'killed before a commit',
  'killed after a commit',
  'disk: full',
  'disk: io',
  'disk: locked',
  'database: error',
  'database: answer-lost',
  'database: slow',
  'database: reset',
  'mailbox: full',
  'mailbox: gone',
  'answer that nobody proves',
  'letters accepted',
  'letters deferred',
  'letters refused',
  'dns: trouble',
  'dns: silent',
  'dns: slow',
  'owner: off',
  'owner: pause',
  'copy: a crash',
  'copy: the far server did not say that it took it',
  'copy: the reply of the far server was lost',
  'copy: the far server took it after we had gone',
  'copy: the store took no note',
  'copy: at two nodes at once',
  'copy: a silent cut, and another node',
];

/** Lives in which each class must have occurred. */
const ENOUGH = 1000;

export class Report {
  readonly #counts = new Map<string, number>();
  readonly #failures: Told[] = [];
  #lives = 0;
  #cpu = 0;
  #time = 0;

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
    if (this.#lives < ENOUGH) return [];
    const names = [...this.#counts.keys()];
    return CLASSES.filter((one) => !names.some((name) => name.startsWith(one)));
  }

  get isGood(): boolean {
    return this.#failures.length === 0 && this.missing.length === 0;
  }

  text(): string {
    const mails = this.#counts.get('mails') ?? 0;
    const rows: [string, number | string][] = [
      ['lives', this.#lives],
      ['broken promises', this.#failures.length],
      ['CPU seconds', this.#cpu.toFixed(1)],
      ['mails a CPU second', (mails / this.#cpu).toFixed(0)],
      [
        'crashes an hour of one core',
        (((this.#counts.get('crashes') ?? 0) / this.#cpu) * 3600).toFixed(0),
      ],
      ['simulated time, in times of the CPU time', (this.#time / this.#cpu).toFixed(0)],
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
