/** Reader of NEXT_HOP: where forwarded mail goes. */

import { isIP } from 'node:net';
import { ConfigError } from './config-error.ts';
import { type Environment, text } from './values.ts';

export type NextHopTarget =
  /** The built-in try-out mailbox. */
  | { kind: 'mailbox' }
  /** The real mailbox's own MX hosts. */
  | { kind: 'mx' }
  /** One relay for everything. */
  | {
      kind: 'relay';
      host: string;
      port: number;
      /** `implicit`: TLS from the first octet (RFC 8314); `required`: STARTTLS or nothing; `opportunistic`: STARTTLS where offered. */
      tls: 'implicit' | 'required' | 'opportunistic';
      credentials: { user: string; password: string } | undefined;
    };

/** RFC 5321 section 4.5.4.2, and RFC 8314 section 7.3 for TLS from the first octet. */
const PORTS = { 'smtp:': 25, 'smtps:': 465 };

const ALLOWED =
  'must be mailbox:, mx:, or a relay such as smtp://user:password@mail.example.org:587 or smtps://mail.example.org';

/** The value may hold a password, so a message never repeats it. */
export function nextHop(env: Environment, name: string): NextHopTarget {
  const value = text(env, name) ?? 'mailbox:';
  if (value === 'mailbox:') return { kind: 'mailbox' };
  if (value === 'mx:') return { kind: 'mx' };
  const url = URL.parse(value);
  if (url === null || (url.protocol !== 'smtp:' && url.protocol !== 'smtps:')) {
    throw new ConfigError(name, ALLOWED);
  }
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  const bare =
    (url.pathname === '' || url.pathname === '/') && url.hash === '' && url.search === '';
  if (!bare || (isIP(host) === 0 && !/^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/i.test(host))) {
    throw new ConfigError(name, ALLOWED);
  }
  return {
    kind: 'relay',
    host,
    port: url.port === '' ? PORTS[url.protocol] : Number(url.port),
    tls: tlsFor(url),
    credentials: credentials(url, name),
  };
}

/** A password never goes out in clear: with credentials STARTTLS is demanded. */
function tlsFor(url: URL): 'implicit' | 'required' | 'opportunistic' {
  if (url.protocol === 'smtps:') return 'implicit';
  return url.username === '' ? 'opportunistic' : 'required';
}

function credentials(url: URL, name: string): { user: string; password: string } | undefined {
  if (url.username === '' && url.password === '') return undefined;
  try {
    const user = decodeURIComponent(url.username);
    const password = decodeURIComponent(url.password);
    if (user !== '' && password !== '') return { user, password };
  } catch {
    // A percent sign that begins no escape: told below, without the password.
  }
  throw new ConfigError(
    name,
    'must have both a user and a password, with signs such as @ : / % written as %40 %3A %2F %25',
  );
}
