/** 'Manage this alias' while its facts are loaded, and where they do not come. */

import { expect, test } from './fixtures.ts';
import { confirm, manage } from './owner.ts';

test.use({ ownership: 'confirmed' });

test('a pause that is pressed while the facts still load keeps its place and the focus, and is made', async ({
  visitor,
  page,
  service,
}) => {
  const load = service.faults.hold('states');
  const pause = service.faults.hold('pause');
  await manage(visitor, service);
  const button = visitor.button('Pause for 1 hour');
  await button.press('Enter');
  await expect.poll(() => service.count('pause')).toBe(1);
  await expect(button).toBeVisible();
  await expect(button).toBeFocused();
  await expect(visitor.text('What happened to my mail')).toBeVisible();
  // A second press makes no second pause.
  await page.keyboard.press('Enter');
  pause();
  await expect(visitor.text(/^Forwarding is paused until/)).toBeVisible();
  const loaded = page.waitForResponse((answer) => answer.url().includes('select=paused_until'));
  load();
  await loaded;
  await expect(visitor.button('Second factor off')).toBeVisible();
  await expect(visitor.text(/^Forwarding is paused until/)).toBeVisible();
  expect(service.count('pause')).toBe(1);
});

test('a pause that fails while the facts still load is reported, and can be pressed again', async ({
  visitor,
  service,
}) => {
  const load = service.faults.hold('states');
  service.faults.fail('pause', { status: 503 }, 1);
  await manage(visitor, service);
  await visitor.button('Pause for 1 hour').click();
  await expect(visitor.text(/^The server cannot be reached/)).toBeVisible();
  await visitor.button('Pause for 1 hour').click();
  await expect(visitor.text(/^Forwarding is paused until/)).toBeVisible();
  load();
});

test('a history that cannot be read now is reported, and Try again reads it', async ({
  visitor,
  service,
}) => {
  service.faults.fail('history', { status: 503 });
  service.faults.fail('states', { status: 503 });
  await confirm(visitor, service);
  await visitor.text('Manage this alias').click();
  await expect(visitor.text(/^The server cannot be reached/)).toBeVisible();
  await expect(visitor.button('Pause for 1 hour')).toBeHidden();
  service.faults.heal('history');
  service.faults.heal('states');
  await visitor.button('Try again').click();
  await expect(visitor.text('No mail in the last 7 days.')).toBeVisible();
  await expect(visitor.button('Pause for 1 hour')).toBeVisible();
  await expect(visitor.text(/^The server cannot be reached/)).toBeHidden();
  await expect(visitor.button('Try again')).toBeHidden();
});

test('an action that takes a while says so in its row, and runs once', async ({
  visitor,
  page,
  service,
}) => {
  const answer = service.faults.hold('myData');
  await manage(visitor, service);
  await visitor.button('Download my data').click();
  const busy = visitor.button('Download my data One moment...');
  await expect(busy).toBeVisible();
  await busy.click();
  const downloaded = page.waitForEvent('download');
  answer();
  await downloaded;
  await expect(visitor.text('The file is in your downloads.')).toBeVisible();
  expect(service.count('myData')).toBe(1);
});
