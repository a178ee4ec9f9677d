import { expect, type Locator, type Page } from '@playwright/test';

/** Checks that no element is wider than the page, and that no text is cut off. */
export async function expectAllVisible(page: Page): Promise<void> {
  const { tooWide, sideways } = await page.evaluate(() => {
    const { clientWidth: width, scrollWidth } = document.documentElement;
    const texts = [...document.querySelectorAll('main *, footer *, dialog *')].filter(
      (element) => element.closest('svg, .sr-only') === null,
    );
    const wide = texts
      .filter((element) => {
        const { left, right } = element.getBoundingClientRect();
        const clipped =
          element.matches('textarea[readonly]') && element.scrollHeight > element.clientHeight + 1;
        return left < -0.5 || right > width + 0.5 || clipped;
      })
      .map((element) => element.outerHTML.slice(0, 120));
    return { tooWide: wide, sideways: scrollWidth > width };
  });
  expect(tooWide).toEqual([]);
  expect(sideways, 'the page scrolls sideways').toBe(false);
}

/**
 * Checks that the page is whole at 320 px, and with letters twice as large at 390 px, where nothing covers its name. It
 * stays at 390 px.
 */
export async function expectWhole(page: Page): Promise<void> {
  await page.setViewportSize({ width: 320, height: 640 });
  await expectAllVisible(page);
  await page.setViewportSize({ width: 390, height: 760 });
  await setLetters(page, '200%');
  await expectAllVisible(page);
  await expectNothingCut(page);
  await expectNameUncovered(page);
  await setLetters(page, '');
}

/** The size of letters that the reader has chosen; empty: the usual one. WCAG 2.2 success criterion 1.4.4. */
export async function setLetters(page: Page, size: string): Promise<void> {
  await page.evaluate((fontSize) => {
    document.documentElement.style.fontSize = fontSize;
  }, size);
}

/** The controls, as HTML, that are lower than 44 px; a control in a label of that height is not one. */
export async function lowTargets(controls: Locator): Promise<string[]> {
  return controls.evaluateAll((elements) =>
    elements
      .filter((element) => !element.matches('.box input, label [role=switch]'))
      .map((element) => ({ element, height: element.getBoundingClientRect().height }))
      .filter(({ height }) => height > 0 && height < 44)
      .map(({ element }) => element.outerHTML.slice(0, 120)),
  );
}

/** Each control is as wide as its caption, and an empty field as its example. Typed text scrolls in its field. */
export async function expectNothingCut(page: Page): Promise<void> {
  const wider = await page.evaluate(() =>
    [...document.querySelectorAll('button, a, h1, h2, p, label, input:placeholder-shown, .toast')]
      .filter((element) => element.closest('.sr-only, [hidden]') === null)
      .filter(({ scrollWidth, clientWidth }) => clientWidth > 0 && scrollWidth > clientWidth)
      .map((element) => element.outerHTML.slice(0, 120)),
  );
  expect(wider).toEqual([]);
}

/** Words beside the name do not overlap it. One that is not shown has no width, and may lie on a name that is scrolled out of sight. */
async function expectNameUncovered(page: Page): Promise<void> {
  const over = await page.evaluate(() => {
    const words = [...document.querySelectorAll('main :is(h1, label, strong, .stamp)')].map(
      (element) => element.getBoundingClientRect(),
    );
    const [name] = words;
    const rtl = document.dir === 'rtl';
    return words.filter(
      (box) =>
        name &&
        box !== name &&
        box.width > 0 &&
        (rtl ? box.right > name.right - 60 : box.left < name.left + 60) &&
        box.top < name.bottom &&
        box.bottom > name.top,
    );
  });
  expect(over).toEqual([]);
}

/**
 * In a page that is read from right to left each address, host, and measure like '640 ms' is isolated from the text
 * around it (UAX 9, isolates), and a field that holds one begins at the left.
 */
export async function expectLeftToRight(page: Page): Promise<void> {
  const loose = await page.evaluate(() => {
    const foreign = /\S+@\S+|[a-z\d-]+(?:\.[a-z\d-]+)+|\d\s?[a-z]|[a-z]\s?\d/i;
    const found: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement;
      if (!parent?.checkVisibility() || parent.closest('svg, bdi, [dir="ltr"], script, .sr-only'))
        continue;
      const text = (node.textContent ?? '').replaceAll(/\u2068[^\u2069]*\u2069/g, '');
      if (foreign.test(text)) found.push(text);
    }
    for (const field of document.querySelectorAll<HTMLInputElement>('input, textarea')) {
      if (/@|^\d+$/.test(field.value) && getComputedStyle(field).direction !== 'ltr')
        found.push(field.outerHTML);
    }
    return found;
  });
  expect(loose).toEqual([]);
}
