/**
 * Each state of the screen: on narrow screens, at the reader's own spacing and size of letters, by axe, and in both modes
 * of ownership.
 */

import type { Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { expect, test } from './fixtures.ts';
import {
  expectAllVisible,
  expectNameUncovered,
  expectNothingCut,
  lowTargets,
  setLetters,
} from './layout.ts';
import { STATES } from './states.ts';
import { JANE } from './visitor.ts';
import { grouped, walk } from './walk.ts';

test.use({ ownership: 'confirmed' });

/** The text spacing that a reader may set, WCAG 2.2 success criterion 1.4.12. */
const SPACING =
  '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }';

/** Before an address is confirmed no test mail is sent. */
const NEEDS_OWNER = /dialog|receipt/;

/** The page as its roles, names and states, from top to bottom; each alias has a number of its own. */
async function shown(page: Page): Promise<string[]> {
  const tree = await page.locator('body').ariaSnapshot();
  return tree.replaceAll(/alias-\d+/g, 'alias-N').split(/\n */);
}

for (const [names, group] of grouped(STATES)) {
  test(`O03 ${names}: whole at 320 px, at 200 % zoom, with wide spacing and with letters twice as large; WCAG 2.2 AA by axe, light and dark; where addresses are confirmed it shows all of that in its order`, async ({
    visitor,
    page,
    anew,
  }) => {
    await walk(group, page, anew, async (reach, service, name) => {
      service.config.ownership = 'open';
      await reach(visitor);
      const specified = await shown(page);
      expect(specified.length).toBeGreaterThan(5);
      await expectAllVisible(page);
      expect(await lowTargets(page.locator('button, input, a, label:has([role=switch])'))).toEqual(
        [],
      );
      // A window of 1280 x 800 at 200 %.
      await page.setViewportSize({ width: 640, height: 400 });
      await expectAllVisible(page);
      await page.setViewportSize({ width: 360, height: 740 });
      // Through the object model: the policy of the page allows no other inline style.
      await page.evaluate((css) => {
        const sheet = new CSSStyleSheet();
        sheet.replaceSync(css);
        document.adoptedStyleSheets = [sheet];
      }, SPACING);
      await expectAllVisible(page);
      await page.evaluate(() => {
        document.adoptedStyleSheets = [];
      });
      await setLetters(page, '200%');
      for (const width of [390, 360]) {
        await page.setViewportSize({ width, height: 760 });
        await expectAllVisible(page);
        await expectNothingCut(page);
        await expectNameUncovered(page);
      }
      await setLetters(page, '');
      await page.setViewportSize({ width: 1000, height: 800 });
      await expectAccessible(page);

      service.config.ownership = 'confirmed';
      service.table.rows.length = 0;
      await page.setViewportSize({ width: 320, height: 640 });
      if (NEEDS_OWNER.test(name)) {
        const session = await service.owners.session(JANE);
        await page.evaluate((kept) => localStorage.setItem('veilpost.session', kept), session);
      }
      await reach(visitor);
      const all = await shown(page);
      let below = 0;
      const missing = specified.filter((line) => {
        const found = all.indexOf(line, below);
        if (found >= 0) below = found + 1;
        return found < 0;
      });
      expect(missing).toEqual([]);
    });
  });
}
