/** Path and query of a request's URL, cut without parsing the rest of it: Hono has done that. */

export type Target = {
  path: string;
  /** Behind the question mark, as it was sent. */
  query: string;
};

/** @param url absolute, as Hono holds it, or origin-form */
export function targetOf(url: string): Target {
  const scheme = url.indexOf('://');
  const start = scheme === -1 ? 0 : Math.max(0, url.indexOf('/', scheme + 3));
  const mark = url.indexOf('?', start);
  if (mark === -1) return { path: url.slice(start), query: '' };
  return { path: url.slice(start, mark), query: url.slice(mark + 1) };
}
