/** The senders whom the owner lets in or blocks. */

import { expect, test } from './fixtures.ts';
import { manage } from './owner.ts';
import { KNOWN_AND_NEW } from './owner-history.ts';

test.use({ ownership: 'confirmed' });

const NEW = 'new-shop-with-a-long-name.example';

test('with the keyboard alone an owner lets a newcomer in, blocks a sender, and undoes it; the focus stays with the button; a full list says so', async ({
  visitor,
  page,
  service,
}) => {
  service.owners.history = KNOWN_AND_NEW;
  await manage(visitor, service);
  const bodies = () => service.calls.filter(({ call }) => call === 'rule').map(({ body }) => body);
  await visitor.button('Last 7 days 4 arrived, 2 did not').press('Enter');
  await expect(visitor.text('Waiting: new sender')).toBeVisible();
  const letIn = visitor.button(`Let in ${NEW}`);
  await expect(letIn).toHaveAttribute('aria-pressed', 'false');
  await letIn.press('Enter');
  await expect(letIn).toHaveAttribute('aria-pressed', 'true');
  await expect(letIn).toBeFocused();
  await expect(visitor.button('Senders 1')).toBeVisible();
  // Mail without a proof has no buttons: its senders cannot be distinguished.
  await expect(page.getByRole('button', { name: /somewhere/ })).toHaveCount(0);
  await page.keyboard.press('Tab');
  await expect(visitor.button(`Block ${NEW}`)).toBeFocused();
  await page.keyboard.press('Tab');
  const block = visitor.button('Block bank.example');
  await expect(block).toBeFocused();
  await page.keyboard.press('Space');
  await expect(block).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.press('Space');
  await expect(block).toHaveAttribute('aria-pressed', 'false');
  await expect(block).toBeFocused();
  await visitor.button('Senders 1').press('Enter');
  await visitor.button(`Remove ${NEW}`).press('Enter');
  await expect(visitor.text(/^No one yet/)).toBeVisible();
  await expect(page.locator(':focus')).toHaveCount(1);
  const [shop, bank] = ['newnewnewnewnewnewnewn', 'bankbankbankbankbankba'];
  expect(bodies()).toMatchObject([
    { sender: shop, rule: 'let' },
    { sender: bank, rule: 'block' },
    { sender: bank, rule: 'forget' },
    { sender: shop, rule: 'forget' },
  ]);

  const full = { status: 422, body: { code: 'too_many_rules', message: 'There are 200.' } };
  service.faults.fail('rule', full, 1);
  await visitor.button('Last 7 days 4 arrived, 2 did not').click();
  await visitor.button(`Let in ${NEW}`).click();
  await expect(visitor.text(/^The list is full/)).toBeVisible();
});
