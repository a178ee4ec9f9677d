/** The path of a message with checks: a DNS made of a table, with our key, and a next hop that verifies arriving mail. */

import { createPrivateKey } from 'node:crypto';
import type { TestContext } from 'node:test';
import { authenticate } from 'mailauth';
import type { Decision } from '#mail/copy/author-policy.ts';
import type { SigningKey } from '#mail/signing/signatures.ts';
import type { FeatureSettings } from '#mail/forward/forwarder-options.ts';
import type { AuthenticationOutcome } from '#mail/trust/authentication.ts';
import { ALIAS, forwarding, hand, letter } from './forwarding.ts';
import { fakeDns, type Node, nodeStyle, zoneResolver } from './zone-resolver.ts';
import { type TestKey, testKey, verified, withDkim, withSeal } from './signing.ts';

export const NOW = Date.UTC(2026, 10, 21, 12);
/** Of the forwarder. */
export const OUR_DOMAIN = 'alias.test';

/** Made once: generation takes long. */
export const ourKey = testKey('rsa', OUR_DOMAIN);
export const authorKey = testKey('rsa', 'example.org');
export const authorEd25519 = testKey('ed25519', 'example.org');

const publish = ({ name, record }: TestKey): Record<string, Node> => ({
  [name]: { TXT: [record] },
});

/** Further DNS records of a table: our records, and the keys of example.org. */
export const KEYS: Record<string, Node> = {
  ...publish(ourKey),
  ...publish(authorKey),
  ...publish(authorEd25519),
  'b.alias.test': { TXT: ['v=spf1 ip4:127.0.0.1 -all'] },
  '_dmarc.alias.test': { TXT: ['v=DMARC1; p=reject'] },
};

/** The author's domain asks to reject unproven mail. */
export const REJECT = { '_dmarc.example.org': { TXT: ['v=DMARC1; p=reject'] } };
/** Mail of the author's domain may come from this machine. */
export const CLIENT_ALLOWED = { 'example.org': { TXT: ['v=spf1 ip4:127.0.0.1 -all'] } };

/**
 * A message of the author. Its body has dots, trailing blanks, octets beyond ASCII and empty lines at its end: everything that transport and
 * canonicalization may change.
 */
export const MAIL = `${letter('hello')}.one dot\r\ntrailing blanks  \r\n\r\nunder \xe4\r\n..\r\n\r\n\r\n`;

/** The message, signed by its author's domain. @param alone names of fields, besides From, that no one may add */
export const signedByAuthor = (mail: string, alone: string[] = []): Promise<string> =>
  withDkim(mail, authorKey.signer, { form: 'relaxed', now: NOW, alone });

/** The author's message as a list passes it on: with its words added, and sealed with the results of its arrival. */
export async function fromList({ signer }: TestKey, zone: Record<string, Node>): Promise<string> {
  const changed = `${await signedByAuthor(MAIL)}words of the list\r\n`;
  return withSeal(changed, await verified(changed, zoneResolver(zone), { now: NOW }), signer, {
    form: 'relaxed',
    now: NOW,
    found: `mx.${signer.domain}; dkim=pass header.d=example.org; dmarc=pass header.from=example.org`,
  });
}

const ourPrivateKey = createPrivateKey(ourKey.pem);

/** The signer of the forwarder, as long as its record is published. */
export const signing =
  (isPublished = () => true) =>
  (): SigningKey => ({
    selector: 'rsa',
    key: ourPrivateKey,
    isPublished: (domain) => domain === OUR_DOMAIN && isPublished(),
  });

export type Judging = Awaited<ReturnType<typeof judging>>;

type Options = Omit<Parameters<typeof forwarding>[1] & object, 'checks'> & {
  zone?: Record<string, Node>;
  checks?: Partial<Exclude<FeatureSettings['checks'], 'off'>>;
};

export async function judging(t: Pick<TestContext, 'after'>, options: Options = {}) {
  const { zone = {}, checks, ...rest } = options;
  Object.assign(zone, { ...KEYS, ...zone });
  const { resolve, questions } = fakeDns(zone);
  const judged: { judgement: AuthenticationOutcome; decision: Decision }[] = [];
  const signatures: string[] = [];
  const way = await forwarding(t, {
    checks: { trustedSealers: [], resolve, ...checks },
    signing: signing(),
    onJudged: (judgement, decision) => judged.push({ judgement, decision }),
    onSignature: (kind, result) => signatures.push(`${kind} ${result}`),
    ...rest,
  });
  /** Hands a message over in a separate session. @returns the reply to its final dot */
  const send = async (mail: string, sender = 'ann@example.org', recipients = [ALIAS]) => {
    const client = await way.client();
    const reply = await hand(client, recipients, mail.replaceAll(/^\./gm, '..'), sender);
    await way.leave(client);
    return reply;
  };
  /** The last arrived message, each character one octet, and its reverse-path. */
  const last = () => {
    const taken = way.hop.messages.at(-1);
    if (taken === undefined) throw new Error('nothing has arrived');
    const sender = /<([^>]*)>/.exec(taken.mail)?.[1] ?? '';
    return { text: taken.octets.toString('latin1'), sender };
  };
  return { ...way, zone, questions, judged, signatures, send, last };
}

/** Another implementation's results at the next hop, for a message from us. */
export async function nextHopSays(
  { text, sender }: { text: string; sender: string },
  zone: Record<string, Node>,
) {
  const resolver = nodeStyle(zoneResolver(zone));
  const { dkim, arc, dmarc, spf } = await authenticate(Buffer.from(text, 'latin1'), {
    resolver,
    strict: true,
    disableBimi: true,
    ip: '127.0.0.1',
    helo: 'mx.alias.test',
    sender,
    mta: 'mx.mailbox.test',
  });
  return {
    dkim: dkim.results.map(({ status, signingDomain }) => `${signingDomain} ${status.result}`),
    arc: arc && arc.status.result,
    dmarc: dmarc && dmarc.status.result,
    spf: spf && spf.status.result,
  };
}

/** The message below our own lines: the whole original if nothing was changed. */
export function behindOurLines(text: string): string {
  const mark = /^Veilpost-Loop: .*\r\n(?:X-Spam: Yes\r\n)?/m.exec(text);
  if (mark === null) throw new Error('the mail did not come through us');
  return text.slice(mark.index + mark[0].length);
}
