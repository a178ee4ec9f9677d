/** The question after a click on the link of an email. */

import { expectFocusInDialog } from './dialog-focus.ts';
import { expect, test } from './fixtures.ts';
import { ALIAS, codeField, confirmedAlias, done, expectHeld, openLink } from './owner.ts';
import { JANE } from './visitor.ts';

test.use({ ownership: 'confirmed' });

const QUESTION = 'Is this address yours?';
const EXPIRED = 'This link has expired or was already used.';
const YES = 'Yes, this is my address';
const NO = 'I did not ask for this';
/** If the email names an alias that waits. */
const NO_AND_DELETE = 'I did not ask: delete the alias';

test("a link opens a question over the form, and its token leaves the address bar at once; 'I did not ask for this': a server without an answer is reported in the dialog, and it can be pressed again, but not the other button meanwhile; the unconfirmed alias is deleted, and the focus is at the sentence about that", async ({
  visitor,
  page,
  service,
}) => {
  service.table.put({ real_email: JANE, alias_email: ALIAS });
  await page.goto('/privacy');
  const token = await openLink(visitor, service);
  const dialog = page.getByRole('dialog', { name: QUESTION });
  await expect(dialog).toBeVisible();
  expect(new URL(page.url()).hash).toBe('');
  await expect(dialog.getByRole('heading')).toBeFocused();
  await expect(
    visitor.text(
      'Press the button to start forwarding to the address that received this email, and to manage its alias in this browser.',
    ),
  ).toBeVisible();
  await expect(visitor.button(YES)).toBeVisible();
  // The subject, without the whole address; and the other answer says what it does.
  await expect(dialog.getByRole('term')).toHaveText(['Alias', 'Forwards to']);
  await expect(dialog.getByRole('definition')).toHaveText([ALIAS, 'j***@example.com']);
  service.faults.fail('notMe', { status: 503 }, 1);
  const fail = service.faults.hold('notMe');
  await visitor.button(NO_AND_DELETE).click();
  await expectHeld(visitor.button(YES));
  fail();
  await expect(visitor.text(/^The server cannot be reached/)).toBeVisible();
  await visitor.button(NO_AND_DELETE).press('Enter');
  const deleted = 'The alias was deleted. You will not get any more email from us.';
  await expect(visitor.text(deleted)).toBeVisible();
  await expect(page.locator(':focus')).toContainText(deleted);
  await expect(page.getByRole('dialog')).toBeHidden();
  expect(service.table.rows).toEqual([]);
  const denied = ['notMe', { token_hash: token }];
  expect(service.calls.map(({ call, body }) => [call, body])).toEqual([denied, denied]);
  await visitor.email.fill('a');
  await expect(visitor.text(/^The alias was deleted/)).toBeHidden();
  await page.goBack();
  expect(new URL(page.url()).pathname, 'no entry of the history has it').toBe('/privacy');
});

test("nothing happens before a button is pressed, however often the link is opened, in a tab with the page too; a server without 'not me' says that nothing happens; 'Yes', for this tab only if the visitor wants that: the link is redeemed, the form shows the address and its alias, a code for another browser, and the focus is at the outcome", async ({
  visitor,
  page,
  service,
}) => {
  const row = service.table.put({ real_email: JANE, alias_email: ALIAS });
  const token = await openLink(visitor, service);
  for (let times = 0; times < 2; times += 1) {
    await visitor.visitAgain(`/#confirm=${token}`);
    await page.getByRole('dialog').waitFor();
  }
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await visitor.email.fill('ann@example');
  await page.evaluate((same) => {
    location.hash = `#confirm=${same}`;
  }, token);
  await expect(page.getByRole('dialog', { name: QUESTION })).toBeVisible();
  expect(new URL(page.url()).hash).toBe('');
  for (const method of ['GET', 'HEAD']) await page.request.fetch(`/#confirm=${token}`, { method });
  expect(service.calls).toEqual([]);
  expect(service.owners.stateOf(row).confirmed).toBe(false);

  service.faults.fail('notMe', { status: 404 });
  await visitor.button(NO_AND_DELETE).click();
  await expect(visitor.text(/^Nothing is forwarded to you unless you say yes/)).toBeVisible();
  service.faults.fail('verify', { status: 503 }, 1);
  const brief = page.getByLabel('Do not keep me signed in here');
  await brief.check();
  await visitor.button(YES).click();
  await expect(visitor.text(/^The server cannot be reached/)).toBeVisible();
  await brief.uncheck();
  const answer = service.faults.hold('verify');
  await visitor.button(YES).press('Enter');
  await expect(brief).toHaveAttribute('aria-disabled', 'true');
  await brief.press('Space');
  await expect(brief).not.toBeChecked();
  await expect(brief).toBeFocused();
  answer();
  await expect(done(visitor)).toBeVisible();
  await expect(page.locator(':focus')).toContainText('Done. Mail to your alias is now forwarded.');
  await expect(visitor.email).toHaveValue(JANE);
  await expect(visitor.text('Your current alias:')).toBeVisible();
  await expect(visitor.text(ALIAS)).toBeVisible();
  await expect(page.getByRole('dialog')).toBeHidden();
  // The result is where the visitor looks: the postmark falls, and the top of the page says so.
  await expect(page.locator('.postmark')).toBeInViewport();
  await expect(
    page.getByRole('region', { name: 'Notifications' }).getByText('Done. Mail to your alias is'),
  ).toBeInViewport();
  expect(await page.evaluate(() => scrollY)).toBe(0);
  await expect
    .poll(() => service.calls.map(({ call }) => call).toSorted())
    .toEqual(['deviceCode', 'list', 'lookUp', 'notMe', 'states', 'unasked', 'verify', 'verify']);
  const verified = service.calls.filter(({ call }) => call === 'verify').map(({ body }) => body);
  const redeemed = { type: 'email', token_hash: token };
  expect(verified).toEqual([{ ...redeemed, remember: false }, redeemed]);
  expect(service.owners.stateOf(row).confirmed).toBe(true);
  // The next visit recognizes the owner, and shows the alias without typing.
  await visitor.visitAgain();
  const known = page.locator('p', { hasText: `You manage ${JANE} in this browser` });
  await expect(known.locator('bdi')).toHaveText(JANE);
  // In place of the form.
  await expect(page.getByRole('definition').first()).toBeHidden();
  const show = await visitor.button('Show my alias').boundingBox();
  const envelope = await page.locator('.envelope').boundingBox();
  expect((show?.y ?? Infinity) - (envelope?.y ?? 0) - (envelope?.height ?? 0)).toBeLessThan(100);
  await visitor.button('Show my alias').click();
  await expect(visitor.email).toHaveValue(JANE);
  await expect(visitor.text('Your current alias:')).toBeVisible();
  await expect(visitor.text('You manage this alias in this browser.')).toBeVisible();
  await expect(known).toBeHidden();
});

test('the answers of a question wrap if the font is wide, and none is squeezed; the page under it is inert; a link that has expired or was used is reported, and a new email continues', async ({
  visitor,
  page,
  service,
}) => {
  confirmedAlias(service);
  await page.goto(`/#confirm=${'x'.repeat(43)}`);
  await page.evaluate(() => (document.body.style.letterSpacing = '0.2em'));
  for (const answer of [NO, YES]) await expect(visitor.button(answer)).toHaveCSS('height', '48px');
  await expectFocusInDialog(page, 6);
  await visitor.button(NO).click();
  const expired = page.getByRole('dialog', { name: EXPIRED });
  await expect(expired.getByRole('heading', { name: EXPIRED })).toBeFocused();
  await expect(visitor.button('Send a new link')).toBeDisabled();
  // As a keyboard or a mail program writes it.
  await page.getByLabel('Your email').fill(`<${JANE}> `);
  await page.keyboard.press('Enter');
  await expect(visitor.text(/^If jane\.doe@example\.com has an alias/)).toBeVisible();
  await expect(codeField(visitor)).toBeFocused();
  await codeField(visitor).fill((await service.owners.letterTo(JANE)).code);
  await expect(visitor.text('You manage this alias in this browser.')).toBeVisible();
  await expect(visitor.text(ALIAS)).toBeVisible();
});
