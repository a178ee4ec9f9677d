import type { Resolve } from '#mail/dns/answer.ts';

/** A and AAAA records; empty if there are none or the DNS does not answer. @param host a name, or an IP address */
export async function addressesOf(host: string, resolve: Resolve): Promise<string[]> {
  const answers = await Promise.all([resolve(host, 'A'), resolve(host, 'AAAA')]);
  return answers.flatMap((answer) => (answer.kind === 'records' ? [...answer.records] : []));
}
