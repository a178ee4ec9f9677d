import type { Page } from '@playwright/test';
import { expect } from './fixtures.ts';

/** Steps through the controls with the Tab key: the focus never reaches the page under the open dialog. */
export async function expectFocusInDialog(page: Page, steps: number): Promise<void> {
  for (let step = 1; step <= steps; step += 1) {
    await page.keyboard.press('Tab');
    // Past the last control the focus is in the browser's own bars, never in the page under the dialog.
    const inside = await page.evaluate(
      () =>
        document.activeElement === document.body ||
        document.activeElement?.closest('dialog') !== null,
    );
    expect(inside, `after ${step} steps`).toBe(true);
  }
}
