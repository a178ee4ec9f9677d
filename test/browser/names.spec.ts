import { expect, test } from './fixtures.ts';
import { STATES } from './states.ts';
import { JANE } from './visitor.ts';

for (const ownership of ['open', 'confirmed'] as const) {
  test.describe(`with ownership ${ownership}`, () => {
    test.use({ ownership });
    test('names, roles and states of form, result, dialog and locked form in the accessibility tree', async ({
      visitor,
      service,
      page,
    }) => {
      await page.goto('/');
      await expect(visitor.email).toHaveAttribute('placeholder', /@/);
      await expect(visitor.email).toHaveAttribute('autocomplete', 'email');
      await expect(visitor.email).toHaveAttribute('inputmode', 'email');
      await expect(page.getByRole('main')).toMatchAriaSnapshot(`
        - heading "Veilpost" [level=1]
        - paragraph: An address to give out instead of yours
        - text: Enter your real email
        - textbox "Enter your real email"
        - button "Generate Alias" [disabled]
        - paragraph: Your alias will be generated instantly
        - term: Mail to the alias
        - definition: is forwarded to you
        - term: Your mail
        - definition: passes through and is not kept
        - term: The alias
        - definition: can be switched off with one click
        - link "What we keep, and for how long"
      `);
      await visitor.createAlias(JANE);
      await expect(page.getByRole('main')).toMatchAriaSnapshot(`
        - heading "Veilpost" [level=1]
        - heading "Your alias is ready!" [level=2]
        - paragraph: Use this email for spam-free browsing
        - paragraph: /alias-\\d{4} ?@veilpost\\.example/
        - button "Copy address"
        - button "Copy Alias"
        - button "Send Test Mail"
        - switch "Forwarding On" [checked]
        - paragraph: Emails sent to your alias will be forwarded to jane.doe@example.com
        - paragraph: Upgrade coming soon for multiple aliases.
        - paragraph: You can disable this alias at any time
        - link "Back to main screen"
      `);
      await visitor.button('Send Test Mail').click();
      await expect(visitor.dialog).toMatchAriaSnapshot(`
        - heading "Send Test Mail" [level=2]
        - text: To
        - textbox "To": /alias-\\d{4}@veilpost\\.example/
        - text: Subject
        - textbox "Subject"
        - text: Message
        - textbox "Message"
        - button "Cancel"
        - button "Send Test Mail" [disabled]
      `);

      service.table.rows.length = 0;
      await STATES['the locked form of a disabled alias']?.(visitor, service);
      await expect(page.getByRole('main')).toMatchAriaSnapshot(`
        - heading "Veilpost" [level=1]
        - strong: Disabled
        - text: Enter your real email
        - textbox "Enter your real email": jane.doe@example.com
        - paragraph: "Your current alias:"
        - paragraph: /alias-2000 ?@veilpost\\.example/
        - button "Copy address" [disabled]
        - button "Send Test Mail"
        - switch "Forwarding Off"
        - paragraph: Email forwarding is currently disabled
        - paragraph: Alias is disabled - emails will not be forwarded
        - button "Free plan limit reached" [disabled]
        - paragraph: Free users can only generate one alias. Upgrade coming soon!
      `);
    });
  });
}
