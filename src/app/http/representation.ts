/** A resource in memory, and the validators of HTTP. */

import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import type { Context } from 'hono';

export type Representation = {
  type: string;
  /** Cache-Control. */
  cache: string;
  /** Brotli alone if it is compressed: every browser accepts that, and both forms would take 7 MB more. */
  octets: Buffer<ArrayBuffer>;
  isCompressed: boolean;
  /** Strong validator (RFC 9110 section 8.8.3) of these octets, without quotes. */
  tag: string;
};

const decompressed = promisify(brotliDecompress);

export function tagOf(octets: Buffer): string {
  return createHash('sha256').update(octets).digest('base64url').slice(0, 27);
}

/** Answers a GET or HEAD: 304 if the client's copy is current, else the octets in an encoding that it accepts. */
export async function answer(
  c: Context,
  resource: Representation,
  headers: Record<string, string> = {},
) {
  const brotli = resource.isCompressed && acceptsBrotli(c.req.header('Accept-Encoding'));
  // RFC 9110 section 8.8.3.3: each encoding has its own validator.
  const etag = `"${resource.tag}${brotli ? '-br' : ''}"`;
  const common = {
    ...headers,
    ETag: etag,
    'Cache-Control': resource.cache,
    Vary: 'Accept-Encoding',
  };
  if (matches(c.req.header('If-None-Match'), etag)) return c.body(null, 304, common);
  const isAsHeld = brotli === resource.isCompressed;
  const octets = isAsHeld ? resource.octets : await decompressed(resource.octets);
  return c.body(octets, 200, {
    ...common,
    ...(brotli && { 'Content-Encoding': 'br' }),
    'Content-Type': resource.type,
    'Content-Length': String(octets.length),
  });
}

/** RFC 9110 section 12.5.3: named, or covered by `*`, with a weight above zero. */
function acceptsBrotli(header: string | undefined): boolean {
  const weights = new Map<string, number>();
  for (const part of (header ?? '').split(',')) {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase());
    const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
    weights.set(name, weight === undefined ? 1 : Number(weight));
  }
  return (weights.get('br') ?? weights.get('*') ?? 0) > 0;
}

/** RFC 9110 section 13.1.2, by weak comparison: a proxy may have marked our tag with `W/`. */
function matches(header: string | undefined, etag: string): boolean {
  return (header ?? '')
    .split(',')
    .some((part) => part.trim() === '*' || part.trim().replace(/^W\//, '') === etag);
}
