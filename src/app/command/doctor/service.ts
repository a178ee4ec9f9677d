/** The service itself: whether it listens on this machine, and whether visitors reach it at PUBLIC_URL. */

import { connect } from 'node:net';
import { errorCode } from '../../config/fault.ts';
import { inUrl, reachable } from '../../config/listen-address.ts';
import { type Finding, findings, type Installation } from './examination.ts';

/** Longest time for one answer, in milliseconds. */
const PATIENCE_MS = 10_000;
/** Most octets of an answer that are shown. */
const SHOWN_OCTETS = 200;

/** Each port by itself: a process may have lost one of them. */
export async function examineListening({ config }: Installation): Promise<Finding[]> {
  const { httpHost, httpPort, smtpHost, smtpPort } = config;
  return Promise.all([
    examinePort('SMTP_PORT', smtpHost, smtpPort),
    examinePort('HTTP_PORT', httpHost, httpPort),
  ]);
}

async function examinePort(name: string, host: string, port: number): Promise<Finding> {
  const { ok, wrong } = findings(name);
  const where = `${inUrl(host)}:${port}`;
  if (await listens(reachable(host), port)) return ok(`the service listens on ${where}`);
  const fix =
    'Start it (systemctl start veilpost); journalctl --unit veilpost shows why it stopped.';
  return wrong(`the service does not listen on ${where}`, fix);
}

/** From any address of this machine: OUTGOING_ADDRESS may have one family only. */
function listens(host: string, port: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const socket = connect({ host, port, timeout: PATIENCE_MS });
  socket.once('connect', () => resolve(true));
  for (const event of ['timeout', 'error']) socket.once(event, () => resolve(false));
  return promise.finally(() => socket.destroy());
}

/** Requests /healthz as a visitor's browser would: by the name, the certificate and the web server. */
export async function examineSite({ config }: Installation): Promise<Finding> {
  const { ok, warning, wrong } = findings('PUBLIC_URL');
  if (config.publicUrl === undefined) {
    return warning('not set', 'Set it to the address of the screen: links in letters point there.');
  }
  const address = `${config.publicUrl}/healthz`;
  try {
    const signal = AbortSignal.timeout(PATIENCE_MS);
    const response = await fetch(address, { redirect: 'manual', signal });
    if (response.status === 200) return ok(`${address} answers 200`);
    const reason = response.status === 503 ? `: ${await beginning(response)}` : '';
    const fix =
      response.status === 503
        ? 'See Troubleshooting in docs/operations.md.'
        : 'Another program listens there, or the web server does not proxy the request (deploy/nginx.conf).';
    return wrong(`${address} answers ${response.status}${reason}`, fix);
  } catch (error) {
    const cause = error instanceof Error ? error.cause : undefined;
    const reason = errorCode(cause) || (error instanceof Error && error.name) || 'no answer';
    const fix = 'Check the web server, its certificate, and the A and AAAA records of the name.';
    return wrong(`${address} is not reachable (${reason})`, fix);
  }
}

async function beginning(response: Response): Promise<string> {
  const reader = response.body?.getReader();
  const first = await reader?.read();
  await reader?.cancel();
  const octets = first?.value ?? new Uint8Array();
  const text = new TextDecoder().decode(octets.subarray(0, SHOWN_OCTETS));
  return text.replaceAll(/\p{Cc}+/gu, ' ').trim();
}
