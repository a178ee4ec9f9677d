import { test as base, expect, type Page } from '@playwright/test';
import type { BuiltScreen } from '#app/http/built-screen.ts';
import { closeHttpServer, createHttpServer, securityHeaders } from '#app/http/server.ts';
import type { PageConfig } from '#rules/page.ts';
import { listenOnLoopback } from '#support/loopback.ts';
import { keepMessages, SHORT_LIVES } from './lasting.ts';
import { StandIn } from './stand-in/stand-in.ts';
import { Visitor } from './visitor.ts';

export { expect };

type Options = {
  /** Whether addresses are confirmed. */
  ownership: PageConfig['ownership'];
  /** Absent: the build of `npm run build`. */
  built: BuiltScreen | undefined;
};

type Fixtures = Options & {
  /** Replaces the stand-in. */
  anew: () => Promise<StandIn>;
  service: StandIn;
  baseURL: string;
  visitor: Visitor;
};

/** The address of a worker's stand-ins. */
type Address = { origin: string; fetch: StandIn['fetch'] };

type OfWorker = { address: Address };

/** `service` is the stand-in, `visitor` its user; an error or a warning in the page's console fails the test. */
export const test = base.extend<Fixtures, OfWorker>({
  address: [
    // Playwright reads the names of the fixtures from the pattern.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const address: Address = { origin: '', fetch: new StandIn().fetch };
      const server = createHttpServer(
        (...request) => address.fetch(...request),
        securityHeaders(false),
      );
      address.origin = `http://127.0.0.1:${await listenOnLoopback(server)}`;
      await use(address);
      server.closeAllConnections();
      await closeHttpServer(server);
    },
    { scope: 'worker' },
  ],
  ownership: ['open', { option: true }],
  built: [undefined, { option: true }],
  anew: async ({ address, built, ownership }, use) => {
    const opened: StandIn[] = [];
    await use(async () => {
      const service = new StandIn(built);
      opened.push(service);
      service.config.ownership = ownership;
      address.fetch = service.fetch;
      service.origin = address.origin;
      if (ownership === 'confirmed') await service.owners.open(service.origin);
      return service;
    });
    for (const { owners } of opened) await owners.close();
  },
  service: async ({ anew }, use) => use(await anew()),
  baseURL: async ({ service }, use) => use(service.origin),
  // Their times are tested under a stopped clock (times.spec.ts).
  context: async ({ context }, use) => {
    await context.addInitScript(keepMessages, SHORT_LIVES);
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await use(context);
  },
  visitor: async ({ page }, use) => {
    const complaints = listen(page);
    await use(new Visitor(page));
    expect(complaints, 'the console has no errors and no warnings').toEqual([]);
  },
});

/** A failed call is logged by the browser itself and, as specified, by the page. */
const FAILED_CALL =
  /^Failed to load resource|^(?:look-up|existence check|insert|update|loading the calls) failed:/;

/** Errors and warnings of the page; failed calls do not count. */
function listen(page: Page): string[] {
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    const text = message.text();
    if (/^(?:error|warning)$/.test(message.type()) && !FAILED_CALL.test(text))
      complaints.push(text);
  });
  return complaints;
}
