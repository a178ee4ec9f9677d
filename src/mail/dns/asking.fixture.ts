/** A DNS server and a resolver that queries it, over real sockets. */

import type { TestContext } from 'node:test';
import type { ServedName } from '#support/dns-message.ts';
import { DnsServer, type DnsServerOptions, resolverOf } from '#support/dns-server.ts';
import type { Answer, RecordType } from './answer.ts';
import type { ResolverOptions } from './resolver.ts';

/** The records, or the reason why there are none. */
function said<Data>(answer: Answer<Data>): readonly Data[] | string {
  if (answer.kind === 'records') return answer.records;
  return answer.kind === 'trouble' ? answer.reason : answer.kind;
}

/** Both end with the test. `ask` queries through the resolver. */
export async function asking(
  t: TestContext,
  names: Record<string, ServedName> = { 'a.test': { A: ['192.0.2.1'] } },
  options: DnsServerOptions & Partial<ResolverOptions> = {},
) {
  const server = await DnsServer.during(t, names, options);
  const resolver = resolverOf(t, [server], options);
  const ask = async <Type extends RecordType>(name: string, type: Type, block?: string) =>
    said(await resolver.resolve(name, type, block === undefined ? undefined : { block }));
  return { server, resolver, resolve: resolver.resolve, ask };
}
