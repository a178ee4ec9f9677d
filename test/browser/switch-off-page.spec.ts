/** The page of a message's switch-off link works without scripts, a session and a mouse. */

import { expectAccessible } from './axe.ts';
import { expect, test as base } from './fixtures.ts';
import { expectAllVisible, lowTargets } from './layout.ts';
import { switchOffLink } from './stand-in/switch-off.ts';

const ALIAS = 'alias-4827@a.test';

/** `link` leads to a page with forwarding on. */
const test = base.extend<{ link: string }>({
  // Playwright reads the names of the fixtures from the pattern.
  // oxlint-disable-next-line no-empty-pattern
  link: async ({}, use) => {
    const cleanUps: (() => Promise<void> | void)[] = [];
    const after = (cleanUp: () => Promise<void> | void) => void cleanUps.unshift(cleanUp);
    await use(await switchOffLink(after, ALIAS));
    for (const cleanUp of cleanUps) await cleanUp();
  },
});

test('opening it changes nothing; the alias is shown as on the screen; each state of the page: WCAG 2.2 AA by axe, light and dark, on a desktop and on a phone', async ({
  link,
  page,
}) => {
  const complaints: string[] = [];
  page.on('console', (message) => complaints.push(message.text()));
  const states: [text: string, reach: () => Promise<unknown>][] = [
    ['Forwarding is on.', () => page.goto(link)],
    ['Forwarding is off.', () => page.getByRole('button', { name: 'Turn forwarding off' }).click()],
    ['Back to main screen', () => page.goto(link.slice(0, -1))],
  ];
  await page.goto(link);
  await expect(page.getByRole('heading', { name: ALIAS })).toHaveCSS(
    'font-family',
    /^ui-monospace/,
  );
  await expect(page.locator('svg.stamp')).toBeVisible();
  for (const [text, reach] of states) {
    await reach();
    // The answer to a form is another page.
    await expect(page.getByText(text)).toBeVisible();
    expect(await lowTargets(page.locator('a, button'))).toEqual([]);
    await expectAccessible(page);
    for (const width of [1000, 320]) {
      await page.setViewportSize({ width, height: 700 });
      await expectAllVisible(page);
    }
  }
  const home = page.getByRole('link', { name: 'Back to main screen' });
  await expect(home).toHaveAttribute('href', '/');
  // The browser's own log line for an answer of 404.
  expect(complaints.filter((text) => !text.includes('status of 404'))).toEqual([]);
});

test('by keyboard alone and without scripts forwarding goes off and on again', async ({
  link,
  browser,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(link);
  await expect(page.getByRole('heading', { name: ALIAS })).toBeVisible();
  await expect(page.getByText('Forwarding is on.')).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Forwarding is off.')).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Turn it back on' })).toBeFocused();
  await page.keyboard.press('Space');
  await expect(page.getByText('Forwarding is on.')).toBeVisible();
  expect(page.url()).toBe(link);
  expect(await context.cookies()).toEqual([]);
  await context.close();
});
