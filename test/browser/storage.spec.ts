import { expect, test } from './fixtures.ts';
import { codeField } from './owner.ts';
import { JANE } from './visitor.ts';

test.use({ ownership: 'confirmed' });

test('a browser that refuses its storage makes an alias and confirms its address, and reports that it cannot manage it', async ({
  visitor,
  page,
  service,
}) => {
  await page.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage']) {
      Object.defineProperty(globalThis, name, {
        get: () => {
          throw new DOMException('It is refused.', 'SecurityError');
        },
      });
    }
  });
  await visitor.createAlias(JANE);
  await codeField(visitor).fill((await service.owners.letterTo(JANE)).code);
  await expect(
    visitor.text(/^Your address is confirmed\. This browser does not keep/),
  ).toBeVisible();
  const [row] = service.table.rows;
  expect(row && service.owners.stateOf(row).confirmed).toBe(true);
});
