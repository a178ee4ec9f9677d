import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { expectAllVisible, setLetters } from './layout.ts';
import { JANE } from './visitor.ts';

const LONG = `${'a'.repeat(64)}@${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(57)}.org`;

/** Addresses that the specification's rule accepts, and their form in the calls. */
const ODD: [name: string, typed: string, asked: string][] = [
  ['254 characters', LONG, LONG],
  ['blanks of a phone keyboard', `\u00a0${JANE} `, JANE],
  ['right-to-left text', 'שלום@דוגמה.קום', 'שלום@דוגמה.קום'],
  ['a percent sign and an ampersand', 'a%26b&c@example.com', 'a%26b&c@example.com'],
];

test("an odd address is accepted as it is, and is shown whole; one that does not fit is broken before its at sign and after its dots: below the switch, and in 'To'; an alias at a long domain is shown whole, everywhere", async ({
  visitor,
  service,
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto('/');
  for (const [name, typed, asked] of ODD) {
    await test.step(`with ${name}`, async () => {
      await visitor.email.fill(typed);
      await visitor.submit();
      await visitor.ready.waitFor();
      expect(service.table.rows.at(-1)?.real_email).toBe(asked);
      await expect(
        page.getByRole('paragraph').filter({ hasText: /^Emails sent to your alias/ }),
      ).toContainText(asked);
      await expectAllVisible(page);
      await visitor.back.click();
      await visitor.email.fill(typed);
      await expect(visitor.text('Your current alias:')).toBeVisible();
      await expect(visitor.email).toHaveValue(typed);
    });
  }

  service.config.domains = ['domain.ofaliases.example'];
  await visitor.createAlias('somebody.of.three.names@mailbox.in.department.example');
  await visitor.button('Send Test Mail').click();
  const addresses = page.locator('main, dialog').locator('bdi').filter({ hasText: '@' });
  await expect(addresses).toHaveCount(2);
  for (const address of await addresses.all()) {
    const parts = await address.evaluate((element) =>
      [...element.querySelectorAll('span')].map((part) => ({
        text: part.textContent,
        lines: part.getClientRects().length,
      })),
    );
    expect(parts.map(({ text }) => text)).toContain('example');
    expect(parts.filter(({ lines }) => lines !== 1)).toEqual([]);
    const height = (await address.boundingBox())?.height ?? 0;
    expect(height, 'on several lines').toBeGreaterThan(40);
  }

  const domain = `${'mail-'.repeat(12)}x.${'veil-'.repeat(10)}post.example`;
  service.config.domains = [domain];
  await visitor.createAlias('mary@example.com');
  await expectAllVisible(page);
  await visitor.button('Send Test Mail').click();
  await expect(visitor.dialog.getByLabel('To')).toHaveValue(new RegExp(`@${domain}$`));
  await expectAllVisible(page);
});

test('on a low screen the whole form is visible, and the flap takes no room; on a wide one letters, envelope and stamp grow together; between form and result neither the envelope moves nor its title, for the words beside the name', async ({
  visitor,
  page,
}) => {
  await page.setViewportSize({ width: 844, height: 390 });
  await page.goto('/');
  await expect(page.locator('.flap')).toBeHidden();
  await expect(visitor.text('Your alias will be generated instantly')).toBeInViewport({ ratio: 1 });
  await visitor.createAlias(JANE);
  await expect(visitor.button('Send Test Mail')).toBeInViewport({ ratio: 1 });
  const { y = 0 } = (await page.locator('.envelope').boundingBox()) ?? {};
  expect(y + (await page.evaluate(() => scrollY))).toBe(24);

  const width = async () => (await page.locator('.envelope').boundingBox())?.width;
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto('/');
  expect(await width()).toBe(560);
  const top = async () => (await page.locator('.envelope').boundingBox())?.y;
  const title = page.locator('.envelope :is(label, h2)');
  const before = await top();
  const { y: titled } = (await title.boundingBox()) ?? {};
  // On the name's row, in the height of the stamp.
  const words = await visitor.text('An address to give out instead of yours').boundingBox();
  const name = await page.getByRole('heading', { name: 'Veilpost' }).boundingBox();
  expect(words?.y).toBeLessThan((name?.y ?? 0) + (name?.height ?? 0));
  await visitor.email.fill('john@example.com');
  await visitor.submit();
  await visitor.ready.waitFor();
  expect(await top()).toBe(before);
  expect((await title.boundingBox())?.y).toBe(titled);
  await page.setViewportSize({ width: 390, height: 844 });
  const sealed = await title.boundingBox();
  await visitor.back.click();
  await expect(visitor.email).toBeFocused();
  expect((await title.boundingBox())?.y).toBe(sealed?.y);
  // A title of two lines keeps clear of the name.
  await setLetters(page, '200%');
  await page.setViewportSize({ width: 1000, height: 900 });
  const { y: below = 0, height: two = 0 } = (await title.boundingBox()) ?? {};
  expect(two).toBeGreaterThan(100);
  const { y: above = 0, height: one = 0 } = (await page.locator('.named').boundingBox()) ?? {};
  expect(below - above - one).toBeGreaterThanOrEqual(8);
  await setLetters(page, '');
  await page.setViewportSize({ width: 2560, height: 1300 });
  expect(await width()).toBe(700);
  await expect(page.locator('html')).toHaveCSS('font-size', '20px');
  expect((await page.locator('.stamp').boundingBox())?.width).toBe(82.5);
});

test('printed, the result is its papers alone: no toast, no button, no switch, no footer; in forced colours papers have outlines, drawings are gone, the switch has system colours, and the button to press first has a ground of its own', async ({
  visitor,
  page,
}) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await page.goto('/');
  await expect(page.locator('.flap, .drawing').first()).toBeHidden();
  await visitor.createAlias(JANE);
  const border = (locator: ReturnType<Page['locator']>) =>
    locator.evaluate((element) => getComputedStyle(element).borderTopStyle);
  expect(await border(page.locator('.envelope'))).toBe('solid');
  expect(await border(visitor.button('Copy Alias'))).toBe('solid');
  const [first, second] = await Promise.all(
    ['Copy Alias', 'Send Test Mail'].map((name) =>
      visitor.button(name).evaluate((element) => {
        const { backgroundColor, color } = getComputedStyle(element);
        return { backgroundColor, color };
      }),
    ),
  );
  expect(first?.backgroundColor).toBe(second?.color);
  expect(first?.color).not.toBe(second?.color);
  const ground = () =>
    visitor.forwarding.evaluate((element) => getComputedStyle(element).backgroundColor);
  const on = await ground();
  await visitor.forwarding.click();
  await expect.poll(ground).not.toBe(on);
  await expect(visitor.text('Disabled')).toBeVisible();

  await page.emulateMedia({ media: 'print', forcedColors: 'none' });
  await expect(visitor.text('Your alias has been generated!')).toBeHidden();
  for (const role of ['button', 'switch', 'contentinfo'] as const) {
    await expect(page.getByRole(role)).toHaveCount(0);
  }
  await expect(visitor.ready).toBeVisible();
  await expect(visitor.text('Forwarding Off')).toBeVisible();
});
