/** A page that the visitor's browser translates while it is used. */

import { expect, type Locator, type Page } from '@playwright/test';
import { withOwn } from './interpreter.ts';
import { textsOfScreen } from './translator.ts';

/** The page, whose locators take texts as they were before. */
export function readBack(page: Page): Page {
  const either = (text: string | RegExp) =>
    typeof text === 'string'
      ? new RegExp(`^${text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)}$`, 'i')
      : new RegExp(text.source, 'i');
  return withOwn(page, {
    getByLabel: (text: string) => page.getByLabel(either(text)),
    getByText: (text: string | RegExp) => page.getByText(either(text)),
    getByRole: (role: Parameters<Page['getByRole']>[0], options: { name?: string } = {}): Locator =>
      page.getByRole(role, options.name === undefined ? options : { name: either(options.name) }),
  });
}

/** Checks that the page shows what the screen has rendered last, and that nothing is left untranslated. */
export async function expectRightTexts(page: Page): Promise<void> {
  await expect(async () => {
    const [meant, shown, left] = (await page.evaluate(textsOfScreen)) ?? [];
    expect(shown).toBe(meant);
    expect(shown).not.toBe('');
    expect(left, 'the translator has run').toBe('');
  }).toPass();
}
