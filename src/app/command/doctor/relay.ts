/** The relay: whether it greets us, secures the connection and accepts our login. */

import { ConnectionFailure } from '#mail/smtp/send/session/connection-failure.ts';
import { SessionRefused } from '#mail/smtp/send/session/hello.ts';
import { tryRelay } from '../../observe/relay-probe.ts';
import { type Finding, findings } from './finding.ts';
import type { Installation } from './surroundings.ts';

/** Longest time for all of it, in milliseconds. */
const PATIENCE_MS = 20_000;

/** Nothing if mail does not go to a relay. */
export async function examineRelay({ config, connect, clock }: Installation): Promise<Finding[]> {
  const { nextHop: relay, mailHost: hostname } = config;
  if (relay.kind !== 'relay') return [];
  const { ok, warning, wrong } = findings(`relay ${relay.host}`);
  try {
    const tls = await tryRelay(relay, { hostname, connect, clock }, PATIENCE_MS);
    return [
      ok(
        `it answers${relay.credentials ? ' and accepts our login' : ''}, ${tls ?? 'in plaintext'}`,
      ),
    ];
  } catch (error) {
    if (error instanceof SessionRefused) {
      const text = `it refuses ${error.stage === 'auth' ? 'our login' : 'us'} with ${error.far.code}`;
      const fix =
        error.stage === 'auth' ? 'Check user and password in NEXT_HOP.' : 'Ask who runs it.';
      // A transient failure is retried with each message.
      return [error.far.code < 500 ? warning(text, fix) : wrong(text, fix)];
    }
    if (!(error instanceof ConnectionFailure)) throw error;
    return [
      wrong(`${TROUBLE[error.reason]} (${error.stage})`, 'Check host, port and ?tls= in NEXT_HOP.'),
    ];
  }
}

const TROUBLE: Record<ConnectionFailure['reason'], string> = {
  unreachable: 'it is not reachable',
  closed: 'it closes the connection',
  silent: 'it does not respond',
  garbled: 'the server there does not speak SMTP',
  'no-starttls': 'it does not offer STARTTLS',
  tls: 'TLS fails, or its certificate is not valid',
};
