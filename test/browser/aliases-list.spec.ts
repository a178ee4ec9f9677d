/** The rows of 'Your aliases': labels, switches, search; and the keys of programs. */

import { expect, test } from './fixtures.ts';
import { setLetters } from './layout.ts';
import { aliasRows, inWindow, openAliases, severalAliases } from './owner.ts';

test.use({ ownership: 'confirmed' });

/** Run in the page: whether it has to be scrolled sideways. */
const isWider = () => document.documentElement.scrollWidth > document.documentElement.clientWidth;

test('a label is saved by Enter and by leaving its field, and kept by Escape; markup, emoji and 200 characters are text; a label and a switch that do not reach the server say so, and can be tried again; the press that leaves a label unchanged reaches its control, however far below; what is typed while a label is saved stays in its field', async ({
  visitor,
  page,
  service,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const [first, second, third] = severalAliases(service, 12);
  const labelOf = (row = first) => service.owners.noteOf(row?.id ?? '').label;
  await openAliases(visitor, service);
  const failed = visitor.text('That did not work. Please try again in a moment.');
  await visitor.button(`Add a label: ${first?.alias_email}`).click();
  const field = page.getByLabel(`Label of ${first?.alias_email}`);
  await expect(field).toBeFocused();
  const label = '<b>bold</b> 🦊 متجر';
  service.faults.fail('note', 'cut');
  await field.fill(label);
  await field.press('Enter');
  await expect(failed).toBeVisible();
  service.faults.heal('note');
  await field.press('Enter');
  const named = visitor.button(label);
  await expect(named).toBeFocused();
  await expect(failed).toBeHidden();
  expect(labelOf()).toBe(label);
  await named.click();
  await field.fill('never');
  await field.press('Escape');
  await expect(named).toBeFocused();
  expect(labelOf()).toBe(label);

  const forwarding = page.getByLabel(`Forwarding for ${second?.alias_email}`);
  await visitor.button(`Add a label: ${second?.alias_email}`).click();
  await page.getByLabel(`Label of ${second?.alias_email}`).fill('W'.repeat(250));
  await forwarding.focus();
  await expect(visitor.button('W'.repeat(200))).toBeVisible();
  for (const width of [320, 1000]) {
    await page.setViewportSize({ width, height: 640 });
    expect(await page.evaluate(isWider)).toBe(false);
  }
  service.faults.fail('update', { status: 503 }, 1);
  await forwarding.click();
  await expect(failed).toBeVisible();
  await expect(forwarding).toBeChecked();
  await forwarding.click();
  await expect(failed).toBeHidden();
  await expect(forwarding).not.toBeChecked();

  await visitor.button(`Add a label: ${third?.alias_email}`).click();
  const other = page.getByLabel(`Label of ${third?.alias_email}`);
  await expect(other).toBeFocused();
  await visitor.text('Apps that can use your aliases').click();
  await expect(visitor.text(/^With an API key/)).toBeVisible();
  await expect(other).toBeHidden();
  await expect(page.locator('.aliases summary')).toBeFocused();
  await visitor.button(`Add a label: ${third?.alias_email}`).click();
  const answer = service.faults.hold('note');
  await other.fill('Sho');
  await other.press('Enter');
  await other.pressSequentially('es');
  answer();
  await expect.poll(() => labelOf(third)).toBe('Sho');
  await expect(other).toHaveValue('Shoes');
  await expect(other).toBeFocused();
  const next = service.faults.hold('note');
  await other.press('Enter');
  await other.pressSequentially(' 42');
  await forwarding.focus();
  next();
  await expect(visitor.button('Shoes 42')).toBeVisible();
  expect(labelOf(third)).toBe('Shoes 42');
  await expect(forwarding).toBeFocused();
});

test('five hundred aliases are found, chosen and switched by the keyboard at 320 px without a call for the search', async ({
  visitor,
  page,
  service,
}) => {
  await page.setViewportSize({ width: 320, height: 640 });
  const all = severalAliases(service, 500, 500);
  const wanted = all[123];
  service.owners.noteOf(wanted?.id ?? '').label = 'Größe 42';
  await openAliases(visitor, service);
  await expect(aliasRows(visitor)).toHaveCount(500);
  // These two of the start may arrive late.
  const calls = () =>
    service.calls.map(({ call }) => call).filter((call) => !/^(?:states|unasked)$/.test(call));
  const before = calls();
  await page.locator('.aliases-dock').getByRole('button', { name: '500 of 500' }).press('Enter');
  await page.keyboard.press('Tab');
  await expect(page.getByLabel('Search')).toBeFocused();
  await page.keyboard.type('GRÖSSE 43');
  await expect(visitor.text('No alias matches your search.')).toBeVisible();
  await page.getByLabel('Search').fill('größe');
  await expect(visitor.text('1 of 500 aliases found')).toBeVisible();
  expect(calls()).toEqual(before);
  await page.keyboard.press('Tab');
  await expect(visitor.button(`Show ${wanted?.alias_email}`)).toBeFocused();
  for (const name of ['Größe 42', `Copy ${wanted?.alias_email}`]) {
    await page.keyboard.press('Tab');
    await expect(visitor.button(name)).toBeFocused();
  }
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await expect.poll(() => wanted?.active).toBe(false);
  await visitor.button(`Show ${wanted?.alias_email}`).press('Enter');
  await expect(visitor.ready).toBeFocused();
  await expect(inWindow(visitor, wanted?.alias_email ?? '')).toBeVisible();
  await page.getByLabel('Search').fill('');
  await expect(aliasRows(visitor)).toHaveCount(500);
  expect(await page.evaluate(isWider)).toBe(false);
});

test('a program gets a key, which is shown once; the second factor is required; a revocation asks once, and its key leaves the list; a refused clipboard: the alias and the key are selected, and the page says what to do', async ({
  visitor,
  page,
  service,
}) => {
  const [first] = severalAliases(service, 1);
  await openAliases(visitor, service);
  // As in a page over plain http from another machine.
  await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
  const selected = () => page.evaluate(() => String(getSelection()));
  await visitor.button(`Copy ${first?.alias_email}`).click();
  await expect(visitor.text('Please select the address and copy it.')).toBeVisible();
  expect(await selected()).toBe(first?.alias_email);

  await visitor.text('Apps that can use your aliases').click();
  await expect(visitor.text(/^With an API key/)).toBeVisible();
  await visitor.button('New key').click();
  const name = page.getByLabel('Name of the app');
  await expect(name).toBeFocused();
  await expect(visitor.button('Create key')).toBeDisabled();
  await expect(page.getByRole('radio', { name: 'Create aliases', exact: true })).toBeChecked();
  await name.fill('Bitwarden');
  service.faults.fail('newKey', { status: 403, body: { code: 'insufficient_aal' } }, 1);
  await visitor.button('Create key').click();
  await expect(page.getByLabel('Code from your authenticator app')).toBeFocused();
  await visitor.button('Cancel').click();
  await visitor.button('New key').click();
  await name.fill('Bitwarden');
  await visitor.button('Create key').click();
  await expect(visitor.text('Copy the key now. It will not be shown again.')).toBeFocused();
  await expect(visitor.text(/^veilpost\w{40}$/)).toBeVisible();
  await expect(visitor.text(service.origin)).toBeVisible();
  await visitor.button('Copy key').click();
  await expect(visitor.text('Please select the key and copy it.')).toBeVisible();
  expect(await selected()).toMatch(/^veilpost\w{40}$/);
  await visitor.button('Done').click();
  await expect(visitor.text(/^veilpost\w{40}$/)).toBeHidden();
  const revoke = visitor.button('Revoke Bitwarden');
  await revoke.click();
  await visitor.button('Cancel').click();
  await expect(visitor.text(/^This app will no longer be able to use/)).toBeHidden();
  await expect(revoke).toBeFocused();
  expect(service.count('revoke')).toBe(0);
  await revoke.press('Enter');
  await visitor.button('Revoke').click();
  await expect(visitor.text(/^With an API key/)).toBeVisible();
  expect(service.owners.keys).toEqual([]);
});

test("no control that takes the focus is behind the head of 'Your aliases', which is docked at the foot of a phone's window", async ({
  visitor,
  page,
  service,
}) => {
  await page.setViewportSize({ width: 320, height: 640 });
  severalAliases(service, 6);
  await openAliases(visitor, service);
  for (const letters of ['', '200%']) {
    await setLetters(page, letters);
    // WCAG 2.2 success criterion 2.4.11.
    const covered = await page.evaluate(() => {
      const top = () => document.querySelector('.dock')?.getBoundingClientRect().top ?? 0;
      const controls = document.querySelectorAll<HTMLElement>(
        'main :is(button:enabled, input, a, summary):not(.dock *, #aliases *)',
      );
      return [...controls].flatMap((control) => {
        scrollTo(0, 0);
        control.focus();
        const { bottom } = control.getBoundingClientRect();
        return bottom > top() ? `${control.outerHTML.slice(0, 60)}: ${bottom} > ${top()}` : [];
      });
    });
    expect(covered, letters).toEqual([]);
  }
});
