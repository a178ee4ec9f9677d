import { expect, test } from './fixtures.ts';
import { STATES } from './states.ts';

test('the whole way by keyboard alone; a busy control keeps the focus', async ({
  visitor,
  page,
  service,
}) => {
  const { keyboard } = page;
  const focused = () => page.evaluate(() => document.activeElement?.textContent?.trim());
  await page.goto('/');
  await keyboard.press('Tab');
  await expect(visitor.email).toBeFocused();
  await keyboard.type('jane.doe@example');
  await keyboard.press('Enter');
  await expect(visitor.text('Please enter a valid email address')).toBeVisible();
  await keyboard.type('.com');
  await expect.poll(() => service.count('lookUp')).toBe(1);
  await expect(visitor.email).toBeFocused();
  await keyboard.press('Enter');
  await expect(visitor.ready).toBeFocused();
  await keyboard.press('Tab');
  await expect(visitor.button('Copy address')).toBeFocused();
  await keyboard.press('Tab');
  expect(await focused()).toBe('Copy Alias');
  await keyboard.press('Tab');
  expect(await focused()).toBe('Send Test Mail');
  await keyboard.press('Enter');
  const { dialog } = visitor;
  await expect(dialog.getByLabel('Subject')).toBeFocused();
  await keyboard.type('Hello');
  await keyboard.press('Tab');
  await keyboard.type('Are you there?');
  await keyboard.press('Tab');
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await keyboard.press('Tab');
  await keyboard.press('Space');
  await expect(dialog).toBeHidden();
  await expect(visitor.button('Send Test Mail')).toBeFocused();
  await keyboard.press('Tab');
  await expect(visitor.forwarding).toBeFocused();
  await keyboard.press('Space');
  await expect(visitor.text('Forwarding Off')).toBeVisible();
  await expect(visitor.forwarding).toBeFocused();
  await keyboard.press('Tab');
  await expect(visitor.back).toBeFocused();
  await keyboard.press('Enter');
  await expect(visitor.email).toBeFocused();

  const looked = service.count('lookUp');
  const made = service.faults.hold('insert');
  service.faults.fail('insert', { status: 500 });
  await visitor.email.fill('john@example.com');
  await expect.poll(() => service.count('lookUp')).toBe(looked + 1);
  await visitor.generate.press('Enter');
  await expect(visitor.button('Creating alias...')).toBeFocused();
  made();
  await expect(visitor.generate).toBeFocused();
});

test('each control that the keyboard reaches shows its focus', async ({
  visitor,
  service,
  page,
}) => {
  for (const [name, stops] of [
    ['the locked form', 5],
    ['the result', 5],
    ['the dialog', 4],
  ] as const) {
    await STATES[name]?.(visitor, service);
    const seen = new Set<string>();
    // More steps than stops: after the last one the focus goes through the browser's own bars, or starts again.
    for (let step = 0; step <= stops + 3; step += 1) {
      await page.keyboard.press('Tab');
      const at = await page.evaluate(() => {
        const element = document.activeElement;
        if (!element || element === document.body || element.matches('dialog, .toast')) return;
        const { outlineStyle, outlineWidth, outlineOffset } = getComputedStyle(element);
        const text =
          element.ariaLabel ?? element.id + element.closest('label, a, button')?.textContent;
        return { text, ring: `${outlineStyle} ${outlineWidth} ${outlineOffset}` };
      });
      if (!at) continue;
      expect(at.ring, at.text).toBe('solid 3px 2px');
      seen.add(at.text);
    }
    expect(seen.size, [...seen].join()).toBeGreaterThanOrEqual(stops);
    service.table.rows.length = 0;
  }
});
