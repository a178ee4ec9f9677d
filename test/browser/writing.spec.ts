/** The owner writes to someone first, and chooses what happens to a reply that contains the real address. */

import { expect, test } from './fixtures.ts';
import { manage } from './owner.ts';
import type { StandIn } from './stand-in/stand-in.ts';

test.use({ ownership: 'confirmed' });

const bodyOf = (service: StandIn, call: string) =>
  service.calls.findLast((seen) => seen.call === call)?.body;

test('an owner gets an address to write first, copies it, and sees what is wrong with another; the owner chooses what happens to a reply that contains the address', async ({
  visitor,
  page,
  service,
}) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await manage(visitor, service);
  await visitor.button('Write to someone new').click();
  const field = page.getByLabel('Their email');
  await field.fill('bob');
  await expect(visitor.button('Get the address')).toBeDisabled();
  await field.fill('mailto:bob@example.org');
  await page.keyboard.press('Enter');
  await expect(
    visitor.text(/^Your address for bob@example.org: rb\w+@veilpost.example$/),
  ).toBeVisible();
  expect(bodyOf(service, 'replyAddress')).toEqual({
    alias_id: service.table.rows[0]?.id,
    email: 'bob@example.org',
  });
  await visitor.button('Copy the address').click();
  await expect(visitor.button('Copied')).toBeFocused();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  await expect(page.getByRole('link', { name: 'Write in your email app' })).toHaveAttribute(
    'href',
    `mailto:${copied}`,
  );
  await field.fill('alias-1001@veilpost.example');
  await expect(visitor.text(/^Your address for/)).toBeHidden();
  service.faults.fail('replyAddress', { status: 422, body: { code: 'no_reply_address' } });
  await visitor.button('Get the address').click();
  await expect(visitor.text(/^This address was not accepted/)).toBeVisible();
  service.faults.fail('replyAddress', { status: 429, body: { code: 'rate_limited' } });
  await visitor.button('Get the address').click();
  await expect(visitor.text(/^Too many attempts/)).toBeVisible();

  await visitor.button('If a reply contains my address use the alias instead').click();
  await visitor.button('Return it to me').click();
  await expect(visitor.button('If a reply contains my address return it to me')).toBeVisible();
  await expect(visitor.text('Done.')).toBeVisible();
  expect(bodyOf(service, 'replyBody')).toEqual({ reply_body: 'refuse' });
  await visitor.button('Use the alias instead').click();
  await expect(
    visitor.button('If a reply contains my address use the alias instead'),
  ).toBeVisible();
});
