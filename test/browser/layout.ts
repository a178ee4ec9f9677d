import { expect, type Page } from '@playwright/test';

/** Checks that no element is wider than the page, and that no text is cut off. */
export async function expectAllVisible(page: Page): Promise<void> {
  const tooWide = await page.evaluate(() => {
    const width = document.documentElement.clientWidth;
    const texts = [...document.querySelectorAll('main *, footer *, dialog *')].filter(
      (element) => element.closest('svg, .sr-only') === null,
    );
    return texts
      .filter((element) => {
        const { left, right } = element.getBoundingClientRect();
        const clipped =
          element.matches('textarea[readonly]') && element.scrollHeight > element.clientHeight + 1;
        return left < -0.5 || right > width + 0.5 || clipped;
      })
      .map((element) => element.outerHTML.slice(0, 120));
  });
  expect(tooWide).toEqual([]);
  const scrolls = await page.evaluate(
    () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
  );
  expect(scrolls, 'the page scrolls sideways').toBe(false);
}
