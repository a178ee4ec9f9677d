/** The screen on a static host, in a folder, with a Supabase project on another origin. */

import type { Page } from '@playwright/test';
import { LANGUAGES } from '#languages/languages.ts';
import { expect, test } from './fixtures.ts';
import { visit } from './one-visit.ts';
import { StaticHost } from './stand-in/static-host.ts';
import { JANE } from './visitor.ts';

// One build serves all tests of this file.
test.describe.configure({ mode: 'default' });
const host = new StaticHost();
const { table, seen } = host;
let screen = '';

test.beforeAll(async () => {
  screen = await host.listen();
});

test.beforeEach(async ({ page }) => {
  host.reset();
  await page.route('/', (route) => route.fulfill({ status: 302, headers: { location: screen } }));
});

test.afterAll(() => host.close());

test('a whole visit on a static host, with a Supabase project; the privacy page is next to the screen, and names the place of the table of aliases', async ({
  visitor,
  page,
}) => {
  const alias = await visit(visitor, JANE);
  expect(alias).toMatch(/^alias-\d{6}@post\.example$/);
  expect(table.rows).toMatchObject([{ real_email: JANE, alias_email: alias, active: false }]);
  for (const { call, headers } of seen) {
    expect(headers.apikey, call).toBe('project-key');
    expect(headers['x-real-email'], call).toBe(JANE);
  }
  expect(seen.map(({ call }) => call)).not.toContain('testMail');
  await expect(page.getByText('Made in Clay')).toBeVisible();

  await visitor.back.click();
  await page.getByRole('link', { name: 'What we keep, and for how long' }).click();
  await expect(
    visitor.text(/^The table of aliases is kept at http:\/\/127\.0\.0\.1:\d+,/),
  ).toBeVisible();
  await page.getByRole('link', { name: 'Back to main screen' }).click();
  await expect(visitor.email).toBeVisible();
  const manifest = await page.locator('link[rel="manifest"]').getAttribute('href');
  expect((await page.request.get(new URL(manifest ?? '', page.url()).href)).ok()).toBe(true);
});

/** By Enter: when the pointer arrives, a look-up may have disabled the button. */
async function createInGerman(page: Page): Promise<void> {
  await expect(page.getByRole('button', { name: 'Alias erstellen' })).toBeVisible();
  const field = page.getByLabel('Ihre echte Mailadresse');
  await field.fill(JANE);
  await field.press('Enter');
}

test('/de/ is a folder of its own: its links lead to the other languages, and German stays in it; an email is requested in the language of the page, and its link opens the same page', async ({
  visitor,
  page,
}) => {
  const german = `${screen}de/`;
  await page.goto(german);
  await expect(page.locator('link[rel="canonical"]')).toHaveJSProperty('href', german);
  const alternates = await page
    .locator('link[rel="alternate"]')
    .evaluateAll((links: HTMLLinkElement[]) => links.map(({ hreflang, href }) => [hreflang, href]));
  const every = [...Object.keys(LANGUAGES), 'en', 'x-default'];
  expect(new Set(alternates.map(([tag]) => tag))).toEqual(new Set(every));
  for (const [tag = '', href = ''] of alternates) {
    expect(href).toBe(tag in LANGUAGES ? `${screen}${tag}/` : screen);
  }
  expect(await (await page.request.get(screen)).text()).toContain('<html lang="en" dir="ltr">');
  await createInGerman(page);
  await expect(page.getByRole('heading', { name: 'Ihr Alias ist fertig!' })).toBeVisible();
  await page.goto(german);
  await page.getByRole('link', { name: 'Was wir speichern, und wie lange' }).click();
  await expect(page).toHaveURL(`${german}privacy/`);
  await expect(visitor.text(/^Die Tabelle der Aliasse liegt bei http:/)).toBeVisible();
  await page.getByRole('link', { name: 'Zurück zur Startseite' }).click();
  await expect(page).toHaveURL(german);
  await page.getByRole('link', { name: 'This page in English' }).click();
  await expect(page).toHaveURL(screen);

  host.reset();
  const confirmed = host.confirmedInGerman(screen);
  await page.goto(confirmed);
  await createInGerman(page);
  await expect
    .poll(() => host.letters)
    .toEqual([{ email: JANE, create_user: true, data: { language: 'de' } }]);
  await visitor.visitAgain(`${confirmed}#confirm=${'x'.repeat(43)}`);
  await expect(page.getByRole('dialog', { name: 'Ist das Ihre Adresse?' })).toBeVisible();
  await expect(visitor.button('Ja, das ist meine Adresse')).toBeVisible();
});
