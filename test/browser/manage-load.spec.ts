/** 'Manage this alias' while its facts are loaded, and if they cannot be loaded. */

import { expect, test } from './fixtures.ts';
import { expectHeld, manageSignIn } from './owner.ts';

test.use({ ownership: 'confirmed' });

test('each row has its place before its fact is known, and none moves when it comes; a pause that is pressed meanwhile keeps its place and the focus, is made once, and disables every other action; a failed load is reported below the rows, and Try again reads it; a slow action says so in its row, and runs once; the failure of an action is reported at its row, also if another row was unfolded meanwhile', async ({
  visitor,
  page,
  service,
}) => {
  const history = service.faults.hold('history');
  const answers = (['states', 'auth'] as const).map((call) => service.faults.hold(call));
  await manageSignIn(visitor, service);
  await expect(visitor.button('Last 7 days ...')).toBeVisible();
  await expect(visitor.button('Second factor ...')).toBeVisible();
  await expect(visitor.button('Write to someone new ...')).toBeVisible();
  const places = () =>
    page.locator('.manage .row, .manage h2').evaluateAll((rows) =>
      rows.map((row) => {
        const { top, height } = row.getBoundingClientRect();
        return `${row.firstChild?.textContent}: ${top + scrollY} ${height}`;
      }),
    );
  const before = await places();
  service.faults.fail('history', { status: 503 }, 1);
  // A browser has six connections to a server.
  history();
  const paused = service.faults.hold('pause');
  const pause = visitor.button('Pause for 8 hours');
  await pause.press('Enter');
  await expect.poll(() => service.count('pause')).toBe(1);
  await expect(pause).toBeFocused();
  await expect(pause).toHaveAttribute('aria-busy', 'true');
  await page.keyboard.press('Enter');
  for (const held of ['Pause for 1 hour', 'Sign out here', 'Download my data']) {
    await expectHeld(visitor.button(held));
  }
  paused();
  await expect(visitor.text(/^Paused until/)).toBeVisible();
  expect(service.count('pause')).toBe(1);
  for (const answer of answers) answer();
  await expect(visitor.text(/^The server cannot be reached/)).toBeVisible();
  await expect(visitor.button('Last 7 days ...')).toBeVisible();
  await expect(visitor.button('Second factor off')).toBeVisible();
  await visitor.button('Try again').click();
  await expect(visitor.button('Last 7 days no mail')).toBeVisible();
  await expect(visitor.text(/^The server cannot be reached/)).toBeHidden();
  await expect(visitor.button('Try again')).toBeHidden();
  expect(await places()).toEqual(before);
  expect(before.map((place) => place.split(':')[0])).toEqual([
    'What happened to my mail',
    'Last 7 days',
    'Who can write to me',
    'Known senders only',
    'Senders',
    'Pause',
    'Switch-off date',
    'Writing as your alias',
    'Write to someone new',
    'If a reply contains my address',
    'Sign-in',
    'Second factor',
    'Change address',
    'New switch-off link',
    'Sign out here',
    'Sign out everywhere',
    'Leaving',
    'Download my data',
    'Delete this alias',
    'Delete everything about me',
  ]);

  const answer = service.faults.hold('myData');
  await visitor.button('Download my data').click();
  const busy = visitor.button('Download my data One moment...');
  await expect(busy).toBeVisible();
  await busy.press('Enter');
  const downloaded = page.waitForEvent('download');
  answer();
  await downloaded;
  await expect(visitor.text('The file is in your downloads.')).toBeVisible();
  expect(service.count('myData')).toBe(1);

  service.faults.fail('endsAt', { status: 503 }, 1);
  const ended = service.faults.hold('endsAt');
  await visitor.button('Switch-off date never').click();
  await visitor.button('Switch off after 1 day').click();
  await visitor.button('Known senders only off').click();
  ended();
  await expect(visitor.text(/^The server cannot be reached/)).toBeVisible();
  await expect(visitor.button('Known senders only off')).toHaveAttribute('aria-expanded', 'true');
});
