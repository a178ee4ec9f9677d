/** Postfix's verdict on servers that it must deliver to under `smtp_tls_security_level = dane`. */

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SmtpClient } from '#support/smtp-client.ts';
import { type After, peerFolder } from '../folder.ts';
import { run, until } from '../program.ts';
import { startPostfix } from '../servers/postfix.ts';
import type { Setup } from './random-setups.ts';

/** The outcome of a message: `proven` by TLSA records, or without them `over TLS` or `in plaintext`. */
export type Verdict = 'proven' | 'over TLS' | 'in clear' | 'deferred';

const SETTINGS = `
smtp_tls_security_level = dane
smtp_dns_support_level = dnssec
smtp_host_lookup = dns
smtp_tls_loglevel = 1
smtp_connection_cache_on_demand = no
default_process_limit = 20
`;
const RECIPIENTS = 50;

/** Postfix as a server does it: one message for many recipients, each domain with its own delivery. */
export async function byPostfix(
  after: After,
  setups: readonly Setup[],
): Promise<Map<string, Verdict>> {
  const server = await startPostfix(after, { settings: SETTINGS, host: 'mx.postfix.test' });
  const client = await SmtpClient.greeted(server.port, '127.0.0.2');
  for (let from = 0; from < setups.length; from += RECIPIENTS) {
    const part = setups.slice(from, from + RECIPIENTS);
    await client.sayAll(
      'MAIL FROM:<ann@origin.test>',
      ...part.map(({ domain }) => `RCPT TO:<real@${domain}>`),
      'DATA',
    );
    await client.say('Subject: hello\r\n\r\nHello.\r\n.');
  }
  client.destroy();
  const read = () => verdictsOf(server.log());
  await until(
    'Postfix has decided on each',
    () => {
      const { sent, tries } = read();
      return setups.every(({ domain }) => sent.has(domain) || (tries.get(domain) ?? 0) > 1);
    },
    {
      seconds: 600,
      state: () => `${read().sent.size} of ${setups.length}\n${server.log().slice(-2000)}`,
    },
  );
  return read().sent;
}

const TLS_LINE =
  /smtp\[\d+\]: (Verified|Trusted|Untrusted|Anonymous) TLS connection established to (\S+):25:/;
const END_LINE = /smtp\[\d+\]: \w+: to=<real@([^>]+)>, relay=(\S+),.* status=(\w+)/;

/** A deferred message is tried again, because a broken handshake is followed by plaintext only at the second attempt. */
function verdictsOf(log: string) {
  const proofs = new Map<string, string>();
  const sent = new Map<string, Verdict>();
  const tries = new Map<string, number>();
  for (const line of log.split('\n')) {
    const [, proof, to = ''] = TLS_LINE.exec(line) ?? [];
    if (proof !== undefined) proofs.set(to, proof);
    const [, domain = '', relay = '', status] = END_LINE.exec(line) ?? [];
    if (status === undefined) continue;
    tries.set(domain, (tries.get(domain) ?? 0) + 1);
    if (status !== 'sent') continue;
    const seen = proofs.get(relay.replace(/:25$/, ''));
    const isProven = seen === 'Verified' || seen === 'Trusted';
    sent.set(domain, isProven ? 'proven' : seen === undefined ? 'in clear' : 'over TLS');
  }
  return { sent, tries };
}

/** Whether the server was verified, according to `posttls-finger`. */
export async function byFinger(after: After): Promise<(setup: Setup) => Promise<boolean>> {
  const folder = peerFolder(after);
  writeFileSync(join(folder, 'main.cf'), 'compatibility_level = 3.6\ninet_protocols = ipv4\n');
  return async ({ domain }) => {
    const finger = ['posttls-finger', '-l', 'dane', domain];
    const { output } = await run('env', [`MAIL_CONFIG=${folder}`, ...finger]);
    return /(?:Verified|Trusted) TLS connection established/.test(output);
  };
}
