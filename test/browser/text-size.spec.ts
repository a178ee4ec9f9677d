import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { expectAllVisible } from './layout.ts';
import { STATES } from './states.ts';

for (const [name, reach] of Object.entries(STATES)) {
  test(`${name} can be read on a phone with letters twice as large, WCAG 1.4.4`, async ({
    visitor,
    service,
    page,
  }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await reach(visitor, service);
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%';
    });
    for (const width of [390, 360]) {
      await page.setViewportSize({ width, height: 760 });
      await expectAllVisible(page);
      await expectNothingCut(page);
    }
  });
}

/** Each control is as wide as its caption, and an empty field as its example. Typed text scrolls in its field. */
async function expectNothingCut(page: Page): Promise<void> {
  const cut = await page.evaluate(() => {
    const wider = [
      ...document.querySelectorAll('button, a, h1, h2, p, label, input:placeholder-shown, .toast'),
    ]
      .filter((element) => element.closest('.sr-only, [hidden]') === null)
      .filter(({ scrollWidth, clientWidth }) => clientWidth > 0 && scrollWidth > clientWidth)
      .map((element) => element.outerHTML.slice(0, 120));
    const words = [...document.querySelectorAll('main :is(h1, label, strong, .stamp)')].map(
      (element) => element.getBoundingClientRect(),
    );
    const [name] = words;
    // Words beside the name do not overlap it.
    const over = words.filter(
      (box) =>
        name &&
        box !== name &&
        box.left < name.left + 60 &&
        box.top < name.bottom &&
        box.bottom > name.top,
    );
    return { wider, over };
  });
  expect(cut).toEqual({ wider: [], over: [] });
}
