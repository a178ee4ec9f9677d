/** A browser whose storage fails. */

import type { Page } from '@playwright/test';

/** Makes storage full on every page from now on: existing entries can be read and removed, but not added. */
export async function fillStorage(page: Page, names: ('localStorage' | 'sessionStorage')[]) {
  await page.addInitScript((full) => {
    // It is bound to the storage at the call.
    // oxlint-disable-next-line typescript/unbound-method
    const { setItem } = Storage.prototype;
    Storage.prototype.setItem = function store(key, value) {
      if (full.some((name) => globalThis[name] === this)) {
        throw new DOMException('It is full.', 'QuotaExceededError');
      }
      setItem.call(this, key, value);
    };
  }, names);
}

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
