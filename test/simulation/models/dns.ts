/** The DNS of the world: every far server is the one mail exchange of its domain. */

import type { Answer, RecordData, RecordType, Resolve } from '#mail/dns/answer.ts';
import type { Chance } from '../chance.ts';
import type { Incident } from '../plan.ts';
import type { Process } from '../world/process.ts';
import { farAddress } from './addresses.ts';

type DnsIncident = Extract<Incident, { kind: 'dns' }>;

/** The longest time of a slow answer, in microseconds; the engine waits 10 s. */
const SLOW = 8_000_000;

/** @param trouble the incident of this moment; undefined: there is none */
export function simulatedDns(
  process: Process,
  chance: Chance,
  trouble: () => DnsIncident | undefined,
): Resolve {
  return (name, type) => {
    const incident = trouble();
    const answer: Answer<RecordData[typeof type]> =
      incident?.how === 'trouble' ? { kind: 'trouble', reason: 'failure' } : answerOf(name, type);
    if (incident?.how === 'silent') return new Promise(() => {});
    const { promise, resolve } = Promise.withResolvers<typeof answer>();
    const us = incident?.how === 'slow' ? chance.random() * SLOW : 200 + chance.about(2000);
    process.world.in(us, () => process.event(() => resolve(answer)));
    return promise;
  };
}

function answerOf<Type extends RecordType>(name: string, type: Type): Answer<RecordData[Type]> {
  const found = /^(mx\.)?d(\d+)\.test$/.exec(name);
  const secure = false;
  if (found === null) return { kind: 'no-name', ttl: 60, secure };
  const records: { [Kind in RecordType]: RecordData[Kind][] } = {
    A: found[1] ? [farAddress(Number(found[2]))] : [],
    AAAA: [],
    CNAME: [],
    MX: found[1] ? [] : [{ exchange: `mx.${name}`, priority: 10 }],
    NS: [],
    PTR: [],
    TLSA: [],
    TXT: found[1] ? [] : ['v=spf1 ip4:46.0.0.0/8 -all'],
  };
  return records[type].length > 0
    ? { kind: 'records', records: records[type], ttl: 60, secure }
    : { kind: 'no-data', ttl: 60, secure };
}
