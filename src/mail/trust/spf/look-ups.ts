/** The limits of one check's DNS queries: RFC 7208 section 4.6.4. */

import type { Answer, AnswerOrPromise, RecordData, Resolve } from '../../dns/answer.ts';
import { type IpAddress, parseIp, reverseName } from './networks.ts';

/** Ends a check at any depth. */
export class CheckFailed extends Error {
  readonly result: 'temperror' | 'permerror';

  constructor(result: 'temperror' | 'permerror') {
    super(result);
    this.result = result;
  }
}

/** Terms with DNS queries. */
const TERMS = 10;
/** Void look-ups: terms whose query has no answer. */
const VOIDS = 2;
/** Names of one MX or PTR answer whose addresses are queried. */
const NAMES = 10;

export class SpfLookUps {
  readonly #resolve: Resolve;
  readonly #ip: IpAddress;
  #terms = 0;
  #voids = 0;

  constructor(resolve: Resolve, ip: IpAddress) {
    this.#resolve = resolve;
    this.#ip = ip;
  }

  /** The TXT records at the start of the check, which do not count as a term. */
  async first(name: string): Promise<readonly string[]> {
    return recordsOf(await this.#resolve(name, 'TXT'));
  }

  /** The records for one term. */
  async ofTerm<Type extends 'A' | 'MX' | 'TXT'>(
    name: string,
    type: Type,
  ): Promise<readonly RecordData[Type][]> {
    this.#count();
    const records = recordsOf(await this.#resolve(name, type));
    this.#countVoid(records);
    return records;
  }

  /** The addresses of a name for one term, in the client's protocol. */
  async addressesOfTerm(name: string): Promise<IpAddress[]> {
    this.#count();
    const addresses = recordsOf(await this.#addresses(name));
    this.#countVoid(addresses);
    return ipsOf(addresses);
  }

  /** Whether one of a name's mail exchanges has a wanted address. */
  async someExchange(name: string, wanted: (address: IpAddress) => boolean): Promise<boolean> {
    const exchanges = (await this.ofTerm(name, 'MX')).toSorted((a, b) => a.priority - b.priority);
    // RFC 7505: the null MX has no host.
    const hosts = exchanges.map(({ exchange }) => exchange).filter((host) => host !== '');
    const asked = hosts.slice(0, NAMES).map((host) => this.#addresses(host));
    for (const asking of asked) {
      if (ipsOf(recordsOf(await asking)).some(wanted)) return true;
    }
    // RFC 7208 section 4.6.4: an exchange beyond the limit might have matched.
    if (hosts.length > NAMES) throw new CheckFailed('permerror');
    return false;
  }

  /** The validated names of the client, for `ptr`. */
  namesOfTerm(): Promise<string[]> {
    return this.#validatedNames((names) => this.#countVoid(names));
  }

  /** The same for %{p}: a void look-up by its term counts once. */
  namesOfMacro(): Promise<string[]> {
    return this.#validatedNames(() => {});
  }

  /** RFC 7208 section 5.5: a DNS failure drops the name. */
  async #validatedNames(countVoid: (names: readonly string[]) => void): Promise<string[]> {
    this.#count();
    const answer = await this.#resolve(reverseName(this.#ip), 'PTR');
    const names = answer.kind === 'records' ? answer.records.slice(0, NAMES) : [];
    if (answer.kind !== 'trouble') countVoid(names);
    const answers = await Promise.all(names.map(async (name) => this.#addresses(name)));
    const client = this.#ip.join();
    return names.filter((_, i) => {
      const found = answers[i];
      return (
        found?.kind === 'records' && found.records.some((text) => parseIp(text)?.join() === client)
      );
    });
  }

  #addresses(name: string): AnswerOrPromise<string> {
    return this.#resolve(name, this.#ip.length === 4 ? 'A' : 'AAAA');
  }

  #count(): void {
    this.#terms += 1;
    if (this.#terms > TERMS) throw new CheckFailed('permerror');
  }

  #countVoid(records: readonly unknown[]): void {
    if (records.length === 0) this.#voids += 1;
    if (this.#voids > VOIDS) throw new CheckFailed('permerror');
  }
}

const ipsOf = (texts: readonly string[]) => texts.map(parseIp).filter((ip) => ip !== undefined);

/** RFC 7208 section 5: a void look-up gives no records, a DNS failure is a temperror. */
function recordsOf<Data>(answer: Answer<Data>): readonly Data[] {
  if (answer.kind === 'trouble') throw new CheckFailed('temperror');
  return answer.kind === 'records' ? answer.records : [];
}
