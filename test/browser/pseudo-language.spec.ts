/** Every state of the screen, every letter and the page behind a switch-off link in the pseudo-language of tests. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import PostalMime from 'postal-mime';
import { readBuiltScreen } from '#app/http/built-screen.ts';
import { CONFIRM, OF_ACCOUNTS, SITE } from '#mail/letters/letters.fixture.ts';
import { buildPseudoLanguage, PSEUDO } from '#support/pseudo-language.ts';
import { expect, test as base } from './fixtures.ts';
import { interpreter, speaking } from './interpreter.ts';
import { expectLeftToRight, expectWhole } from './layout.ts';
import { OWNER_STATES } from './owner-states.ts';
import { isPlainEnglish, plainEnglishOf } from './plain-english.ts';
import { STATES } from './states.ts';
import { JANE, Visitor } from './visitor.ts';
import { grouped, walk } from './walk.ts';

// One build serves all tests of this file.
base.describe.configure({ mode: 'default' });

type Copied = {
  /** The path of a file of the copy of the sources. */
  copy: (file: string) => string;
};

const test = base.extend<object, Copied>({
  copy: [
    // Playwright reads the names of the fixtures from the pattern.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const folder = mkdtempSync(join(tmpdir(), 'veilpost-pseudo-'));
      await use(await buildPseudoLanguage(folder));
      rmSync(folder, { recursive: true });
    },
    { scope: 'worker' },
  ],
  built: [async ({ copy }, use) => use(readBuiltScreen(copy('dist'))), { scope: 'worker' }],
});

const imported = (path: string) => import(pathToFileURL(path).href);

for (const [states, ownership] of [
  [STATES, 'open'],
  [OWNER_STATES, 'confirmed'],
] as const) {
  test.describe(ownership, () => {
    test.use({ ownership });
    for (const [names, group] of grouped(states)) {
      test(`L06, L07, L10 ${names}: no English is left; long, and from right to left, it is whole at 320 px and with letters twice as large, and addresses read from left to right`, async ({
        page,
        anew,
        copy,
      }) => {
        const say = await interpreter(PSEUDO, (file) =>
          imported(copy(`src/languages/${PSEUDO}/${file}`)),
        );
        const visitor = new Visitor(speaking(page, PSEUDO, say), (text) => String(say(text)));
        await walk(group, page, anew, async (reach) => {
          await reach(visitor);
          await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
          expect(await plainEnglishOf(page)).toEqual([]);
          await expectLeftToRight(page);
          await expectWhole(page);
        });
      });
    }
  });
}

test('L10 the page on stored data: no English is left', async ({ page }) => {
  await page.goto(`/${PSEUDO}/privacy/`);
  expect(await plainEnglishOf(page)).toEqual([]);
  await page.goto('/privacy/');
  expect((await plainEnglishOf(page)).length, 'in English there is much').toBeGreaterThan(20);
});

test('L10 the page behind a switch-off link: no English is left', async ({ page, copy }) => {
  const { switchPage, voidPage } = await imported(copy('src/api/switch-off/page.ts'));
  const alias = { id: '1', alias_email: 'alias-4827@veilpost.example', real_email: JANE };
  for (const html of [
    switchPage({ ...alias, active: true }, PSEUDO),
    switchPage({ ...alias, active: false }, PSEUDO),
    voidPage(PSEUDO),
  ]) {
    await page.setContent(String(html));
    await expect(page.locator('html')).toHaveAttribute('lang', PSEUDO);
    expect(await plainEnglishOf(page)).toEqual([]);
  }
});

test('L10 letters and test mails: no English is left but the way to the English site', async ({
  copy,
}) => {
  const { composeLetter } = await imported(copy('src/mail/letters/compose-letter.ts'));
  const { composeTestMail } = await imported(copy('src/mail/letters/test-mail.ts'));
  const head = { id: 'one.two', hostname: 'mx.alias.test', now: 0 };
  const to = { to: JANE, site: SITE, language: PSEUDO };
  const letters = [...OF_ACCOUNTS, CONFIRM].map((content) =>
    composeLetter({ ...to, ...content }, { domain: 'alias.test', ...head }),
  );
  const visitors = { alias: CONFIRM.alias, subject: '42', message: '42', language: PSEUDO };
  for (const { chunks } of [...letters, composeTestMail({ ...visitors, ...head })]) {
    const { subject = '', text = '' } = await PostalMime.parse(Buffer.concat(chunks));
    const [last, ...lines] = text.trimEnd().split('\n').toReversed();
    expect([subject.replace('[Test]', ''), ...lines].filter(isPlainEnglish)).toEqual([]);
    expect(last).toMatch(/^In English: veilpost\.example\.org|^> 42$/);
  }
});
