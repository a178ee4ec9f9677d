import { expect, test } from './fixtures.ts';
import { JANE } from './visitor.ts';

test('a visitor enters an address and gets an alias', async ({ visitor, service }) => {
  await visitor.createAlias(JANE);
  const [row] = service.table.rows;
  expect(row?.real_email).toBe(JANE);
  await expect(visitor.text(/^alias-\d{4}@veilpost\.example$/)).toBeVisible();
  await expect(visitor.text('Your alias has been generated!')).toBeVisible();
});
