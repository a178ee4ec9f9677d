/** Looks up a record, and compares the DNS with the required one. */

import type { Answer, RecordData, Resolve } from '#mail/dns/answer.ts';
import { recordState } from '#mail/signing/published-key.ts';
import { stsId } from '#mail/smtp/send/tls/sts-policy.ts';
import { dmarcRecordAmong } from '#mail/trust/dmarc/record.ts';
import { checkHost } from '#mail/trust/spf/check.ts';
import type { Config } from '../../config/config.ts';
import { addressesOf } from '../../net/addresses-of.ts';
import { strings, type WantedRecord } from './records.ts';

export type RecordFinding = {
  /** `no answer`: the DNS gives neither. */
  state: 'ok' | 'missing' | 'different' | 'no answer';
  /** The record that the DNS has instead, or a host's addresses; in the syntax of a zone file. */
  found: string[];
};

export type Search = {
  resolve: Resolve;
  mailHost: string;
  /** Addresses that mail leaves from; empty: those of `mailHost`. */
  outgoing: readonly string[];
  /** Mail leaves through a relay, whose addresses the SPF records must also allow. */
  relayed: boolean;
};

/** An example of the names that a wildcard covers (RFC 4592 section 2.2.1). */
const ANY_LABEL = 'veilpost-dns';
/** A host of TEST-NET-3 (RFC 5737): a record that allows it to send allows everyone. */
const NOBODY = '203.0.113.253';

/** The part of the configuration that a search needs. */
export function searchOf(config: SearchNames, resolve: Resolve): Search {
  const { mailHost, nextHop, outgoingAddresses: outgoing } = config;
  return { resolve, mailHost, outgoing, relayed: nextHop.kind === 'relay' };
}

type SearchNames = Pick<Config, 'mailHost' | 'nextHop' | 'outgoingAddresses'>;

/** Never rejects. */
export async function findRecord(wanted: WantedRecord, search: Search): Promise<RecordFinding> {
  const name = wanted.name.replace(/^\*/, ANY_LABEL);
  const { resolve } = search;
  if (wanted.kind === 'address') {
    const answers = await Promise.all([resolve(name, 'A'), resolve(name, 'AAAA')]);
    const found = answers.flatMap((answer) => [...dataOf(answer)]);
    return { state: found.length > 0 ? 'ok' : absent(answers), found };
  }
  if (wanted.kind === 'MX') {
    const answer = await resolve(name, 'MX');
    const found = dataOf(answer).map(({ priority, exchange }) => `${priority} ${exchange}.`);
    const isThere = dataOf(answer).some(({ exchange }) => exchange === wanted.exchange);
    return { state: isThere ? 'ok' : stateOf(answer), found };
  }
  if (wanted.kind === 'TLSA') {
    const answer = await resolve(name, 'TLSA');
    const found = dataOf(answer).map(
      ({ usage, selector, matching, data }) =>
        `${usage} ${selector} ${matching} ${data.toString('hex')}`,
    );
    const isThere = found.includes(`3 1 1 ${wanted.digest}`);
    return { state: isThere ? 'ok' : found.length > 0 ? 'different' : absent([answer]), found };
  }
  const answer = await resolve(name, 'TXT');
  const texts = dataOf(answer).filter((text) => wanted.kind === 'DKIM' || isAbout(wanted, text));
  const found = texts.map(strings);
  if (texts.length === 0) return { state: absent([answer]), found };
  if (wanted.kind === 'DMARC') {
    const record = dmarcRecordAmong(texts);
    const refuses = record?.policies?.own === 'reject' && !record.testing;
    return { state: refuses ? 'ok' : 'different', found };
  }
  if (wanted.kind === 'TLS-RPT') return { state: 'ok', found };
  if (wanted.kind === 'MTA-STS') {
    return { state: stsId(texts) === wanted.id ? 'ok' : 'different', found };
  }
  if (wanted.kind === 'SPF') return { state: await spfState(name, search), found };
  const state = await recordState(resolve, wanted.key, wanted.domain);
  if (state === 'published') return { state: 'ok', found };
  return { state: state === 'unknown' ? 'no answer' : state, found };
}

/** Judges a record by its effect, not by its text: many different records allow the same hosts. */
async function spfState(name: string, { resolve, mailHost, outgoing, relayed }: Search) {
  const addresses = outgoing.length > 0 ? outgoing : await addressesOf(mailHost, resolve);
  const resultFor = async (address: string) =>
    (await checkHost({ address, sender: `postmaster@${name}`, helo: mailHost }, resolve)).result;
  const nobody = await resultFor(NOBODY);
  // The relay's addresses are not known here.
  const ours = relayed ? [] : await Promise.all(addresses.map(resultFor));
  if ([nobody, ...ours].includes('temperror')) return 'no answer';
  const usable = nobody !== 'pass' && nobody !== 'permerror';
  const isAllowed = relayed || (ours.length > 0 && ours.every((result) => result === 'pass'));
  return usable && isAllowed ? 'ok' : 'different';
}

const BEGINNINGS: Partial<Record<WantedRecord['kind'], RegExp>> = {
  SPF: /^v=spf1(?: |$)/i,
  DMARC: /^v *= *DMARC1/i,
  'MTA-STS': /^v=STSv1[ \t]*;/,
  'TLS-RPT': /^v=TLSRPTv1[ \t]*;/,
};

const isAbout = ({ kind }: WantedRecord, text: string) => BEGINNINGS[kind]?.test(text) ?? false;

const dataOf = <Data>(answer: Answer<Data>): readonly Data[] =>
  answer.kind === 'records' ? answer.records : [];

const absent = (answers: readonly Answer<RecordData[keyof RecordData]>[]) =>
  answers.some(({ kind }) => kind === 'trouble') ? 'no answer' : 'missing';

const stateOf = (answer: Answer<RecordData['MX']>) =>
  answer.kind === 'records' ? 'different' : absent([answer]);
