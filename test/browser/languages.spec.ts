/** The screen in other languages (docs/languages.md). */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { directionOf, LANGUAGES } from '#languages/languages.ts';
import { DIST } from '../../scripts/screen.ts';
import { expectNoViolation, OF_COLOURS } from './axe.ts';
import { expect, test } from './fixtures.ts';
import { interpreter, speaking } from './interpreter.ts';
import { expectLeftToRight, expectWhole } from './layout.ts';
import { OWNER_STATES } from './owner-states.ts';
import { STATES } from './states.ts';
import { JANE, Visitor } from './visitor.ts';

const tags = Object.keys(LANGUAGES);

/** Before a landing the language of all-states.spec.ts, longer than any of them and from right to left, represents all; at night each is tested. */
const every = process.env.EVERY_LANGUAGE !== undefined;

const MODES = {
  light: { colorScheme: 'light', forcedColors: 'none' },
  dark: { colorScheme: 'dark', forcedColors: 'none' },
  'forced colours': { colorScheme: 'light', forcedColors: 'active' },
} as const;

test('the first load of a language is at most 600 octets more than that of English, and below 66 kB', () => {
  const octets = (folder: string) => {
    const html = readFileSync(join(DIST, folder, 'index.html'), 'utf8');
    const [, script = ''] = /import\(["']\.\/([^"']+)/.exec(html) ?? [];
    return readFileSync(join(DIST, folder, `${script}.br`)).length;
  };
  for (const tag of tags) {
    expect(octets(tag), tag).toBeLessThanOrEqual(octets('.') + 600);
    expect(octets(tag), tag).toBeLessThanOrEqual(66_000);
  }
});

test('each language is there before any script, and hydrates without a difference', async ({
  visitor: { page },
}) => {
  for (const tag of ['en', ...tags]) {
    await test.step(tag, async () => {
      const say = await interpreter(tag);
      const html = (await (await page.goto(tag === 'en' ? '/' : `/${tag}/`))?.text()) ?? '';
      expect(html).toContain(`>${String(say('Enter your real email'))}<`);
      expect(html).toContain(`<html lang="${tag}" dir="${directionOf(tag)}">`);
      await page.getByLabel(say('Enter your real email')).fill(JANE);
      // A difference would be an error in the console, which fails the test (fixtures.ts).
      await expect(page.getByRole('button', { name: say('Generate Alias') })).toBeEnabled();
    });
  }
});

test('a name whose parts a language has several texts for is found by any of them', async () => {
  const say = await interpreter('de');
  // Of an alias it is another word than of a setting.
  for (const off of ['abgeschaltet', 'aus']) {
    expect(`Zweiter Faktor ${off}`).toMatch(say('Second factor off'));
  }
  expect('Zweiter Faktor aus und mehr').not.toMatch(say('Second factor off'));
  expect(say('Second factor')).toBe('Zweiter Faktor');
});

// Its 'Disabled' is the longest.
for (const tag of every ? tags : ['pt-BR']) {
  test.describe(tag, () => {
    test.use({ locale: tag });

    test(`a browser in ${tag} sees one line more at /, below all specified texts; it leads to its language, and back; in the state that has the most words beside its name the page is whole, and covers nothing of it`, async ({
      visitor: { page },
      service,
    }) => {
      const alias_email = 'alias-2000@veilpost.example';
      service.table.put({ real_email: JANE, alias_email, active: false });
      const say = await interpreter(tag);
      await page.goto('/');
      await expect(page.locator('html')).toHaveAttribute('lang', 'en');
      const links = page.getByRole('navigation').getByRole('link');
      await expect(links).toHaveCount(1);
      await expect(links).toHaveAttribute('lang', tag);
      const line = await links.boundingBox();
      const footer = await page.locator('footer').boundingBox();
      expect(line?.y).toBeGreaterThanOrEqual((footer?.y ?? 0) + (footer?.height ?? 0));
      await links.click();
      await expect(page).toHaveURL(new RegExp(`/${tag}/$`));
      await page.getByLabel(say('Enter your real email')).fill(JANE);
      await page.getByText(say('Disabled'), { exact: true }).waitFor();
      await expectWhole(page);
      await page.getByRole('link', { name: 'This page in English' }).click();
      await expect(page.getByLabel('Enter your real email')).toBeVisible();
    });
  });
}

for (const tag of every ? ['en', ...tags] : []) {
  for (const [states, ownership] of [
    [STATES, 'open'],
    [OWNER_STATES, 'confirmed'],
  ] as const) {
    test.describe(`${tag} ${ownership}`, () => {
      test.use({ locale: tag, ownership });
      for (const [name, reach] of Object.entries(states)) {
        test(`${tag}: ${name}, whole at 320 px and with letters twice as large; WCAG 2.2 AA by axe; light, dark and in forced colours`, async ({
          service,
          visitor: { page },
        }) => {
          await page.setViewportSize({ width: 320, height: 640 });
          const say = await interpreter(tag);
          const visitor =
            tag === 'en'
              ? new Visitor(page)
              : new Visitor(speaking(page, tag, say), (text) => String(say(text)));
          await reach(visitor, service);
          if (directionOf(tag) === 'rtl') await expectLeftToRight(page);
          for (const [mode, media] of Object.entries(MODES)) {
            await page.emulateMedia(media);
            await expectWhole(page);
            await takePicture(page, `${tag}-${ownership}-${name}-${mode}`);
            await expectNoViolation(page, mode === 'light' ? undefined : OF_COLOURS);
          }
        });
      }
    });
  }
}

/** For visual review, into the folder PICTURES. */
async function takePicture(page: Page, name: string): Promise<void> {
  const { PICTURES } = process.env;
  if (!PICTURES) return;
  const path = `${PICTURES}/${name.replaceAll(' ', '-')}.png`;
  await page.screenshot({ path, animations: 'disabled', fullPage: true });
}

test.describe('a browser in Danish', () => {
  test.use({ locale: 'da' });
  test('sees no extra line', async ({ page }) => {
    await page.goto('/');
    await expect(page.getByRole('navigation').getByRole('link')).toHaveCount(0);
    await expect(page.locator('#languages')).toHaveJSProperty('offsetHeight', 0);
  });
});
