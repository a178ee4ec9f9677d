/**
 * Every state of the screen, every email and the page of a switch-off link, in the pseudo-language of tests: while the
 * visitor's browser translates the page, on narrow screens, at the reader's own spacing and size of letters, and by axe.
 */

import { pathToFileURL } from 'node:url';
import type { Page } from '@playwright/test';
import PostalMime from 'postal-mime';
import { readBuiltScreen } from '#app/http/built-screen.ts';
import { CONFIRM, ACCOUNT_LETTERS, SITE } from '#mail/letters/letters.fixture.ts';
import { expectAccessible } from './axe.ts';
import { expect, test as base } from './fixtures.ts';
import { interpreter, speaking } from './interpreter.ts';
import {
  expectAllVisible,
  expectLeftToRight,
  expectNothingCut,
  lowTargets,
  setLetters,
} from './layout.ts';
import { OWNER_STATES } from './owner-states.ts';
import { isPlainEnglish, plainEnglishOf } from './plain-english.ts';
import { copy, PSEUDO } from './pseudo-language.ts';
import { STATES } from './states.ts';
import { expectRightTexts, readBack } from './translated.ts';
import { translated, translatePage } from './translator.ts';
import { JANE, Visitor } from './visitor.ts';
import { grouped, walk } from './walk.ts';

const screen = readBuiltScreen(copy('dist'));

// Playwright reads the names of the fixtures from the pattern.
// oxlint-disable-next-line no-empty-pattern
const test = base.extend({ built: async ({}, use) => use(screen) });

test.use({ ownership: 'confirmed' });

const imported = (path: string) => import(pathToFileURL(path).href);

/** The text spacing that a reader may set, WCAG 2.2 success criterion 1.4.12. */
const SPACING =
  '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }';

/** Checks everything that a reader can set. The page is at 320 px before, and at 1000 px and dark afterwards. */
async function expectFitsReaders(page: Page): Promise<void> {
  await expectAllVisible(page);
  // A window of 1280 x 800 at 200 %.
  await page.setViewportSize({ width: 640, height: 400 });
  await expectAllVisible(page);
  await page.setViewportSize({ width: 360, height: 740 });
  // Through the object model: the policy of the page allows no other inline style.
  await page.evaluate((css) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    document.adoptedStyleSheets.push(sheet);
  }, SPACING);
  await expectAllVisible(page);
  await page.evaluate(() => {
    document.adoptedStyleSheets.pop();
  });
  await setLetters(page, '200%');
  await expectAllVisible(page);
  await expectNothingCut(page);
  await setLetters(page, '');
  await page.setViewportSize({ width: 1000, height: 800 });
  await expectAccessible(page);
}

for (const [states, controls] of [
  [STATES, 'button, input, a, label:has([role=switch])'],
  [
    OWNER_STATES,
    'main :is(button, input:not([role=switch], [type=radio]), summary, .box, .scopes label)',
  ],
] as const) {
  for (const [names, group] of grouped(states)) {
    test(`${names}: the screen works in a page that the browser translates, and shows the right texts; no English is left; long, and from right to left, it is whole at 320 px, at 200 % zoom, with wide spacing and with letters twice as large, and addresses read from left to right; WCAG 2.2 AA by axe, light and dark`, async ({
      page,
      visitor: { page: listened },
      anew,
    }) => {
      await listened.addInitScript(translatePage);
      const say = await interpreter(PSEUDO, (file) =>
        imported(copy(`src/languages/${PSEUDO}/${file}`)),
      );
      const visitor = new Visitor(speaking(readBack(page), PSEUDO, say), (text) =>
        translated(String(say(text))),
      );
      await walk(group, page, anew, async (reach, service) => {
        if (states === STATES) service.config.ownership = 'open';
        await reach(visitor);
        await expectRightTexts(page);
        await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
        expect(await plainEnglishOf(page)).toEqual([]);
        await expectLeftToRight(page);
        expect(await lowTargets(page.locator(controls))).toEqual([]);
        await expectFitsReaders(page);
      });
    });
  }
}

test('the page on stored data: no English is left', async ({ page }) => {
  await page.goto(`/${PSEUDO}/privacy/`);
  expect(await plainEnglishOf(page)).toEqual([]);
  await page.goto('/privacy/');
  expect((await plainEnglishOf(page)).length, 'in English there is much').toBeGreaterThan(20);
});

test('the page of a switch-off link, and that of an unknown address: no English is left', async ({
  page,
}) => {
  const { switchPage, voidPage } = await imported(copy('src/api/switch-off/page.ts'));
  const { wayHomePage } = await imported(copy('src/api/envelope-page.ts'));
  const { letterTexts } = await imported(copy('src/languages/letter-texts.ts'));
  const alias = { id: '1', alias_email: 'alias-4827@veilpost.example', real_email: JANE };
  for (const html of [
    switchPage({ ...alias, active: true }, PSEUDO),
    switchPage({ ...alias, active: false }, PSEUDO),
    voidPage(PSEUDO),
    wayHomePage(PSEUDO, letterTexts(PSEUDO).PLACE.none),
  ]) {
    await page.setContent(String(html));
    await expect(page.locator('html')).toHaveAttribute('lang', PSEUDO);
    expect(await plainEnglishOf(page)).toEqual([]);
  }
});

test('emails and test mails: no English is left but the link to the English site', async () => {
  const { composeLetter } = await imported(copy('src/mail/letters/compose-letter.ts'));
  const { composeTestMail } = await imported(copy('src/mail/letters/test-mail.ts'));
  const head = { id: 'one.two', hostname: 'mx.alias.test', now: 0 };
  const to = { to: JANE, site: SITE, language: PSEUDO };
  const letters = [...ACCOUNT_LETTERS, CONFIRM].map((content) =>
    composeLetter({ ...to, ...content }, { domain: 'alias.test', ...head }),
  );
  const visitors = { alias: CONFIRM.alias, subject: '42', message: '42', language: PSEUDO };
  for (const { chunks } of [...letters, composeTestMail({ ...visitors, ...head })]) {
    const { subject = '', text = '' } = await PostalMime.parse(Buffer.concat(chunks));
    const [last, ...lines] = text.trimEnd().split('\n').toReversed();
    expect([subject.replace('[Test]', ''), ...lines].filter(isPlainEnglish)).toEqual([]);
    expect(last).toMatch(/^In English: (?:https:\/\/)?veilpost\.example\.org|^> 42$/);
  }
});
