/** Random domains with their servers, and their DNS records: signed, unsigned, forged, broken or right. */

import assert from 'node:assert/strict';
import { tlsa } from '#support/certificate.ts';
import type { PeerZone } from '../servers/unbound.ts';
import { addressOf, AUTHORITIES, KINDS, ZONES } from './server-kinds.ts';

export type Setup = {
  domain: string;
  /** Zone, servers and records in words, to explain a difference. */
  words: string[];
};

/** @returns the set-ups, and the zones that hold them */
export function randomSetups(
  count: number,
  random: () => number,
): { setups: Setup[]; zones: PeerZone[] } {
  const lines = new Map(ZONES.map((zone) => [zone, '']));
  /** Names and types of records that are changed after signing. */
  const forged = new Set<string>();
  const pick = <Item>(items: readonly Item[]): Item =>
    items[Math.floor(random() * items.length)] ?? assert.fail('nothing to choose from');
  const chance = (part: number) => random() < part;
  const zone = () => pick([ZONES[0], ZONES[0], ZONES[0], ZONES[1]] as const);
  const add = (at: (typeof ZONES)[number], name: string, type: string, data: string) =>
    lines.set(at, `${lines.get(at) ?? ''}${name}. IN ${type} ${data}\n`);
  const forge = (words: string[], part: number, name: string, type: string) => {
    if (!chance(part)) return;
    forged.add(`${name}. ${type}`);
    words.push(`${type} of ${name} forged`);
  };

  /** TLSA records at a name, or none. */
  const addTlsa = (words: string[], at: (typeof ZONES)[number], base: string, place: number) => {
    if (chance(0.15)) return;
    const chain = KINDS[place]?.chain ?? [];
    const name = `_25._tcp.${base}`;
    const times = pick([1, 1, 1, 2, 2, 3]);
    for (let i = 0; i < times; i++) {
      const usage = pick([3, 3, 3, 3, 3, 2, 2, 2, 2, 0, 1, 4]);
      const of = chance(0.65)
        ? usage === 3
          ? chain[0]
          : pick(chain.slice(1).length > 0 ? chain.slice(1) : AUTHORITIES)
        : pick([...AUTHORITIES, ...KINDS.flatMap((one) => one.chain)]);
      const numbers = `${usage} ${pick([0, 1, 1, 1, 1, 2])} ${pick([0, 1, 1, 1, 1, 2, 3])}`;
      const { data } = tlsa(numbers.replace(/ 2 /, ' 1 '), of ?? assert.fail());
      const sent = chance(0.05) ? data.subarray(0, data.length - 1) : data;
      add(at, name, 'TLSA', `${numbers} ${sent.toString('hex')}`);
      words.push(`TLSA ${numbers} at ${base}${sent === data ? '' : ', cut'}`);
    }
    forge(words, 0.07, name, 'TLSA');
  };

  /** A server at a name, or at the target of an alias. */
  const addServer = (words: string[], at: (typeof ZONES)[number], name: string) => {
    const place = Math.floor(random() * KINDS.length);
    words.push(`${name}: ${KINDS[place]?.name}`);
    let home = at;
    let host = name;
    if (chance(0.15)) {
      home = zone();
      host = `to-${name.split('.')[0]}.mx.${home}`;
      add(at, name, 'CNAME', `${host}.`);
      words.push(`alias of ${host}`);
      if (chance(0.5)) addTlsa(words, at, name, place);
    }
    add(home, host, 'A', addressOf(place));
    forge(words, 0.04, host, 'A');
    addTlsa(words, home, host, place);
  };

  const setups = Array.from({ length: count }, (_, i) => {
    const at = zone();
    const domain = `d${i}.${at}`;
    const words: string[] = [];
    if (chance(0.1)) {
      addServer(words, at, domain);
      words.push('no MX');
    } else {
      for (const letter of chance(0.2) ? ['a', 'b'] : ['a']) {
        const home = chance(0.8) ? at : zone();
        const name = `h${i}${letter}.mx.${home}`;
        add(at, domain, 'MX', `${letter === 'a' ? 10 : 20} ${name}.`);
        addServer(words, home, name);
      }
      forge(words, 0.04, domain, 'MX');
    }
    return { domain, words };
  });

  const isForged = (line: string) => {
    const [name = '', , , type = ''] = line.split('\t');
    return forged.has(`${name} ${type}`);
  };
  /** The last character of its data, or of its number. */
  const changed = (text: string) =>
    text
      .split('\n')
      .map((line) => (isForged(line) ? change(line) : line))
      .join('\n');
  const zones = ZONES.map((name) => ({
    name,
    records: lines.get(name) ?? '',
    isSigned: name === 'signed.test',
    changed,
  }));
  return { setups, zones };
}

function change(line: string): string {
  if (line.includes('\tMX\t')) return line.replace(/\t(\d+) /, '\t7 ');
  if (line.includes('\tA\t')) return line.replace(/203\.0\.113\.\d+/, '203.0.113.99');
  return line.replace(/[\da-f](?=[^\da-f]*$)/i, (digit) => (digit === '0' ? '1' : '0'));
}
