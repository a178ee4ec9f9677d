import { expect, test } from './fixtures.ts';
import { JANE } from './visitor.ts';

test("the form has the texts of the specification, and its button waits for an address; a stranger reads the purpose of the service and how mail travels, until there is an alias; the 'Made in' link opens a new tab, announces that, and sends no referrer; an address with an alias locks the form: its newest alias, the limit, and a test mail to it; another address unlocks it", async ({
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
  await expect(visitor.generate).toBeDisabled();
  await expect(visitor.text('Your alias will be generated instantly')).toBeVisible();
  const madeIn = page.getByRole('link', { name: 'Made in Vite', exact: true });
  await expect(madeIn).toBeVisible();
  await expect(madeIn).toHaveAttribute('href', 'https://vite.dev/');

  await context.route('https://vite.dev/', (route) => route.fulfill({ body: 'elsewhere' }));
  await visitor.email.fill('jane@example');
  await expect(madeIn).toHaveAccessibleDescription('Opens in a new tab');
  const [beside] = await Promise.all([context.waitForEvent('page'), madeIn.click()]);
  await expect(beside).toHaveURL('https://vite.dev/');
  await beside.waitForLoadState();
  expect(await beside.evaluate(() => [opener, document.referrer])).toEqual([null, '']);
  await expect(visitor.email).toHaveValue('jane@example');

  const what = visitor.text('An address to give out instead of yours');
  const facts = page.getByRole('definition');
  await expect(what).toBeVisible();
  await expect(page.getByRole('term')).toHaveText(['Mail to the alias', 'Your mail', 'The alias']);
  await expect(facts).toHaveText([
    'is forwarded to you',
    'passes through and is not kept',
    'can be switched off with one click',
  ]);
  await visitor.email.fill(JANE);
  await visitor.submit();
  await visitor.ready.waitFor();
  await expect(what).toBeHidden();
  await visitor.back.click();
  await expect(what).toBeVisible();
  await visitor.email.fill(JANE);
  await visitor.text('Your current alias:').waitFor();
  await expect(what).toBeHidden();

  const put = (alias: string, created_at: string) =>
    service.table.put({
      real_email: 'ann@example.com',
      alias_email: `${alias}@veilpost.example`,
      created_at,
    });
  put('alias-2000', '2026-11-20T10:00:00Z');
  put('alias-3000', '2026-11-21T10:00:00Z');
  put('alias-1000', '2026-11-19T10:00:00Z');
  await visitor.email.fill('ann@example.com');
  await expect(visitor.text('Your current alias:')).toBeVisible();
  await expect(visitor.text('alias-3000@veilpost.example')).toBeVisible();
  await expect(visitor.button('Free plan limit reached')).toBeDisabled();
  await expect(
    visitor.text('Free users can only generate one alias. Upgrade coming soon!'),
  ).toBeVisible();
  await visitor.button('Send Test Mail').click();
  await expect(visitor.dialog.getByLabel('To')).toHaveValue('alias-3000@veilpost.example');
  await page.keyboard.press('Escape');
  await visitor.email.fill('john@example.com');
  await expect(visitor.text('Your current alias:')).toBeHidden();
});
