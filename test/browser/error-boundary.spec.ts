import { expectNoViolation } from './axe.ts';
import { expect, test } from './fixtures.ts';
import { JANE, Visitor } from './visitor.ts';

test('a screen that cannot be rendered shows a plain sentence, and a reload leads to the form', async ({
  page,
}) => {
  await page.addInitScript(() => {
    // This simulates an error of our code that no test has found.
    Reflect.set(Date.prototype, 'getFullYear', () => {
      throw new Error('odd');
    });
  });
  // Without the fixture, because here an error in the browser's console is expected.
  const visitor = new Visitor(page);
  await page.goto('/');
  await visitor.email.fill(JANE);
  await visitor.submit();
  await expect(page.getByRole('alert')).toContainText(
    'Something went wrong on this page. Your alias is not affected. Reload the page to continue.',
  );
  await expectNoViolation(page);
  await visitor.button('Reload').click();
  await expect(visitor.email).toBeEnabled();
  await expect(page.getByRole('alert')).toBeHidden();
});
