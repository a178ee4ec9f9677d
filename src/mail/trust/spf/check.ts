/** check_host() of RFC 7208 section 4: whether a client may send mail in the name of a domain. */

import { asciiDomain } from '#domains/ascii-domain.ts';
import type { Resolve } from '../../dns/answer.ts';
import { CheckFailed, SpfLookUps } from './look-ups.ts';
import {
  isHostName,
  type MacroString,
  macroValues,
  nameOfClient,
  type Sender,
  targetName,
  usesLetter,
} from './macro.ts';
import { isWithin } from '../signature/domain-name.ts';
import { clientIp, type IpAddress, inNetwork } from './networks.ts';
import { type Mechanism, type Qualifier, type SpfRecord, spfRecordAmong } from './record.ts';

/** RFC 7208 section 2.6. */
export type SpfResult = Qualifier | 'none' | 'temperror' | 'permerror';

export type SpfOutcome = {
  result: SpfResult;
  /** The checked domain, in A-labels and lower case. */
  domain: string;
  /** The source of the domain: the sender, or the client's greeting for `<>` (RFC 7208 section 2.4). */
  identity: 'mailfrom' | 'helo';
};

export type SpfQuestion = {
  /** The client's IP address. */
  address: string;
  /** The reverse-path, empty for `<>`. */
  sender: string;
  helo: string;
};

/** The domain to check, known before any query. */
export function spfIdentity({
  sender,
  helo,
}: Pick<SpfQuestion, 'sender' | 'helo'>): Pick<SpfOutcome, 'domain' | 'identity'> {
  const identity = sender === '' ? 'helo' : 'mailfrom';
  // A sender without an at sign is a local part.
  const domain = sender.includes('@') ? sender.slice(sender.lastIndexOf('@') + 1) : '';
  const written = identity === 'helo' ? helo : domain;
  // RFC 8616 section 4: a query has the A-labels of the domain.
  return { domain: asciiDomain(written.replace(/\.$/, '').toLowerCase()), identity };
}

/** Never rejects. Costs at most 111 DNS queries. */
export async function checkHost(question: SpfQuestion, resolve: Resolve): Promise<SpfOutcome> {
  const { domain, identity } = spfIdentity(question);
  const at = question.sender.lastIndexOf('@');
  const ip = clientIp(question.address);
  // RFC 7208 section 4.3: an address literal is not a domain.
  const named = isHostName(domain) && !domain.startsWith('[');
  if (ip === undefined || !named) return { result: 'none', domain, identity };
  // RFC 7208 section 4.3: a sender without a local part is the postmaster.
  const local = question.sender.slice(0, Math.max(0, at)) || 'postmaster';
  const check = new Check(resolve, { ip, local, domain, helo: question.helo });
  try {
    return { result: await check.first(), domain, identity };
  } catch (error) {
    if (error instanceof CheckFailed) return { result: error.result, domain, identity };
    throw error;
  }
}

class Check {
  readonly #lookUps: SpfLookUps;
  readonly #sender: Sender;

  constructor(resolve: Resolve, sender: Sender) {
    this.#lookUps = new SpfLookUps(resolve, sender.ip);
    this.#sender = sender;
  }

  async first(): Promise<SpfResult> {
    const { domain } = this.#sender;
    return await this.#evaluate(await this.#lookUps.first(domain), domain);
  }

  async #evaluate(texts: readonly string[], domain: string): Promise<SpfResult> {
    const record = spfRecordAmong(texts);
    if (record === 'none') return record;
    if (record === 'permerror') throw new CheckFailed('permerror');
    for (const mechanism of record.mechanisms) {
      // RFC 7208 section 4.6.2: terms are evaluated from left to right, and the first match decides.
      const { kind } = mechanism;
      const matches =
        kind === 'all' ||
        (kind === 'ip'
          ? inNetwork(this.#sender.ip, mechanism.network)
          : await this.#matches(mechanism, domain));
      if (matches) return mechanism.result;
    }
    return await this.#redirected(record, domain);
  }

  /** RFC 7208 section 6.1. Never called for a record with `all`. */
  async #redirected({ redirect }: SpfRecord, domain: string): Promise<SpfResult> {
    if (redirect === undefined || this.#unmatchable(redirect)) return 'neutral';
    const name = await this.#name(redirect, domain);
    if (name === undefined) throw new CheckFailed('permerror');
    return await this.#ofOther(name);
  }

  /** For a mechanism with DNS queries. */
  async #matches(
    mechanism: Exclude<Mechanism, { kind: 'all' | 'ip' }>,
    domain: string,
  ): Promise<boolean> {
    const { target } = mechanism;
    if (target !== undefined && this.#unmatchable(target)) return false;
    const name = target === undefined ? domain : await this.#name(target, domain);
    if (mechanism.kind === 'include') return await this.#includes(name);
    // RFC 7208 section 4.8: an invalid name counts as nonexistent.
    if (name === undefined) return false;
    switch (mechanism.kind) {
      case 'exists':
        return (await this.#lookUps.ofTerm(name, 'A')).length > 0;
      case 'ptr': {
        const names = await this.#lookUps.namesOfTerm();
        return names.some((validated) => isWithin(validated, name.toLowerCase()));
      }
      case 'a':
        return (await this.#lookUps.addressesOfTerm(name)).some(this.#around(mechanism));
      case 'mx':
        return await this.#lookUps.someExchange(name, this.#around(mechanism));
    }
  }

  /** Whether the client is in the mechanism's network around an address. */
  #around(mechanism: { prefix4: number; prefix6: number }): (address: IpAddress) => boolean {
    const { ip } = this.#sender;
    const prefix = ip.length === 4 ? mechanism.prefix4 : mechanism.prefix6;
    return (address) => inNetwork(ip, { address, prefix });
  }

  /** RFC 7208 section 5.2. */
  async #includes(name: string | undefined): Promise<boolean> {
    if (name === undefined) throw new CheckFailed('permerror');
    return (await this.#ofOther(name)) === 'pass';
  }

  /** Sections 5.2 and 6.1: the result of another domain, which must have a record. */
  async #ofOther(name: string): Promise<SpfResult> {
    const result = await this.#evaluate(await this.#lookUps.ofTerm(name, 'TXT'), name);
    if (result === 'none') throw new CheckFailed('permerror');
    return result;
  }

  /** RFC 8616 section 4: a term with a local part beyond US-ASCII matches nothing. */
  #unmatchable(target: MacroString): boolean {
    // oxlint-disable-next-line no-control-regex
    return /[^\x00-\x7f]/.test(this.#sender.local) && usesLetter(target, 's', 'l');
  }

  /** @returns undefined if the result is not a DNS name */
  async #name(target: MacroString, domain: string): Promise<string | undefined> {
    // RFC 7208 section 4.6.4: the client's names count as a look-up.
    const names = usesLetter(target, 'p') ? await this.#lookUps.namesOfMacro() : [];
    return targetName(target, macroValues(this.#sender, domain, nameOfClient(names, domain)));
  }
}
