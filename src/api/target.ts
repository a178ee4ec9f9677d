/** Path and query of a request's URL, cut without a second parse: Hono has checked it. */

export type RequestTarget = {
  path: string;
  /** The part after the question mark, as sent. */
  query: string;
};

/** @param url absolute, as Hono holds it, or origin-form */
export function targetOf(url: string): RequestTarget {
  const scheme = url.indexOf('://');
  const start = scheme === -1 ? 0 : Math.max(0, url.indexOf('/', scheme + 3));
  const mark = url.indexOf('?', start);
  if (mark === -1) return { path: url.slice(start), query: '' };
  return { path: url.slice(start, mark), query: url.slice(mark + 1) };
}
