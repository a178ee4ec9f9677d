/** Parses NEXT_HOP, the operator's setting for the destination of all messages. */

import { isIP, isIPv4 } from 'node:net';
import type { Credentials, TlsPolicy } from '../session/hello.ts';

/** One server that accepts all messages (smarthost). */
export type Relay = {
  kind: 'relay';
  /** Name or IP address, without brackets. */
  host: string;
  port: number;
  tls: TlsPolicy;
  credentials?: Credentials;
};

/** `mx`: the recipient's own servers. */
export type Target = Relay | { kind: 'mx' };

/** The forms of NEXT_HOP. `mailbox:` is handled by the service and never parsed here. */
const EXPECTED =
  'expected smtp://[user:password@]host[:port], smtps://[user:password@]host[:port], mx: or mailbox:';

/** One of these ends the host in a URL, so the rest of the password would be parsed as a port or a path. RFC 3986 section 3.2 */
const UNENCODED = /^smtps?:\/\/[^@]*[#/?][^@]*@/i;

/**
 * @param text `smtp://[user:pass@]host[:port][?tls=required]`, `smtps://[user:pass@]host[:port]` or `mx:`
 * @throws Error with one sentence that never contains the password
 */
export function parseNextHop(text: string): Target {
  if (text === 'mx:') return { kind: 'mx' };
  if (UNENCODED.test(text)) {
    throw new Error(
      'a #, / or ? in the user or the password must be percent-encoded: %23, %2F, %3F',
    );
  }
  const url = URL.parse(text);
  if (!url) throw new Error(`not an address of a mail server; ${EXPECTED}`);
  if (url.protocol !== 'smtp:' && url.protocol !== 'smtps:') {
    throw new Error(`'${url.protocol}' is not a supported scheme; ${EXPECTED}`);
  }
  if (url.hostname === '') throw new Error(`the host is missing; ${EXPECTED}`);
  if ((url.pathname !== '' && url.pathname !== '/') || url.hash !== '') {
    throw new Error(`nothing may follow the host and port; ${EXPECTED}`);
  }
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) === 0 && !/^[\w.-]+$/.test(host)) {
    throw new Error(`the host is neither a name in ASCII nor an IP address; ${EXPECTED}`);
  }
  const implicit = url.protocol === 'smtps:';
  const credentials = parseCredentials(url);
  const relay: Relay = {
    kind: 'relay',
    host,
    // RFC 8314 section 3.3: 465 is submission over implicit TLS.
    port: url.port === '' ? (implicit ? 465 : 25) : Number(url.port),
    tls: implicit ? 'implicit' : startTlsPolicy(url, host, credentials !== undefined),
  };
  if (relay.port === 0) throw new Error('port 0 is not a valid port');
  return credentials ? { ...relay, credentials } : relay;
}

function parseCredentials({ username, password }: URL): Credentials | undefined {
  if (username === '' && password === '') return undefined;
  if (username === '' || password === '') {
    throw new Error('a relay with credentials needs both user and password');
  }
  try {
    return { user: decodeURIComponent(username), password: decodeURIComponent(password) };
  } catch {
    throw new Error('a % in the user or the password must be percent-encoded: %25');
  }
}

/** A password is never sent in plaintext (RFC 4954 section 4), unless it stays on this machine. */
function startTlsPolicy(url: URL, host: string, hasCredentials: boolean): TlsPolicy {
  const options = [...url.searchParams];
  const [name, value] = options[0] ?? ['tls', hasCredentials ? 'required' : 'opportunistic'];
  if (options.length > 1 || name !== 'tls' || !/^(?:required|opportunistic)$/.test(value)) {
    throw new Error('the only option of smtp:// is ?tls=required or ?tls=opportunistic');
  }
  if (isLoopback(host) && options.length === 0) return 'opportunistic';
  if (hasCredentials && value === 'opportunistic' && !isLoopback(host)) {
    throw new Error('credentials are never sent in plaintext: leave out ?tls=opportunistic');
  }
  return value === 'required' ? 'required' : 'opportunistic';
}

const isLoopback = (host: string) =>
  host === 'localhost' || host === '::1' || (isIPv4(host) && host.startsWith('127.'));
