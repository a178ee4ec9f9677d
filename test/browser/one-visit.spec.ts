import { visit } from './one-visit.ts';
import { expect, test } from './fixtures.ts';
import { JANE } from './visitor.ts';

test('a visitor enters an address, gets an alias, copies it, sends a test mail and switches forwarding off', async ({
  visitor,
  service,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const alias = await visit(visitor, JANE);
  expect(service.table.rows).toMatchObject([
    { real_email: JANE, alias_email: alias, active: false },
  ]);
});
