/** What one check may ask the DNS: RFC 7208 section 4.6.4. */

import type { Answer, RecordData, Resolve } from '../../dns/answer.ts';
import { type IpAddress, parseIp, reverseName } from './networks.ts';

/** Ends a check, however deep it is. */
export class CheckFailed extends Error {
  readonly result: 'temperror' | 'permerror';

  constructor(result: 'temperror' | 'permerror') {
    super(result);
    this.result = result;
  }
}

/** Terms that ask the DNS. */
const TERMS = 10;
/** Terms whose question has no answer. */
const VOIDS = 2;
/** Names of one MX or PTR answer whose addresses are asked for. */
const NAMES = 10;

export class LookUps {
  readonly #resolve: Resolve;
  readonly #ip: IpAddress;
  #terms = 0;
  #voids = 0;

  constructor(resolve: Resolve, ip: IpAddress) {
    this.#resolve = resolve;
    this.#ip = ip;
  }

  /** The TXT records at which the check begins: no term asks for them. */
  async first(name: string): Promise<readonly string[]> {
    return recordsOf(await this.#resolve(name, 'TXT'));
  }

  /** The records that one term asks for. */
  async ofTerm<Type extends 'A' | 'MX' | 'TXT'>(
    name: string,
    type: Type,
  ): Promise<readonly RecordData[Type][]> {
    this.#count();
    const records = recordsOf(await this.#resolve(name, type));
    this.#countVoid(records);
    return records;
  }

  /** The addresses of a name, as one term asks for them: of the client's protocol. */
  async addressesOfTerm(name: string): Promise<IpAddress[]> {
    this.#count();
    const addresses = recordsOf(await this.#addresses(name));
    this.#countVoid(addresses);
    return ipsOf(addresses);
  }

  /** The addresses of all mail exchanges of a name. */
  async exchangesOfTerm(name: string): Promise<IpAddress[]> {
    const exchanges = await this.ofTerm(name, 'MX');
    // RFC 7208 section 4.6.4: more than ten are a permerror; so they are for `mx`, where a part of them would be chance.
    if (exchanges.length > NAMES) throw new CheckFailed('permerror');
    // RFC 7505: the null MX has no host.
    const hosts = exchanges.map(({ exchange }) => exchange).filter((host) => host !== '');
    const answers = await Promise.all(hosts.map((host) => this.#addresses(host)));
    return answers.flatMap((answer) => ipsOf(recordsOf(answer)));
  }

  /** The names of the client that lead back to it (RFC 7208 section 5.5). A failure of the DNS makes them fewer. */
  async validatedNames(): Promise<string[]> {
    this.#count();
    const answer = await this.#resolve(reverseName(this.#ip), 'PTR');
    const names = answer.kind === 'records' ? answer.records.slice(0, NAMES) : [];
    if (answer.kind !== 'trouble') this.#countVoid(names);
    const answers = await Promise.all(names.map((name) => this.#addresses(name)));
    const client = this.#ip.join();
    return names.filter((_, i) => {
      const found = answers[i];
      return (
        found?.kind === 'records' && found.records.some((text) => parseIp(text)?.join() === client)
      );
    });
  }

  #addresses(name: string): Promise<Answer<string>> {
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

/** RFC 7208 section 5: a question without an answer is no answer, trouble is a temperror. */
function recordsOf<Data>(answer: Answer<Data>): readonly Data[] {
  if (answer.kind === 'trouble') throw new CheckFailed('temperror');
  return answer.kind === 'records' ? answer.records : [];
}
