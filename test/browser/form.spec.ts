import { expect, test } from './fixtures.ts';
import { JANE } from './visitor.ts';

test("the field is one for an email address; the 'Made in' link opens a new tab, announces that, and sends no referrer; the locked form leads to a test mail to its alias", async ({
  visitor,
  page,
  context,
  service,
}) => {
  await page.goto('/');
  await expect(visitor.email).toHaveAttribute('placeholder', /@/);
  await expect(visitor.email).toBeEditable();
  await expect(visitor.email).toHaveAttribute('autocomplete', 'email');
  await expect(visitor.email).toHaveAttribute('inputmode', 'email');
  const madeIn = page.getByRole('link', { name: 'Made in Vite', exact: true });
  await expect(madeIn).toHaveAttribute('href', 'https://vite.dev/');

  await context.route('https://vite.dev/', (route) => route.fulfill({ body: 'elsewhere' }));
  await visitor.email.fill('jane@example');
  await expect(madeIn).toHaveAccessibleDescription('Opens in a new tab');
  const [beside] = await Promise.all([context.waitForEvent('page'), madeIn.click()]);
  await expect(beside).toHaveURL('https://vite.dev/');
  await beside.waitForLoadState();
  expect(await beside.evaluate(() => [opener, document.referrer])).toEqual([null, '']);
  await expect(visitor.email).toHaveValue('jane@example');

  service.table.put({ real_email: JANE, alias_email: 'alias-3000@veilpost.example' });
  await visitor.email.fill(JANE);
  await visitor.button('Send Test Mail').click();
  await expect(visitor.dialog.getByLabel('To')).toHaveValue('alias-3000@veilpost.example');
});
