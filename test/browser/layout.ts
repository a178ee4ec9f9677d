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

/** Each control is as wide as its caption, and an empty field as its example. Typed text scrolls in its field. */
export async function expectNothingCut(page: Page): Promise<void> {
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
    const rtl = document.dir === 'rtl';
    // Words beside the name do not overlap it.
    const over = words.filter(
      (box) =>
        name &&
        box !== name &&
        (rtl ? box.right > name.right - 60 : box.left < name.left + 60) &&
        box.top < name.bottom &&
        box.bottom > name.top,
    );
    return { wider, over };
  });
  expect(cut).toEqual({ wider: [], over: [] });
}
