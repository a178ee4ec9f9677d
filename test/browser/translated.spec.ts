/** A page that the visitor's browser translates while it is used. */

import type { Locator, Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { interpreter, speaking } from './interpreter.ts';
import { OWNER_STATES } from './owner-states.ts';
import { STATES } from './states.ts';
import { textsOfScreen, translated, translatePage } from './translator.ts';
import { Visitor } from './visitor.ts';
import { grouped, walk } from './walk.ts';

/** The page, whose locators take texts as they were before. */
function readBack(page: Page): Page {
  const either = (text: string | RegExp) =>
    typeof text === 'string'
      ? new RegExp(`^${text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)}$`, 'i')
      : new RegExp(text.source, 'i');
  const own: Partial<Record<keyof Page, unknown>> = {
    getByLabel: (text: string) => page.getByLabel(either(text)),
    getByText: (text: string | RegExp) => page.getByText(either(text)),
    getByRole: (role: Parameters<Page['getByRole']>[0], options: { name?: string } = {}): Locator =>
      page.getByRole(role, options.name === undefined ? options : { name: either(options.name) }),
  };
  return new Proxy(page, {
    get: (target, name: keyof Page) => {
      const value: unknown = own[name] ?? target[name];
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

async function expectRightTexts(page: Page): Promise<void> {
  await expect(async () => {
    const [meant, shown, left] = (await page.evaluate(textsOfScreen)) ?? [];
    expect(shown).toBe(meant);
    expect(shown).toContain('Veilpost');
    expect(left, 'the translator has run').toBe('');
  }).toPass();
}

const isOnce = (name: string) => /locked|looked up|receipt|disabled/.test(name);

/** Other texts by the same code. */
const GERMAN = Object.fromEntries(Object.entries(STATES).filter(([name]) => isOnce(name)));

for (const [states, ownership, language] of [
  [STATES, 'open', ''],
  [OWNER_STATES, 'confirmed', ''],
  [GERMAN, 'open', 'de'],
] as const) {
  test.describe(`${ownership}, /${language}`, () => {
    test.use({ ownership });
    for (const [names, group] of grouped(states)) {
      test(`translated by the browser, the screen works and shows the right texts: ${names}`, async ({
        page,
        visitor: { page: listened },
        anew,
      }) => {
        await listened.addInitScript(translatePage);
        const say = language ? await interpreter(language) : String;
        const visitor = new Visitor(
          language ? speaking(readBack(page), language, say) : readBack(page),
          (text) => translated(String(say(text))),
        );
        await walk(group, page, anew, async (reach) => {
          await reach(visitor);
          await expectRightTexts(page);
        });
      });
    }
  });
}
