/** Each state of the screen: on narrow screens, at the reader's own spacing and size of letters, and by axe. */

import { AxeBuilder } from '@axe-core/playwright';
import { expect, test } from './fixtures.ts';
import { expectAllVisible, expectNothingCut } from './layout.ts';
import { STATES } from './states.ts';

/** The text spacing that a reader may set, WCAG 2.2 success criterion 1.4.12. */
const SPACING =
  '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }';

for (const [name, reach] of Object.entries(STATES)) {
  test(`${name}: whole at 320 px, at 200 % zoom, with wide spacing and with letters twice as large; WCAG 2.2 AA by axe, light and dark`, async ({
    visitor,
    service,
    page,
  }) => {
    // Colours are judged after their transitions.
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.setViewportSize({ width: 320, height: 640 });
    await reach(visitor, service);
    await expectAllVisible(page);
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
    // WCAG 1.4.4.
    await page.evaluate(() => {
      document.adoptedStyleSheets = [];
      document.documentElement.style.fontSize = '200%';
    });
    for (const width of [390, 360]) {
      await page.setViewportSize({ width, height: 760 });
      await expectAllVisible(page);
      await expectNothingCut(page);
    }
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '';
    });
    await page.setViewportSize({ width: 1000, height: 800 });
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      const { violations } = await new AxeBuilder({ page }).analyze();
      expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
    }
  });
}
