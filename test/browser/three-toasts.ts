import { ALIAS_MESSAGES } from '#rules/alias-messages.ts';
import { MESSAGES } from '#rules/messages.ts';
import { JANE, type Visitor } from './visitor.ts';

/** Their texts, from the first to the last. */
export const THREE_TOASTS = [MESSAGES.created, ALIAS_MESSAGES.toggleFailed, MESSAGES.planLimit];

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
