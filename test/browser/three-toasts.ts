import { ALIAS_MESSAGES } from '#rules/alias-messages.ts';
import { JANE, type Visitor } from './visitor.ts';

/** A success, an error and a warning, one after another under a stopped clock. */
export async function threeToasts(visitor: Visitor): Promise<void> {
  await visitor.stopClock();
  await visitor.createAlias(JANE);
  await visitor.forwarding.click();
  await visitor.text(ALIAS_MESSAGES.toggleFailed).waitFor();
  await visitor.back.click();
  await visitor.email.fill(JANE);
  await visitor.submit();
  await visitor.text('Your current alias:').waitFor();
}
