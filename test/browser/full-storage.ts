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
