/** In a page that is read from right to left an address is typed, read and copied from left to right. */

import type { Locator } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { interpreter, speaking } from './interpreter.ts';
import { JANE, Visitor } from './visitor.ts';

const say = await interpreter('ar');

const arabic = ({ page }: Visitor) =>
  new Visitor(speaking(page, 'ar', say), (text) => String(say(text)));

/** The selected text of a field. */
const selected = (field: Locator) =>
  field.evaluate(({ value, selectionStart, selectionEnd }: HTMLInputElement) =>
    value.slice(selectionStart ?? 0, selectionEnd ?? 0),
  );

test('an address is typed from left to right: the empty field, a half address, the keys, the mouse; the alias and its real address read from left to right, and are copied octet for octet', async ({
  visitor,
  service,
}) => {
  const reader = arabic(visitor);
  const { page, email } = reader;
  await page.goto('/');
  await expect(page.locator('html')).toHaveCSS('direction', 'rtl');
  // Also an address that begins with a digit, or with an Arabic letter.
  for (const typed of ['', '21', 'مها@example.com', 'jane@']) {
    await email.fill(typed);
    await expect(email).toHaveCSS('direction', 'ltr');
    // It begins where a text of the page does.
    await expect(email).toHaveCSS('text-align', 'end');
  }
  // In a field of the page's direction the at sign would be before the name.
  const { width = 0, height = 0 } = (await email.boundingBox()) ?? {};
  const caretAfter = async (x: number) => {
    await email.click({ position: { x, y: height / 2 } });
    return email.evaluate((field: HTMLInputElement) => field.selectionStart);
  };
  expect(await caretAfter(width - 100)).toBe(0);
  expect(await caretAfter(width - 3)).toBe('jane@'.length);
  // Not whole yet: no look-up begins between two keys.
  await email.pressSequentially('example');
  await email.press('Home');
  for (const letter of ['j', 'ja', 'jan', 'jane']) {
    await email.press('Shift+ArrowRight');
    expect(await selected(email)).toBe(letter);
  }
  await email.pressSequentially('mary');
  await expect(email).toHaveValue('mary@example');

  await reader.createAlias(JANE);
  const alias = service.table.rows[0]?.alias_email ?? '';
  const takesOver = async (copy: () => Promise<void>, text: string) => {
    await page.evaluate(() => navigator.clipboard.writeText(''));
    await copy();
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(text);
  };
  const inWindow = page.locator('.recessed p');
  await takesOver(async () => {
    await inWindow.click();
    await page.keyboard.press('ControlOrMeta+c');
  }, alias);
  const behind = page.locator('.slip bdi');
  await takesOver(async () => {
    await behind.selectText();
    await page.keyboard.press('ControlOrMeta+c');
  }, JANE);
  await expect(page.locator('.postmark')).toHaveCSS('direction', 'ltr');
  for (const address of [inWindow, behind]) expect(await letters(address)).toEqual([]);
});

/** The letters that are to the left of the previous one, on the same line. */
const letters = (address: Locator) =>
  address.evaluate((element) => {
    const back: string[] = [];
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (node.parentElement?.closest('.sr-only')) continue;
      let last = new DOMRect();
      const text = node.textContent ?? '';
      for (let index = 0; index < text.length; index += 1) {
        const range = new Range();
        range.setStart(node, index);
        range.setEnd(node, index + 1);
        const box = range.getBoundingClientRect();
        if (box.top === last.top && box.left < last.left) back.push(text.slice(index));
        last = box;
      }
    }
    return back;
  });
