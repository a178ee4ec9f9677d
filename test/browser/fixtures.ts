import { test as base, expect, type Page } from '@playwright/test';
import type { PageConfig } from '#rules/page.ts';
import { Visitor } from './visitor.ts';
import { StandIn } from './stand-in/stand-in.ts';

export { expect };

export type Options = {
  /** Whether addresses are confirmed. */
  ownership: PageConfig['ownership'];
  /** Address of the browser's session; empty: none. */
  owner: string;
};

type Fixtures = Options & {
  service: StandIn;
  baseURL: string;
  visitor: Visitor;
};

/** `service` is the stand-in, `visitor` its user; an error or a warning in the page's console fails the test. */
export const test = base.extend<Fixtures>({
  ownership: ['open', { option: true }],
  owner: ['', { option: true }],
  service: async ({ ownership }, use) => {
    const service = new StandIn();
    service.config.ownership = ownership;
    await use(service);
    await service.close();
  },
  baseURL: async ({ service }, use) => use(await service.listen()),
  visitor: async ({ page, service, owner }, use) => {
    const complaints = listen(page);
    if (owner !== '') await page.addInitScript(keep, await service.owners.session(owner));
    await use(new Visitor(page));
    expect(complaints, 'the console has no errors and no warnings').toEqual([]);
  },
});

/** Run in the page. */
function keep(session: string): void {
  localStorage.setItem('veilpost.session', session);
}

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
