/** Parses FILTER, which names the operator's spam filter. */

import type { KeptServer } from '#network/kept-client.ts';

/** The address of a filter that speaks Rspamd's protocol. */
export type FilterAddress = {
  to: KeptServer;
  /** Empty: none. */
  password: string;
  /** Whether owners' replies are filtered too. */
  replies: boolean;
};

const EXPECTED =
  'expected http://host[:port], https://host[:port] or unix:/path, with ?password=, ?replies=on or ?password=...&replies=on';
/** Of Rspamd's scanning worker; its controller is at 11334. */
const RSPAMD_PORT = 11_333;
const HTTPS_PORT = 443;

/**
 * @param text `http://127.0.0.1:11333`, `https://filter.example:443?password=secret&replies=on` or `unix:/run/rspamd/worker.sock`
 * @throws Error with one sentence that never contains the password
 */
export function parseFilterAddress(text: string): FilterAddress {
  const url = URL.parse(text);
  if (url === null) throw new Error(`not an address of a filter; ${EXPECTED}`);
  const options = new Map(url.searchParams);
  const password = options.get('password') ?? '';
  const replies = options.get('replies') ?? 'off';
  const isKnown = [...options.keys()].every((name) => name === 'password' || name === 'replies');
  if (!isKnown || options.size < [...url.searchParams].length || options.get('password') === '') {
    throw new Error('the only options are ?password= and ?replies=, each once');
  }
  if (replies !== 'on' && replies !== 'off') throw new Error('?replies= must be on or off');
  const asked = { password, replies: replies === 'on' };
  // It becomes the value of an HTTP field.
  if (!/^[\x21-\x7e]*$/.test(password)) {
    throw new Error('the password must be of printable ASCII, without blanks');
  }
  if (url.username !== '' || url.password !== '' || url.hash !== '') {
    throw new Error(`write the password as ?password=; ${EXPECTED}`);
  }
  if (url.protocol === 'unix:') {
    const socketPath = decodeURIComponent(url.pathname);
    if (url.host !== '' || !/^\/[^\0]+$/.test(socketPath)) throw new Error(EXPECTED);
    return { to: { socketPath }, ...asked };
  }
  const isSecure = url.protocol === 'https:';
  if (!isSecure && url.protocol !== 'http:') throw new Error(EXPECTED);
  if (url.pathname !== '/') throw new Error(`nothing may follow the host and port; ${EXPECTED}`);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  // URL omits a scheme's standard port.
  const standard = /^http:\/\/[^/?]*:80(?:[/?]|$)/i.test(text) ? 80 : RSPAMD_PORT;
  const port = url.port === '' ? (isSecure ? HTTPS_PORT : standard) : Number(url.port);
  return { to: { host, port, isSecure }, ...asked };
}
