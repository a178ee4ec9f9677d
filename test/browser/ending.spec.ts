/** The alias that switches off by itself. */

import { expect, test } from './fixtures.ts';
import { manage } from './owner.ts';

test.use({ ownership: 'confirmed' });

test('an owner has the alias switch off by itself, sees when, and takes it back; a manual switch takes precedence', async ({
  visitor,
  service,
}) => {
  await visitor.stopClock();
  await manage(visitor, service);
  const body = () => service.calls.findLast(({ call }) => call === 'endsAt')?.body;
  await visitor.button('Switch-off date never').click();
  const seven = visitor.button('Switch off after 7 days');
  await seven.click();
  const line = visitor.button('Switch-off date on 28 Nov, 11:00');
  await expect(line).toBeVisible();
  // The date is on the screen only once.
  await expect(visitor.text(/28 Nov/)).toHaveCount(1);
  expect(body()).toEqual({ ends_at: '2026-11-28T10:00:01.000Z' });
  await visitor.button('never').click();
  await expect(line).toBeHidden();
  expect(body()).toEqual({ ends_at: null });

  await seven.click();
  await expect(line).toBeVisible();
  await visitor.forwarding.click();
  await expect(visitor.text('Forwarding Off')).toBeVisible();
  await expect(line).toBeHidden();
  service.faults.fail('endsAt', { status: 503 }, 1);
  await seven.click();
  await expect(visitor.text(/^The server cannot be reached/)).toBeVisible();
});
