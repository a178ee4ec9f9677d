/** What keeps unwanted mail out: whether the spam filter answers and rejects, and whether DNS lists can be trusted. */

import { filterVerdict } from '#mail/filter/filter-verdict.ts';
import { Rspamd } from '#mail/filter/rspamd.ts';
import { keptClient } from '#network/kept-client.ts';
import { RemoteServerSilent } from '#network/http-client.ts';
import { type Finding, findings, type Installation } from './examination.ts';

/** For each query, in milliseconds: as long as a message waits. */
const PATIENCE_MS = 8000;
/** The text that every filter takes for spam: https://spamassassin.apache.org/gtube/ */
const GTUBE = 'XJS*C4JDBQADN1.NSBN3*2IDNEN*GTUBE-STANDARD-ANTI-UBE-TEST-EMAIL*C.34X';

/** Nothing without a filter. */
export async function examineFilter({
  config,
  clock,
}: Pick<Installation, 'config' | 'clock'>): Promise<Finding[]> {
  const { address } = config.filter;
  if (address === undefined) return [];
  const { ok, warning, wrong } = findings('FILTER');
  const requests = await keptClient(address.to);
  const { mailHost: hostname } = config;
  const server = new Rspamd({ requests, password: address.password, hostname });
  const octets = Buffer.from(`From: <gtube@example.org>\r\nSubject: GTUBE\r\n\r\n${GTUBE}\r\n`);
  const givenUp = new AbortController();
  const cancel = clock.after(PATIENCE_MS, () => givenUp.abort());
  try {
    await server.ping(givenUp.signal);
    const question = {
      id: 'doctor',
      message: { chunks: [octets], octets: octets.length, eightBit: false },
      sender: 'gtube@example.org',
      recipients: [`alias-${config.names.numbers.first}@${config.names.domains[0]}`],
    };
    const action = await server.check(question, givenUp.signal);
    if (filterVerdict(action).kind === 'refused') return [ok(`it answers with ${action} to GTUBE`)];
    return [
      warning(
        `it answers with ${action} to GTUBE, a test text that every filter should reject`,
        'Check its rules.',
      ),
    ];
  } catch (error) {
    if (!(error instanceof RemoteServerSilent)) throw error;
    const fix = 'Start it, or check FILTER: until then mail is not filtered.';
    return [wrong(`no usable answer (${error.message})`, fix)];
  } finally {
    cancel();
    requests.close();
  }
}

/** RFC 5782 section 5: a working list has 127.0.0.2, and never 127.0.0.1. */
export async function examineLists({
  config,
  resolve,
}: Pick<Installation, 'config' | 'resolve'>): Promise<Finding[]> {
  return Promise.all(
    config.filter.dnsLists.map(async ({ zone }) => {
      const { ok, warning } = findings(`DNS_LISTS ${zone}`);
      const fix = 'Until then it rejects no one: check its terms of use, and DNS_SERVERS.';
      const [always, never] = await Promise.all([
        resolve(`2.0.0.127.${zone}`, 'A'),
        resolve(`1.0.0.127.${zone}`, 'A'),
      ]);
      if (never.kind === 'records') return warning('it lists every address', fix);
      if (always.kind !== 'records') return warning('it does not answer, or is not a list', fix);
      const codes = always.records.filter((code) => /^127\.(?!255\.255\.)/.test(code));
      return codes.length > 0 ? ok('it answers') : warning('it refuses our queries', fix);
    }),
  );
}
