import type { Page } from '@playwright/test';

/** Makes the browser refuse its storage on every page from now on: every access to it throws. */
export async function refuseStorage(page: Page): Promise<void> {
  await page.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage']) {
      Object.defineProperty(globalThis, name, {
        get: () => {
          throw new DOMException('It is refused.', 'SecurityError');
        },
      });
    }
  });
}
