/** A request's body as JSON: bounded and checked before it is parsed. */

import type { Context, HonoRequest } from 'hono';
import { CallRefused } from './errors.ts';

const UTF_8 = new TextDecoder('utf-8', { fatal: true });

/** Octets of the longest body that a call reads. */
const LONGEST = 65_536;

/** Bodies without a length: their streams can only be read once. */
const CHUNKED = new WeakMap<HonoRequest, Promise<Buffer>>();

/**
 * Waits for the body, as long as any call may read: a session or key is checked after it. Otherwise its holder could
 * hold back the body, and act once it has ended. Never rejects: the call itself reports a bad body.
 */
export async function bodyArrived(req: HonoRequest): Promise<void> {
  if (req.method === 'GET' || req.method === 'HEAD') return;
  const length = req.header('content-length');
  const isSent =
    length === undefined ? req.header('transfer-encoding') !== undefined : length !== '0';
  if (isSent) await readOctets(req, LONGEST).catch(() => {});
}

/**
 * The body as parsed JSON; keys such as `__proto__` are then ordinary own properties (JSON.parse defines, never
 * assigns).
 * @param most octets of the body
 * @throws CallRefused 415 for another content type, 413 for a longer body (as soon as its announced or received length
 * shows it), 400 if it is not UTF-8 or not JSON
 */
export async function readJson({ req }: Context, most: number): Promise<unknown> {
  const type = req.header('content-type')?.split(';', 1)[0]?.trim().toLowerCase();
  if (type !== 'application/json') {
    throw new CallRefused(415, 'PGRST107', 'The Content-Type must be application/json.');
  }
  const octets = await readOctets(req, most);
  try {
    return JSON.parse(UTF_8.decode(octets));
  } catch {
    throw new CallRefused(400, 'PGRST102', 'The body is not JSON.');
  }
}

/** The members of a JSON body; none if it is not an object. @throws as `readJson` */
export async function readMembers(c: Context, most: number): Promise<Record<string, unknown>> {
  const body = await readJson(c, most);
  return isObject(body) ? body : {};
}

/**
 * The body, up to a bound. Not by middleware, which would create a second Request, as not every server allows.
 * @throws CallRefused 413 if it is longer, 400 if the connection ended before it was complete
 */
export async function readOctets(req: HonoRequest, most: number): Promise<Buffer> {
  const tooLong = () => new CallRefused(413, 'PGRST102', `The body is longer than ${most} octets.`);
  const length = req.header('content-length');
  if (Number(length ?? 0) > most) throw tooLong();
  try {
    // The server passes on no more octets than announced (RFC 9112 section 6.2), so they need not be counted; and a web
    // stream costs more than the rest of a call. This body is kept, and can be read a second time.
    if (length !== undefined) return Buffer.from(await req.arrayBuffer());
    let chunked = CHUNKED.get(req);
    if (chunked === undefined) CHUNKED.set(req, (chunked = readChunks(req)));
    const octets = await chunked;
    if (octets.length > most) throw tooLong();
    return octets;
  } catch (error) {
    if (error instanceof CallRefused) throw error;
    // The client has disconnected, which is not a fault of the service.
    throw new CallRefused(400, 'PGRST102', 'The body ended too early.');
  }
}

/** Stops after `LONGEST` octets: the result is longer then. */
async function readChunks(req: HonoRequest): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of req.raw.body ?? []) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > LONGEST) break;
  }
  return Buffer.concat(chunks);
}

/** Whether the value is a JSON object: neither null nor an array. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
