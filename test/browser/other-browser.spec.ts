/** A browser that is not the owner's, and its way to become the owner's. */

import { MESSAGES } from '#rules/messages.ts';
import { expect, test } from './fixtures.ts';
import { ALIAS, codeField, confirmedAlias, done, findHidden } from './owner.ts';
import { JANE, Visitor } from './visitor.ts';

test.use({ ownership: 'confirmed' });

const HIDDEN = 'This address already has an alias. Only its owner can see it here.';
const ON_ITS_WAY = `An email is on its way to ${JANE}. Open its link in this browser or enter the code here.`;
const YOURS = 'You manage this alias in this browser.';

test("another browser: locked without an alias, with the note and the toast, until another address is typed; 'Send me a link' sends an email and leads to the field for its code, which makes this browser the owner's and leads to the owner's side", async ({
  visitor,
  page,
  service,
}) => {
  confirmedAlias(service);
  await findHidden(visitor);
  await expect(visitor.button('Free plan limit reached')).toBeDisabled();
  await expect(page.getByRole('status').getByText(MESSAGES.planLimit)).toBeVisible();
  await expect(page.getByRole('main').getByText(MESSAGES.planLimit)).toBeVisible();
  await expect(visitor.text(HIDDEN)).toBeVisible();
  await expect(visitor.text(ALIAS)).toBeHidden();
  await expect(visitor.text('Your current alias:')).toBeHidden();
  await expect(codeField(visitor)).toBeHidden();
  // On a slow machine the look-up of the typed address precedes them.
  const calls = service.calls.map(({ call }) => call);
  expect(calls.slice(-3)).toEqual(['exists', 'insert', 'lookUp']);
  // Enter in the field gives the reason.
  await page.getByRole('status').filter({ hasText: MESSAGES.planLimit }).press('Escape');
  await expect(page.getByRole('status').getByText(MESSAGES.planLimit)).toBeHidden();
  await visitor.email.press('Enter');
  await expect(page.getByRole('status').getByText(MESSAGES.planLimit)).toBeVisible();

  await visitor.email.fill('ann@example.com');
  await expect(visitor.text(HIDDEN)).toBeHidden();
  await expect(visitor.generate).toBeEnabled();
  await expect(visitor.text('An address to give out instead of yours')).toBeVisible();

  await visitor.email.fill(JANE);
  await visitor.submit();
  await expect(visitor.text(HIDDEN)).toBeVisible();
  await visitor.button('Send me a link').press('Enter');
  await expect(visitor.text(ON_ITS_WAY)).toBeVisible();
  await expect(codeField(visitor)).toBeFocused();
  expect(service.calls.find(({ call }) => call === 'otp')?.body).toEqual({
    email: JANE,
    create_user: true,
  });
  await page.keyboard.type((await service.owners.letterTo(JANE)).code);
  await expect(visitor.text('Your current alias:')).toBeVisible();
  await expect(visitor.text(ALIAS)).toBeVisible();
  await expect(visitor.text(YOURS)).toBeVisible();
  await expect(page.locator(':focus')).toContainText(YOURS);
  await expect(done(visitor)).toBeHidden();
  await expect(visitor.email).toHaveValue(JANE);
});

test('with the emails used up the code of the previous email can still be typed', async ({
  visitor,
  service,
}) => {
  confirmedAlias(service);
  await service.owners.letter(JANE);
  service.faults.fail('otp', { status: 429, headers: { 'Retry-After': '3600' } });
  await findHidden(visitor);
  await visitor.button('Send me a link').click();
  await expect(
    visitor.text(
      'An email was already sent to this address today. Please check the spam folder too.',
    ),
  ).toBeVisible();
  await codeField(visitor).fill((await service.owners.letterTo(JANE)).code);
  await expect(visitor.text(YOURS)).toBeVisible();
});

/** A second browser of the same service. */
async function phone(visitor: Visitor, baseURL: string) {
  const context = await visitor.page.context().browser()?.newContext({ baseURL });
  if (!context) throw new Error('There is no browser.');
  return { other: new Visitor(await context.newPage()), close: () => context.close() };
}

test('the link is opened on a phone while a laptop waits: the laptop does not become an owner without a code', async ({
  visitor,
  page,
  service,
  baseURL,
}) => {
  await visitor.stopClock();
  await visitor.createAlias(JANE);
  const { link } = await service.owners.letterTo(JANE);
  await visitor.text('One step left: confirm your address').waitFor();
  const { other, close } = await phone(visitor, baseURL);
  await other.page.goto(`/#confirm=${link}`);
  await other.button('Yes, this is my address').click();
  await expect(done(other)).toBeVisible();
  const shown = other.text(
    /^To manage the alias in another browser too, enter this code there: \d{6}$/,
  );
  await expect(shown).toBeVisible();
  const code = (await shown.textContent())?.slice(-6) ?? '';
  await expect(other.text(YOURS)).toBeVisible();
  // The laptop polls every ten seconds, and detects that the confirmation happened elsewhere.
  await visitor.pass(10_000);
  await expect(
    visitor.text(
      'Your address was confirmed in another browser. To manage the alias here too, enter the code shown there.',
    ),
  ).toBeVisible();
  await expect(visitor.text(YOURS)).toBeHidden();
  expect(await page.evaluate(() => localStorage.getItem('veilpost.session'))).toBeNull();
  await page.getByLabel('Code from the other browser').fill(code);
  await expect(visitor.text(YOURS)).toBeVisible();
  await close();
});

test("the screen polls on return to the tab, and every 10 s; an alias confirmed in another tab of the same browser is the owner's here too", async ({
  visitor,
  page,
  context,
  service,
}) => {
  await visitor.stopClock();
  await visitor.createAlias(JANE);
  await visitor.text('One step left: confirm your address').waitFor();
  const asked = service.count('lookUp');
  await visitor.pass(9999);
  expect(service.count('lookUp')).toBe(asked);
  await visitor.pass(1);
  await expect.poll(() => service.count('lookUp')).toBe(asked + 1);
  await visitor.pass(10_000);
  await expect.poll(() => service.count('lookUp')).toBe(asked + 2);
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  // The switch polls on return, too.
  await expect.poll(() => service.count('lookUp')).toBe(asked + 4);

  const tab = new Visitor(await context.newPage());
  await tab.page.goto(`/#confirm=${(await service.owners.letterTo(JANE)).link}`);
  await tab.button('Yes, this is my address').click();
  await expect(tab.text(YOURS)).toBeVisible();
  await visitor.pass(10_000);
  await expect(done(visitor)).toBeVisible();
  await expect(visitor.text(YOURS)).toBeVisible();
});
