/** A resolver with a test's answers. The one that speaks DNS is in `dns-server.ts`. */

import type { Answer, RecordData, RecordType, Resolve, DnsTrouble } from '#mail/dns/answer.ts';

/** Records of one name; a text instead of records is the code of the failure. */
export type Zone = {
  mx?: { exchange: string; priority: number }[] | DnsTrouble | 'no answer';
  a?: string[] | DnsTrouble | 'no answer';
  aaaa?: string[] | DnsTrouble | 'no answer';
  tlsa?: RecordData['TLSA'][] | DnsTrouble | 'no answer';
  txt?: string[] | DnsTrouble | 'no answer';
  ptr?: string[] | DnsTrouble | 'no answer';
  ns?: string[] | DnsTrouble | 'no answer';
  cname?: string;
  /** Whether the alias itself is signed, where its target is not. */
  secureAlias?: boolean;
  /** Answers about the name have a trusted AD bit. */
  secure?: boolean;
};

/** MX records. */
export const mx = (...exchanges: [priority: number, exchange: string][]) =>
  exchanges.map(([priority, exchange]) => ({ priority, exchange }));

/** A query for this never ends. */
export const NO_ANSWER = 'no answer' as const;

type Picks = {
  [Type in RecordType]: (zone: Zone) => RecordData[Type][] | DnsTrouble | 'no answer' | undefined;
};
const PICKS: Picks = {
  A: ({ a }) => a,
  AAAA: ({ aaaa }) => aaaa,
  CNAME: ({ cname }) => (cname === undefined ? undefined : [cname]),
  MX: ({ mx: records }) =>
    typeof records === 'object'
      ? records.map(({ exchange, priority }) => ({ exchange: canonical(exchange), priority }))
      : records,
  NS: ({ ns }) => ns,
  PTR: ({ ptr }) => ptr,
  TLSA: ({ tlsa }) => tlsa,
  TXT: ({ txt }) => txt,
};

/** A name in the resolver's form. */
const canonical = (name: string) => name.replace(/\.$/, '').toLowerCase();

export class FakeDns {
  readonly #zones: Record<string, Zone>;
  /** Every question, such as `MX mailbox.test`. */
  readonly questions: string[] = [];

  constructor(zones: Record<string, Zone> = {}) {
    this.#zones = zones;
  }

  readonly resolve: Resolve = async (name, type) => {
    this.questions.push(`${type} ${name}`);
    return this.#answer(canonical(name), type);
  };

  #answer<Type extends RecordType>(
    name: string,
    type: Type,
  ): Answer<RecordData[Type]> | Promise<Answer<RecordData[Type]>> {
    const zone = this.#zones[name];
    const secure = zone?.secure ?? zone?.secureAlias ?? false;
    if (zone === undefined) return { kind: 'no-name', ttl: 60, secure };
    if (zone.cname !== undefined && type !== 'CNAME') return this.#aliased(zone, zone.cname, type);
    const records = PICKS[type](zone) ?? [];
    if (records === NO_ANSWER) return new Promise(() => {});
    if (typeof records === 'string') return { kind: 'trouble', reason: records };
    if (records.length === 0) return { kind: 'no-data', ttl: 60, secure };
    return { kind: 'records', records, ttl: 60, secure };
  }

  async #aliased<Type extends RecordType>(zone: Zone, target: string, type: Type) {
    const answer = await this.#answer(target, type);
    if (answer.kind === 'trouble') return answer;
    const secure = answer.secure && zone.secure === true;
    return { ...answer, secure, canonical: answer.canonical ?? target };
  }
}
