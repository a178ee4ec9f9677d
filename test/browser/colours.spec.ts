/** What the specification says in colours, and the two papers. */

import type { Locator } from '@playwright/test';
import { MESSAGES } from '#rules/messages.ts';
import { expect, test } from './fixtures.ts';
import { JANE, type Visitor } from './visitor.ts';

/** The name of a computed colour, by its hue. */
async function colourOf(locator: Locator, property: 'color' | 'backgroundColor'): Promise<string> {
  const colour = await locator.evaluate(
    (element, name) => getComputedStyle(element)[name],
    property,
  );
  const [r = 0, g = 0, b = 0] = [...colour.matchAll(/\d+/g)].map(Number);
  const hue = (Math.atan2(Math.sqrt(3) * (g - b), 2 * r - g - b) * 180) / Math.PI;
  if (Math.max(r, g, b) - Math.min(r, g, b) < 16) return 'grey';
  if (hue > -15 && hue < 15) return 'red';
  if (hue > 22 && hue < 45) return 'orange';
  return hue > 100 && hue < 170 ? 'green' : `hue ${hue}`;
}

/** A success, an error and a warning, one after another under a clock that stands still. */
async function threeToasts(visitor: Visitor): Promise<void> {
  await visitor.stopClock();
  await visitor.createAlias(JANE);
  await visitor.forwarding.click();
  await visitor.text(MESSAGES.toggleFailed).waitFor();
  await visitor.back.click();
  await visitor.email.fill(JANE);
  await visitor.generate.click();
  await visitor.text('Your current alias:').waitFor();
}

for (const colorScheme of ['light', 'dark'] as const) {
  test(`toasts are at the top, the newest last: green for success, red for error, orange for warning, ${colorScheme}`, async ({
    visitor,
    page,
    service,
  }) => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    service.faults.fail('update', { status: 500 });
    await threeToasts(visitor);
    const toasts = page.getByRole('region', { name: 'Notifications' }).locator('> *');
    await expect(toasts).toHaveText([MESSAGES.created, MESSAGES.toggleFailed, MESSAGES.planLimit]);
    const cells = toasts.locator('.toast-cell');
    const colours = [0, 1, 2].map((index) => colourOf(cells.nth(index), 'backgroundColor'));
    expect(await Promise.all(colours)).toEqual(['green', 'red', 'orange']);
    let free = 16;
    for (const toast of await toasts.all()) {
      const { y = 0, height = 0 } = (await toast.boundingBox()) ?? {};
      expect(y).toBeCloseTo(free, 0);
      free = y + height + 8;
    }
  });

  test(`notes are orange, the badge and the banner of a disabled alias are red, ${colorScheme}`, async ({
    visitor,
    page,
  }) => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await visitor.createAlias(JANE);
    const note = visitor.text('Upgrade coming soon for multiple aliases.');
    expect(await colourOf(note, 'color')).toBe('orange');
    await visitor.forwarding.click();
    expect(await colourOf(visitor.text('Disabled'), 'color')).toBe('red');
    const banner = visitor.text('Alias is disabled - emails will not be forwarded');
    expect(await colourOf(banner, 'color')).toBe('red');
    expect(await colourOf(banner, 'backgroundColor')).toBe('red');
    await visitor.back.click();
    await visitor.email.fill(JANE);
    const limit = visitor.text(MESSAGES.planLimit);
    await expect(limit).toBeVisible();
    expect(await colourOf(limit, 'color')).toBe('orange');
  });
}

test('the page is dark where the system is, and the browser around it has its colour', async ({
  page,
}) => {
  await page.goto('/');
  const grounds = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    const ground = await page.evaluate(() => {
      const metas = [...document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')];
      const theme = metas.find(({ media }) => matchMedia(media).matches)?.content ?? '';
      const probe = document.createElement('i');
      probe.style.color = theme;
      document.body.append(probe);
      const desk = getComputedStyle(document.documentElement).backgroundColor;
      return { desk, theme: getComputedStyle(probe).color };
    });
    expect(ground.theme).toBe(ground.desk);
    grounds.push(ground.desk);
  }
  expect(grounds).toEqual(['rgb(242, 246, 248)', 'rgb(11, 17, 21)']);
});
