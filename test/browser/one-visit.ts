import { ALIAS_MESSAGES } from '#rules/alias-messages.ts';
import { expect } from './fixtures.ts';
import type { Visitor } from './visitor.ts';

/**
 * The whole way through the screen, with any server.
 * @param address a real address without an alias
 * @returns the alias, whose forwarding is off at the end
 */
export async function visit(visitor: Visitor, address: string): Promise<string> {
  await visitor.createAlias(address);
  await visitor.button('Copy Alias').click();
  await expect(visitor.button('Copied!')).toBeVisible();
  const alias = await visitor.page.evaluate(() => navigator.clipboard.readText());
  await expect(visitor.text(alias)).toBeVisible();
  await visitor.sendTestMail();
  await expect(visitor.text(ALIAS_MESSAGES.testMailSent)).toBeVisible();
  const saved = visitor.page.waitForResponse(
    (response) => response.request().method() === 'PATCH' && response.ok(),
  );
  await visitor.forwarding.click();
  await saved;
  await expect(visitor.text('Forwarding Off')).toBeVisible();
  return alias;
}
