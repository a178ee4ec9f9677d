/** The Chromium of the other browser tests. */

import { chromium } from '@playwright/test';
import { findBrowser } from '../../scripts/browser.ts';
import { type Engine, type EnginePage, KEYS, middleOf } from './engine.ts';

export async function startChromium(): Promise<Engine> {
  const browser = await chromium.launch(await findBrowser());
  return {
    name: 'Chromium',
    leastWidth: 0,
    async page(colorScheme) {
      const context = await browser.newContext({
        colorScheme,
        timezoneId: 'Europe/Berlin',
        permissions: ['clipboard-write'],
      });
      const page = await context.newPage();
      const errors: string[] = [];
      page.on('pageerror', ({ message }) => errors.push(message));
      const opened: EnginePage = {
        async goto(url) {
          await page.goto(url);
        },
        async reload() {
          await page.reload();
        },
        async run(call, ...given) {
          const text = await page.evaluate<string | undefined>(
            `(async () => JSON.stringify(await (${call.toString()})(...${JSON.stringify(given)})))()`,
          );
          return text === undefined ? undefined : JSON.parse(text);
        },
        async click(id) {
          const [x, y] = await opened.run(middleOf, id);
          await page.mouse.click(x, y);
        },
        async type(text) {
          for (const key of text) {
            const named = Object.entries(KEYS).find(([, code]) => code === key)?.[0];
            if (named === undefined) await page.keyboard.type(key);
            else await page.keyboard.press(named[0]?.toUpperCase() + named.slice(1));
          }
        },
        resize: (width, height) => page.setViewportSize({ width, height }),
        errors: () => Promise.resolve(errors),
        close: () => context.close(),
      };
      return opened;
    },
    close: () => browser.close(),
  };
}
