/** A resolver that knows what a test tells it, with the errors of node:dns. */

import type { Resolver } from '#mail/smtp/send/route/dns-lookup.ts';

/** Records of one name; a text instead of records is the code of the error that asking ends with. */
export type Zone = {
  mx?: { exchange: string; priority: number }[] | string;
  a?: string[] | string;
  aaaa?: string[] | string;
  cname?: string;
};

/** MX records. */
export const mx = (...exchanges: [priority: number, exchange: string][]) =>
  exchanges.map(([priority, exchange]) => ({ priority, exchange }));

/** Asking for this never ends. */
export const NO_ANSWER = 'NO_ANSWER';

export class FakeDns implements Resolver {
  readonly #zones: Record<string, Zone>;
  /** Every question, such as `MX mailbox.test`. */
  readonly questions: string[] = [];

  constructor(zones: Record<string, Zone> = {}) {
    this.#zones = zones;
  }

  readonly resolveMx = (name: string) => this.#answer('MX', name, (zone) => zone.mx);
  readonly resolve4 = (name: string) => this.#answer('A', name, (zone) => zone.a);
  readonly resolve6 = (name: string) => this.#answer('AAAA', name, (zone) => zone.aaaa);

  async #answer<T>(
    type: string,
    name: string,
    pick: (zone: Zone) => T[] | string | undefined,
  ): Promise<T[]> {
    this.questions.push(`${type} ${name}`);
    const zone = this.#zones[name];
    if (zone?.cname !== undefined) return this.#answer(type, zone.cname, pick);
    const records = zone ? (pick(zone) ?? 'ENODATA') : 'ENOTFOUND';
    if (records === NO_ANSWER) return new Promise(() => {});
    if (typeof records !== 'string') return records;
    throw Object.assign(new Error(`query${type} ${records} ${name}`), { code: records });
  }
}
