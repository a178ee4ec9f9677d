/** A resource in memory: its octets, plain and compressed, and the validators of HTTP. */

import { createHash } from 'node:crypto';
import type { Context } from 'hono';

export type Representation = {
  type: string;
  /** Cache-Control. */
  cache: string;
  plain: Buffer<ArrayBuffer>;
  brotli: Buffer<ArrayBuffer> | undefined;
  /** Strong validator (RFC 9110 section 8.8.3) of the plain octets, without quotes. */
  tag: string;
};

export function tagOf(octets: Buffer): string {
  return createHash('sha256').update(octets).digest('base64url').slice(0, 27);
}

/** Answers a GET or HEAD: 304 if the client's copy is current, else the octets in an encoding that it accepts. */
export function answer(c: Context, resource: Representation, headers: Record<string, string> = {}) {
  const brotli = resource.brotli !== undefined && accepts(c.req.header('Accept-Encoding'), 'br');
  // RFC 9110 section 8.8.3.3: each encoding has its own validator.
  const etag = `"${resource.tag}${brotli ? '-br' : ''}"`;
  const common = {
    ...headers,
    ETag: etag,
    'Cache-Control': resource.cache,
    Vary: 'Accept-Encoding',
  };
  if (matches(c.req.header('If-None-Match'), etag)) return c.body(null, 304, common);
  const octets = brotli && resource.brotli ? resource.brotli : resource.plain;
  return c.body(octets, 200, {
    ...common,
    ...(brotli && { 'Content-Encoding': 'br' }),
    'Content-Type': resource.type,
    'Content-Length': String(octets.length),
  });
}

/** RFC 9110 section 12.5.3: named, or covered by `*`, with a weight above zero. */
function accepts(header: string | undefined, coding: string): boolean {
  const weights = new Map<string, number>();
  for (const part of (header ?? '').split(',')) {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase());
    const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
    weights.set(name, weight === undefined ? 1 : Number(weight));
  }
  return (weights.get(coding) ?? weights.get('*') ?? 0) > 0;
}

/** RFC 9110 section 13.1.2, by weak comparison: a proxy may have marked our tag with `W/`. */
function matches(header: string | undefined, etag: string): boolean {
  return (header ?? '')
    .split(',')
    .some((part) => part.trim() === '*' || part.trim().replace(/^W\//, '') === etag);
}
