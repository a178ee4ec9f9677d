/** axe in the page: injected once a document, and after a change of the colour scheme it checks colours only. */

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';
import type { AxeResults, RunOptions } from 'axe-core';

declare global {
  interface Window {
    axe?: { run: (options: RunOptions) => Promise<AxeResults> };
  }
}

const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The rules that a colour scheme can break: the other rules depend on the document. */
export const OF_COLOURS = ['color-contrast', 'link-in-text-block'];

/** Checks that axe finds no violation of WCAG, without its own frames. @param rules absent: all */
export async function expectNoViolation(page: Page, rules?: string[]): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in window))) {
    // Not a script element, which the page's policy would refuse, nor Playwright's evaluate, in which V8 compiles it each time.
    const session = await page.context().newCDPSession(page);
    await session.send('Runtime.evaluate', { expression: `${SOURCE};0` });
    await session.detach();
  }
  const options: RunOptions = { resultTypes: ['violations'], iframes: false };
  if (rules) options.runOnly = rules;
  const violations = await page.evaluate(async (asked) => {
    const found = await window.axe?.run(asked);
    return found?.violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
  }, options);
  expect(violations).toEqual([]);
}

/** Checks WCAG 2.2 AA by axe, in light and dark. The page stays dark. */
export async function expectAccessible(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light' });
  await expectNoViolation(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectNoViolation(page, OF_COLOURS);
}
