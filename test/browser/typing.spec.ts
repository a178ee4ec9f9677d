/** Typing during a look-up: the field is then disabled, as specified, but no key is lost. */

import { expect, test } from './fixtures.ts';
import type { StandIn } from './stand-in/stand-in.ts';
import { JANE, type Visitor } from './visitor.ts';

/** Goes to 'Checking...' with the caret in the field. @returns a function that answers the pending look-up */
async function check(visitor: Visitor, service: StandIn): Promise<() => void> {
  const answer = service.faults.hold('lookUp');
  await visitor.page.goto('/');
  await visitor.email.click();
  await visitor.page.keyboard.insertText(JANE);
  await expect(visitor.button('Checking...')).toBeVisible();
  await expect.poll(() => service.count('lookUp')).toBe(1);
  return answer;
}

/** The address of the last call. */
const asked = ({ calls }: StandIn) =>
  decodeURIComponent(calls.at(-1)?.headers['x-real-email'] ?? '');

/** Checks that the whole address is looked up in the end, and that the alias is made for it. */
async function expectAliasFor(address: string, visitor: Visitor, service: StandIn): Promise<void> {
  await expect(visitor.email).toHaveValue(address);
  await expect.poll(() => asked(service)).toBe(address);
  await expect(visitor.generate).toBeEnabled();
  await expect(visitor.email).toHaveValue(address);
  await visitor.page.keyboard.press('Enter');
  await visitor.ready.waitFor();
  expect(service.table.rows.map(({ real_email }) => real_email)).toEqual([address]);
}

test('during the look-up of an alias the button reads Checking..., and the labelled field is disabled in the document itself; the keyboard of a phone does not close, as the focus never leaves the field; Enter is not lost: the alias is made when the look-up ends', async ({
  visitor,
  service,
  page,
}) => {
  await page.addInitScript(() => {
    const note = ({ type }: Event) => {
      document.documentElement.dataset.focus = `${document.documentElement.dataset.focus ?? ''} ${type}`;
    };
    for (const type of ['focusin', 'focusout']) document.addEventListener(type, note);
  });
  const answer = await check(visitor, service);
  await expect(visitor.button('Checking...')).toBeDisabled();
  await expect(visitor.email).toHaveAttribute('disabled');
  await expect(visitor.email).toHaveValue(JANE);
  await expect(visitor.email).toBeVisible();
  const control = () =>
    page.evaluate(() =>
      document.querySelector<HTMLLabelElement>('main label')?.control?.matches(':disabled'),
    );
  expect(await control()).toBe(true);
  expect(await page.evaluate(() => document.querySelector('input')?.disabled)).toBe(true);
  answer();
  await expect(visitor.generate).toBeEnabled();
  expect(await control()).toBe(false);
  await expect(visitor.email).toBeEnabled();
  await expect(visitor.email).toBeFocused();
  await expect(visitor.email).toHaveValue(JANE);
  await expect(page.getByRole('textbox')).toHaveCount(1);
  const second = service.faults.hold('lookUp');
  await page.keyboard.type('.au');
  // Between two keys a slow machine may look up a shorter address.
  await expect.poll(() => asked(service)).toBe(`${JANE}.au`);
  await expect(visitor.button('Checking...')).toBeVisible();
  await expect(visitor.email).toBeFocused();
  await page.keyboard.press('Enter');
  expect(await page.evaluate(() => document.documentElement.dataset.focus)).toBe(' focusin');
  second();
  await visitor.ready.waitFor();
  expect(service.table.rows.map(({ real_email }) => real_email)).toEqual([`${JANE}.au`]);
});

test('a visitor who types without a break loses no key, whenever the look-ups begin and end', async ({
  visitor,
  service,
  page,
}) => {
  await visitor.stopClock();
  await page.goto('/');
  await visitor.email.click();
  const rest = '.one.two.au';
  await page.keyboard.type(JANE);
  await expect(visitor.generate).toBeEnabled();
  for (const [index, key] of rest.split('').entries()) {
    const answer = service.faults.hold('lookUp');
    // Every second pause is long enough for a look-up; some keys come before its answer, some after.
    await visitor.pass(index % 2 === 0 ? 500 : 499);
    if (index % 2 === 0) await expect(visitor.button('Checking...')).toBeVisible();
    if (index % 4 === 0) {
      answer();
      await expect(visitor.button('Checking...')).toBeHidden();
    }
    await page.keyboard.type(key);
    answer();
  }
  await visitor.pass(500);
  await expectAliasFor(JANE + rest, visitor, service);
});

test('caret, Backspace, paste and cut work as usual during a look-up', async ({
  visitor,
  service,
  page,
}) => {
  const answer = await check(visitor, service);
  // For the look-up of what is pasted, which may begin before the first one has its answer.
  const second = service.faults.hold('lookUp');
  await page.evaluate(() => navigator.clipboard.writeText('john'));
  for (let step = 0; step < JANE.length; step += 1) await page.keyboard.press('ArrowLeft');
  for (let step = 0; step < 'jane'.length; step += 1) await page.keyboard.press('Shift+ArrowRight');
  await expect(visitor.button('Checking...')).toBeVisible();
  await page.keyboard.press('ControlOrMeta+v');
  await expect(visitor.email).toHaveValue('john.doe@example.com');
  answer();
  await expect(visitor.button('Checking...')).toBeVisible();
  // The caret is there after the paste.
  await page.keyboard.press('Backspace');
  await page.keyboard.type('ny');
  await expect(visitor.email).toHaveValue('johny.doe@example.com');
  second();
  await expectAliasFor('johny.doe@example.com', visitor, service);
});

// An input method of a phone or a Japanese keyboard: the text is underlined until it is committed.
test('a composition does not start a look-up, however long it takes; its final text does; another one stays whole when a look-up begins or ends', async ({
  visitor,
  service,
  page,
}) => {
  await visitor.stopClock();
  await page.goto('/');
  await visitor.email.click();
  await page.keyboard.insertText(JANE);
  await expect(visitor.generate).toBeEnabled();
  const session = await page.context().newCDPSession(page);
  const composing = { text: '.に', selectionStart: 2, selectionEnd: 2 };
  await session.send('Input.imeSetComposition', composing);
  await expect(visitor.email).toHaveValue(`${JANE}.に`);
  await visitor.pass(5000);
  await expect(visitor.button('Checking...')).toBeHidden();
  expect(service.count('lookUp')).toBe(0);
  await session.send('Input.insertText', { text: '.日本' });
  await expect(visitor.email).toHaveValue(`${JANE}.日本`);
  const answer = service.faults.hold('lookUp');
  await visitor.pass(500);
  await expect(visitor.button('Checking...')).toBeVisible();
  await session.send('Input.imeSetComposition', composing);
  await expect.poll(() => visitor.email.inputValue()).toContain('日本.に');
  await session.send('Input.insertText', { text: '.日本' });
  answer();
  await expect(visitor.button('Checking...')).toBeHidden();
  await visitor.pass(500);
  await expectAliasFor(`${JANE}.日本.日本`, visitor, service);
  expect(service.count('lookUp')).toBe(2);
});
