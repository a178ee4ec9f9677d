/** Parses FILTER, by which the operator names the spam filter. */

import type { KeptServer } from '#network/kept-requests.ts';

/** The address of a filter that speaks Rspamd's protocol. */
export type FilterAddress = {
  to: KeptServer;
  password: string | undefined;
};

const EXPECTED = 'expected http://host[:port], https://host[:port] or unix:/path, with ?password=';
/** Of Rspamd's scanning worker; its controller is at 11334. */
const RSPAMD_PORT = 11_333;
const HTTPS_PORT = 443;

/**
 * @param text `http://127.0.0.1:11333`, `https://filter.example:443?password=secret` or `unix:/run/rspamd/worker.sock`
 * @throws Error with one sentence that never contains the password
 */
export function parseFilterAddress(text: string): FilterAddress {
  const url = URL.parse(text);
  if (url === null) throw new Error(`not an address of a filter; ${EXPECTED}`);
  const options = [...url.searchParams];
  const [name, password] = options[0] ?? [];
  if (options.length > 1 || (name !== undefined && (name !== 'password' || !password))) {
    throw new Error('the only option is ?password=');
  }
  // It goes into a field of HTTP.
  if (password !== undefined && !/^[\x21-\x7e]+$/.test(password)) {
    throw new Error('the password must be of printable ASCII, without blanks');
  }
  if (url.username !== '' || url.password !== '' || url.hash !== '') {
    throw new Error(`the password stands behind ?password=; ${EXPECTED}`);
  }
  if (url.protocol === 'unix:') {
    const socketPath = decodeURIComponent(url.pathname);
    if (url.host !== '' || !/^\/[^\0]+$/.test(socketPath)) throw new Error(EXPECTED);
    return { to: { socketPath }, password };
  }
  const isSecure = url.protocol === 'https:';
  if (!isSecure && url.protocol !== 'http:') throw new Error(EXPECTED);
  if (url.pathname !== '/') throw new Error(`nothing may follow the host and port; ${EXPECTED}`);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  // URL leaves the standard port of a scheme out.
  const standard = /^http:\/\/[^/?]*:80(?:[/?]|$)/i.test(text) ? 80 : RSPAMD_PORT;
  const port = url.port === '' ? (isSecure ? HTTPS_PORT : standard) : Number(url.port);
  return { to: { host, port, isSecure }, password };
}
