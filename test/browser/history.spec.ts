/** The result is an entry of the tab's history: Back, Forward and reload work as on any page. */

import { expect, test } from './fixtures.ts';
import { JANE } from './visitor.ts';

test('Back leads from the result to the main screen, where a reload shows nothing of it, and Forward to the result again; the address entered again is the main screen; the link to it has the effect of Back; the real address is in the entry of the tab alone: in no URL, no Referer, no cookie, no storage', async ({
  visitor,
  page,
  service,
}) => {
  const sent: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (!pathname.startsWith('/rest/'))
      sent.push(`${request.url()} ${JSON.stringify(request.headers())}`);
  });
  await visitor.createAlias(JANE);
  await page.reload();
  await expect(visitor.ready).toBeVisible();
  expect(await page.evaluate(() => JSON.stringify(history.state))).toContain(JANE);
  const kept = await page.evaluate(() =>
    JSON.stringify([location.href, localStorage, sessionStorage, document.cookie]),
  );
  expect(kept).not.toContain('jane');
  const beside = await page.context().newPage();
  await beside.goto(page.url());
  await expect(beside.getByLabel('Enter your real email')).toHaveValue('');
  await beside.close();

  const alias = service.table.rows[0]?.alias_email ?? '';
  // On a slow machine the address was looked up before it was submitted.
  const lookUps = service.count('lookUp');
  await page.goBack();
  await expect(visitor.email).toHaveValue('');
  await expect(visitor.email).toBeFocused();
  await expect(visitor.generate).toBeDisabled();
  await page.reload();
  await expect(visitor.email).toBeEnabled();
  await expect(visitor.email).toHaveValue('');
  expect(service.count('lookUp')).toBe(lookUps);
  await page.goForward();
  await expect(visitor.ready).toBeFocused();
  await expect(visitor.text(alias)).toBeVisible();
  expect(service.count('lookUp')).toBe(lookUps + 1);
  expect(service.count('insert')).toBe(1);
  await page.goto('/');
  await expect(visitor.email).toHaveValue('');
  await visitor.email.fill(JANE);
  await expect(visitor.text('Your current alias:')).toBeVisible();
  expect(service.count('lookUp')).toBe(lookUps + 2);
  await page.reload();
  await expect(visitor.email).toHaveValue('');

  await visitor.email.fill('john@example.com');
  await visitor.submit();
  await visitor.ready.waitFor();
  const inResult = await page.evaluate(() => history.length);
  await visitor.back.click();
  await expect(visitor.email).toBeFocused();
  await expect.poll(() => page.evaluate(() => history.state)).toBeNull();
  await page.reload();
  await expect(visitor.email).toHaveValue('');
  await visitor.email.fill('ann@example.com');
  await visitor.submit();
  await visitor.ready.waitFor();
  expect(await page.evaluate(() => history.length)).toBe(inResult);
  expect(sent.join()).not.toMatch(/jane|john|ann@/);
});

test('a visitor who reloads the result, or comes back to it from another page, finds its present state again; without a server or a script another visit or a retry leads there', async ({
  visitor,
  page,
  service,
}) => {
  await visitor.createAlias(JANE);
  const [row] = service.table.rows;
  await visitor.leaveAndComeBack();
  await expect(visitor.ready).toBeVisible();
  await expect(visitor.text(row?.alias_email ?? '')).toBeVisible();

  if (row) row.active = false;
  const answer = service.faults.hold('lookUp');
  await page.reload();
  await expect(visitor.button('Checking...')).toBeVisible();
  await expect(visitor.email).toHaveValue(JANE);
  await expect(visitor.email).toBeDisabled();
  answer();
  await expect(visitor.ready).toBeVisible();
  await expect(visitor.text(row?.alias_email ?? '')).toBeVisible();
  await expect(visitor.forwarding).not.toBeChecked();
  await expect(visitor.text('Your alias has been generated!')).toBeHidden();
  await visitor.forwarding.click();
  await expect.poll(() => row?.active).toBe(true);

  service.faults.fail('lookUp', 'cut');
  await page.reload();
  await expect(visitor.button('Try again')).toBeVisible();
  service.faults.heal('lookUp');
  // The browser has put the address into the field.
  await visitor.leaveAndComeBack();
  await expect(visitor.ready).toBeVisible();
  await expect(visitor.text(row?.alias_email ?? '')).toBeVisible();
  await page.route(/assets\/index-/, (route) => route.abort(), { times: 1 });
  await page.reload();
  await visitor.button('Try again').click();
  await expect(visitor.ready).toBeVisible();
});
