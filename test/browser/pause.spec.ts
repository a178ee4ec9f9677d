/** The pause of an alias, which its owner sees outside of 'Manage this alias' too. */

import { expect, test } from './fixtures.ts';
import { aliasRows, manage, openAliases, severalAliases } from './owner.ts';
import type { StandIn } from './stand-in/stand-in.ts';

test.use({ ownership: 'confirmed' });

const bodyOf = (service: StandIn, call: string) =>
  service.calls.findLast((seen) => seen.call === call)?.body;

test('an owner has the alias switch off by itself, sees when, and takes it back; a manual switch takes precedence; a pause that was not stored is reported, and not shown; one that was is shown with its end outside of the fold too, at the next visit as well; during it a test mail is rejected with its end', async ({
  visitor,
  page,
  service,
}) => {
  await visitor.stopClock();
  await manage(visitor, service);
  await visitor.button('Switch-off date never').click();
  const seven = visitor.button('Switch off after 7 days');
  await seven.click();
  const line = visitor.button('Switch-off date on 28 Nov, 11:00');
  await expect(line).toBeVisible();
  // The date is on the screen only once.
  await expect(visitor.text(/28 Nov/)).toHaveCount(1);
  expect(bodyOf(service, 'endsAt')).toEqual({ ends_at: '2026-11-28T10:00:01.000Z' });
  await visitor.button('never').click();
  await expect(line).toBeHidden();
  expect(bodyOf(service, 'endsAt')).toEqual({ ends_at: null });

  await seven.click();
  await expect(line).toBeVisible();
  await visitor.forwarding.click();
  await expect(visitor.text('Forwarding Off')).toBeVisible();
  await expect(line).toBeHidden();
  await visitor.forwarding.click();
  await visitor.button('Switch-off date never').click();

  const postmark = page.locator('.postmark');
  const place = () =>
    visitor
      .button('Delete this alias')
      .evaluate((button) => button.getBoundingClientRect().top + scrollY);
  const before = await place();
  await expect(postmark).toBeVisible();
  service.faults.fail('pause', { status: 200, body: [] }, 1);
  await visitor.button('Pause for 1 hour').click();
  await expect(visitor.text('That did not work. Please try again in a moment.')).toBeVisible();
  await expect(visitor.text(/^Paused until/)).toBeHidden();
  for (const [button, until, told] of [
    ['Pause for 8 hours', '2026-11-21T18:00:01.000Z', '21 Nov, 19:00'],
    ['Pause until tomorrow', '2026-11-22T07:00:00.000Z', '22 Nov, 08:00'],
    ['Pause for 1 hour', '2026-11-21T11:00:01.000Z', '21 Nov, 12:00'],
  ] as const) {
    await visitor.button(button).click();
    await expect(visitor.text(`Paused until ${told}`)).toBeVisible();
    await expect(postmark).toBeHidden();
    expect(await place(), 'nothing moves below').toEqual(before);
    expect(bodyOf(service, 'pause')).toEqual({ paused_until: until });
  }
  await visitor.sendTestMail();
  await expect.poll(() => service.count('testMail')).toBe(1);
  await visitor.pass(1500);
  await expect(visitor.dialog.getByText('Forwarding is paused until 21 Nov, 12:00.')).toBeVisible();
  // It ends by itself, in a visit that began during the pause.
  await visitor.visitAgain();
  await visitor.button('Show my alias').click();
  await expect(visitor.text('Paused until 21 Nov, 12:00')).toBeVisible();
  service.faults.fail('pause', { status: 503 }, 1);
  await visitor.button('End the pause').click();
  await expect(visitor.text(/^The pause could not be ended/)).toBeVisible();
  await visitor.pass(3_600_000);
  await expect(visitor.text('You manage this alias in this browser.')).toBeVisible();
});

test('a pause whose answer comes after the owner has gone on to another alias is seen in its row; one that was not stored is reported', async ({
  visitor,
  page,
  service,
}) => {
  severalAliases(service, 2);
  await openAliases(visitor, service);
  const rows = aliasRows(visitor);
  const [first, second] = [rows.nth(0), rows.nth(1)];
  await visitor.text('Manage this alias').click();
  await visitor.button('Pause for 8 hours').waitFor();
  let answer = service.faults.hold('pause');
  await visitor.button('Pause for 8 hours').click();
  await second.getByRole('button', { name: /^Show/ }).click();
  await expect(second).toContainText('shown above');
  answer();
  await expect(first).toContainText('paused');

  service.faults.fail('pause', { status: 503 });
  answer = service.faults.hold('pause');
  await visitor.button('Pause for 1 hour').click();
  await first.getByRole('button', { name: /^Show/ }).click();
  await expect(first).toContainText('shown above');
  answer();
  await expect(
    page.getByRole('alert').getByText('Failed to update forwarding status. Please try again.'),
  ).toBeVisible();
  await expect(second).not.toContainText('paused');
});
