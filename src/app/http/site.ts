/** Everything that HTTP_PORT serves: the screen, the api, and /healthz. */

import { type Context, Hono, type MiddlewareHandler } from 'hono';
import { getPath } from 'hono/utils/url';
import { notFound } from '#api/envelope-page.ts';
import type { PageConfig } from '#rules/page.ts';
import type { Health } from '../observe/health.ts';
import type { Log } from '../observe/log.ts';
import type { Metrics } from '../observe/metrics.ts';
import { type BuiltPage, type BuiltScreen, HTML } from './built-screen.ts';
import { callName } from './call-name.ts';
import { createPage, documentPolicy, pagePolicy } from './page.ts';
import { answer } from './representation.ts';
import { createWellKnown, type WellKnownParts } from './well-known.ts';

export type SiteParts = WellKnownParts & {
  screen: BuiltScreen;
  /** The configuration that the page contains now. */
  pageConfig: () => PageConfig;
  /** Answers /rest/v1 and /functions/v1; any other path is 404. */
  api: Hono;
  health: () => Promise<Health>;
  metrics: Metrics;
  log: Log;
};

export function createSite(parts: SiteParts): Hono {
  const { screen, api, health, metrics, log } = parts;
  const site = new Hono({ getPath: pathOf });
  site.use(timed(metrics));
  const addPage = (path: string, { html, hashes }: BuiltPage, headers = {}) => {
    const page = createPage(html, parts.publicUrl);
    const all = { 'Content-Security-Policy': pagePolicy(hashes), ...headers };
    site.get(path, (c) => answer(c, page(parts.pageConfig()), all));
  };
  addPage('/', screen);
  for (const [tag, page] of screen.languages) {
    addPage(`/${tag}/`, page, { 'Content-Language': tag });
    site.get(`/${tag}`, (c) => c.redirect(`/${tag}/`, 308));
  }
  site.on(HEALTH_METHODS, '/healthz', (c) => answerHealth(c, health));
  for (const [path, file] of screen.files) {
    // The languages have another style sheet than English.
    const { hashes } = screen.languages.get(path.split('/')[1] ?? '') ?? screen;
    const documents = { 'Content-Security-Policy': documentPolicy(hashes) };
    site.get(path, (c) => answer(c, file, file.type === HTML ? documents : {}));
  }
  site.route('/', createWellKnown(parts));
  site.route('/', api);
  site.notFound(notFound);
  site.onError((error, c) => {
    log.error({ err: error, call: callName(c.req) }, 'a request failed');
    return c.text('Internal error\n', 500);
  });
  return site;
}

/** Load balancers use OPTIONS if no method is set; HEAD is answered wherever GET is. */
export const HEALTH_METHODS = ['GET', 'OPTIONS'];

/** 200, or 503 with the reason. */
export async function answerHealth(c: Context, health: () => Promise<Health>): Promise<Response> {
  const state = await health();
  return state.ok ? c.text('ok\n') : c.text(`${state.reason}\n`, 503);
}

/** Counts and times every call. */
function timed(metrics: Metrics): MiddlewareHandler {
  return async (c, next) => {
    const end = metrics.httpSeconds.startTimer();
    await next();
    const call = callName(c.req);
    end({ call, status: String(c.res.status) });
  };
}

/**
 * Programs append `/api/...` to the address that their user typed, with or without a slash at its end, and do not
 * follow redirects: there the slashes do not count.
 */
function pathOf(request: Request): string {
  const path = getPath(request);
  return /^\/+api\//.test(path) ? path.replaceAll(/\/{2,}/g, '/').replace(/\/$/, '') : path;
}
