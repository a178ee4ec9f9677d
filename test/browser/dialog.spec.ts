import { expect, test } from './fixtures.ts';
import { ALIAS_MESSAGES } from '#rules/alias-messages.ts';
import { JANE } from './visitor.ts';

test('a refusal of the dialog stands inside it and moves nothing there', async ({
  visitor,
  page,
}) => {
  await page.setViewportSize({ width: 1000, height: 1200 });
  await visitor.createAlias(JANE);
  await visitor.sendTestMail();
  await visitor.text(ALIAS_MESSAGES.testMailSent).waitFor();
  await visitor.sendTestMail();
  const { dialog } = visitor;
  const toast = dialog.getByRole('status').getByText(/^Please wait \d+ seconds/);
  await expect(toast).toBeVisible();
  const sheet = await dialog.boundingBox();
  const told = await toast.boundingBox();
  expect(told?.y).toBeGreaterThan(sheet?.y ?? 1200);
  const title = await dialog.getByRole('heading').boundingBox();
  expect((title?.y ?? 0) - (sheet?.y ?? 0), 'the space above the title').toBe(32);
  // A toast from before the dialog opened stays where it was.
  expect(await dialog.getByText(ALIAS_MESSAGES.testMailSent).count()).toBe(0);
});
