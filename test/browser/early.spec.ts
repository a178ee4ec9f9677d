/** Input that comes before the script of the page: from a visitor on a slow network, or restored by the browser. */

import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { JANE } from './visitor.ts';

/** Opens the page without its script. @returns a function that lets the script come */
async function openSlowly(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route('**/assets/index-*.js', async (route) => {
    await promise;
    await route.continue();
  });
  await page.goto('/', { waitUntil: 'domcontentloaded' });
  return resolve;
}

test('before the page was ready nothing that is typed or pressed is lost: a submitted form leads nowhere, no address gets into a URL, and the text stays; an address that was typed on after Enter is looked up, not submitted, and keeps the focus; Enter makes the alias', async ({
  visitor,
  page,
  service,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  let come = await openSlowly(page);
  await visitor.email.pressSequentially(JANE);
  // As a browser does that has restored an enabled button, or an extension that fills in forms.
  await page.evaluate(() => document.querySelector('form')?.requestSubmit());
  // A navigation would have begun by then.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
  come();
  await expect(visitor.generate).toBeEnabled();
  await expect(visitor.email).toHaveValue(JANE);
  expect(new URL(page.url()).search).toBe('');
  expect(asked.filter((url) => url.includes('?email='))).toEqual([]);

  await page.goto('about:blank');
  service.calls.length = 0;
  service.table.rows.length = 0;
  come = await openSlowly(page);
  await visitor.email.pressSequentially('jane.doe@example.co');
  await visitor.email.press('Enter');
  await visitor.email.pressSequentially('m');
  come();
  await expect.poll(() => service.calls.map(({ call }) => call)).toEqual(['lookUp']);
  await expect(visitor.generate).toBeEnabled();
  await expect(visitor.email).toBeFocused();
  expect(service.count('insert')).toBe(0);

  await page.goto('about:blank');
  come = await openSlowly(page);
  await visitor.email.pressSequentially(JANE);
  await visitor.email.press('Enter');
  come();
  await expect(visitor.ready).toBeVisible();
  expect(service.table.rows.map(({ real_email }) => real_email)).toEqual([JANE]);
});

test('in a browser that hides its clocks from pages the form works at once, without scripts', async ({
  visitor,
  page,
  service,
}) => {
  await page.addInitScript(() => {
    for (const name of ['PerformanceObserver', 'PerformanceNavigationTiming']) {
      Reflect.deleteProperty(globalThis, name);
    }
    Object.defineProperty(performance, 'getEntriesByType', { value: undefined });
  });
  // Without a focused element the script still loads.
  const loaded = page.waitForRequest(/assets\/index-/);
  await page.goto('/');
  await loaded;
  await visitor.createAlias(JANE);
  await page.reload();
  await expect(visitor.ready).toBeVisible();
  expect(service.table.rows).toHaveLength(1);
});

test('a press that begins before the look-up and ends after it has begun is not lost', async ({
  visitor,
  page,
  service,
}) => {
  await visitor.stopClock();
  service.faults.hold('lookUp');
  await page.goto('/');
  await visitor.email.fill(JANE);
  await expect(visitor.generate).toBeEnabled();
  await visitor.generate.hover();
  await page.mouse.down();
  await visitor.pass(500);
  await expect(visitor.button('Checking...')).toBeVisible();
  await page.mouse.up();
  await expect(visitor.ready).toBeVisible();
  expect(service.count('insert')).toBe(1);
});
