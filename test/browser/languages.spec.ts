/** The screen in other languages (docs/languages.md). */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { directionOf, LANGUAGES } from '#languages/languages.ts';
import { DIST } from '../../scripts/screen.ts';
import { expectNoViolation, OF_COLOURS } from './axe.ts';
import { expect, test } from './fixtures.ts';
import { interpreter, speaking } from './interpreter.ts';
import { expectAllVisible, expectLeftToRight, expectNothingCut } from './layout.ts';
import { OWNER_STATES } from './owner-states.ts';
import { STATES } from './states.ts';
import { JANE, Visitor } from './visitor.ts';

const tags = Object.keys(LANGUAGES);

/** The longest words, and the other direction; all of them with EVERY_LANGUAGE=1, which takes minutes. */
const every = process.env.EVERY_LANGUAGE !== undefined;
const WALKED = every ? tags : ['de', 'ar'];

const MODES = {
  light: { colorScheme: 'light', forcedColors: 'none' },
  dark: { colorScheme: 'dark', forcedColors: 'none' },
  'forced colours': { colorScheme: 'light', forcedColors: 'active' },
} as const;

/** Of the state with this number: each takes its turn, or all of them with EVERY_LANGUAGE=1. */
const modesOf = (state: number) =>
  Object.entries(MODES).filter((_, index) => every || index === state % 3);

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });
  test('L04 each language is there before any script', async ({ page }) => {
    for (const tag of tags) {
      const say = await interpreter(tag);
      await page.goto(`/${tag}/`);
      await expect(page.getByLabel(say('Enter your real email')), tag).toBeVisible();
    }
  });
});

test('L05 the first load of a language is at most 600 octets more than that of English, and below 66 kB', () => {
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

for (const tag of tags) {
  test.describe(tag, () => {
    test.use({ locale: tag });

    test(`L03, L04 a browser in ${tag} sees one line more at /, below all specified texts; it leads to its language, which hydrates without a difference`, async ({
      visitor: { page },
    }) => {
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
      await expect(page.locator('html')).toHaveAttribute('lang', tag);
      await expect(page.locator('html')).toHaveAttribute('dir', directionOf(tag));
      // A difference would be an error in the console, which fails the test (fixtures.ts).
      const say = await interpreter(tag);
      await page.getByLabel(say('Enter your real email')).fill(JANE);
      await expect(page.getByRole('button', { name: say('Generate Alias') })).toBeEnabled();
      await page.getByRole('link', { name: 'This page in English' }).click();
      await expect(page.getByLabel('Enter your real email')).toBeVisible();
    });

    if (!WALKED.includes(tag)) return;
    for (const [states, ownership] of [
      [STATES, 'open'],
      [OWNER_STATES, 'confirmed'],
    ] as const) {
      test.describe(ownership, () => {
        test.use({ ownership });
        for (const [index, [name, reach]] of Object.entries(states).entries()) {
          const modes = modesOf(index);
          test(`L06 ${tag}: ${name}, whole at 320 px and with letters twice as large; WCAG 2.2 AA by axe; ${modes.map(([mode]) => mode).join(', ')}`, async ({
            service,
            page,
          }) => {
            await page.setViewportSize({ width: 320, height: 640 });
            const say = await interpreter(tag);
            const visitor = new Visitor(speaking(page, tag, say), (text) => String(say(text)));
            await reach(visitor, service);
            // L07.
            if (directionOf(tag) === 'rtl') await expectLeftToRight(page);
            for (const [mode, media] of modes) {
              await page.emulateMedia(media);
              await page.setViewportSize({ width: 320, height: 640 });
              await expectAllVisible(page);
              await takePicture(page, `${tag}-${ownership}-${name}-${mode}`);
              await setLetters(page, '200%');
              await page.setViewportSize({ width: 390, height: 760 });
              await expectAllVisible(page);
              await expectNothingCut(page);
              await setLetters(page, '');
              await expectNoViolation(page, mode === modes[0]?.[0] ? undefined : OF_COLOURS);
            }
          });
        }
      });
    }
  });
}

async function setLetters(page: Page, size: string): Promise<void> {
  await page.evaluate((fontSize) => {
    document.documentElement.style.fontSize = fontSize;
  }, size);
}

/** For a reader's eyes, into the folder PICTURES. */
async function takePicture(page: Page, name: string): Promise<void> {
  const { PICTURES } = process.env;
  if (!PICTURES) return;
  const path = `${PICTURES}/${name.replaceAll(' ', '-')}.png`;
  await page.screenshot({ path, animations: 'disabled', fullPage: true });
}

test.describe('a browser in Danish', () => {
  test.use({ locale: 'da' });
  test('L03 sees nothing more', async ({ page }) => {
    await page.goto('/');
    await expect(page.getByRole('navigation').getByRole('link')).toHaveCount(0);
    await expect(page.locator('#languages')).toHaveJSProperty('offsetHeight', 0);
  });
});
