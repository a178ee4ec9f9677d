/** The colours of the specification, and the two papers. */

import type { Locator } from '@playwright/test';
import { MESSAGES } from '#rules/messages.ts';
import { colourOf } from './colour-of.ts';
import { expect, test } from './fixtures.ts';
import { JANE } from './visitor.ts';

const SCHEMES = ['light', 'dark'] as const;

test('notes are orange and easy to read, the badge and the banner of a disabled alias are red; a disabled button is visible: its edge 3 : 1 on every paper, its caption 4.5 : 1; one blue and one green for each role; light and dark', async ({
  visitor,
  page,
}) => {
  const seen = async (button: Locator) => {
    await expect(button).toBeDisabled();
    await expect(button).toHaveCSS('border-bottom-style', 'solid');
    await expect(button).toHaveCSS('border-bottom-width', '1px');
    for (const colorScheme of SCHEMES) {
      await page.emulateMedia({ colorScheme });
      expect(await contrast(button, 'borderBottomColor'), colorScheme).toBeGreaterThanOrEqual(3);
      expect(await contrast(button, 'color'), colorScheme).toBeGreaterThanOrEqual(4.5);
    }
  };
  await page.goto('/');
  await seen(visitor.generate);
  await visitor.email.fill(JANE);
  await visitor.submit();
  await visitor.ready.waitFor();
  await visitor.button('Send Test Mail').click();
  await seen(visitor.dialog.getByRole('button', { name: 'Send Test Mail' }));
  await page.keyboard.press('Escape');
  const note = visitor.text('Upgrade coming soon for multiple aliases.');
  await expect(note).toHaveCSS('border-inline-start', '4px solid rgb(240, 160, 76)');
  const banner = visitor.page
    .getByRole('paragraph')
    .filter({ hasText: 'Alias is disabled - emails will not be forwarded' });
  for (const colorScheme of SCHEMES) {
    await page.emulateMedia({ colorScheme });
    expect(await colourOf(note, 'color'), colorScheme).toBe('orange');
    expect(await colourOf(note, 'backgroundColor'), colorScheme).toBe('orange');
    expect(await contrast(note, 'color'), colorScheme).toBeGreaterThanOrEqual(4.5);
    await visitor.forwarding.click();
    expect(await colourOf(visitor.text('Disabled'), 'color'), colorScheme).toBe('red');
    expect(await colourOf(banner, 'color'), colorScheme).toBe('red');
    expect(await colourOf(banner, 'backgroundColor'), colorScheme).toBe('red');
    await visitor.forwarding.click();
  }
  await visitor.forwarding.click();
  for (const button of await visitor.button('Alias Disabled').all()) await seen(button);
  await visitor.back.click();
  await visitor.email.fill(JANE);
  const limit = visitor.text(MESSAGES.planLimit);
  await expect(limit).toBeVisible();
  for (const colorScheme of SCHEMES) {
    await page.emulateMedia({ colorScheme });
    expect(await colourOf(limit, 'color'), colorScheme).toBe('orange');
  }

  await visitor.createAlias('john@example.com');
  const ground = (locator: Locator) =>
    locator.evaluate((element) => getComputedStyle(element).backgroundColor);
  const copy = visitor.button('Copy Alias');
  const greens: string[] = [];
  for (const colorScheme of SCHEMES) {
    await page.emulateMedia({ colorScheme });
    await expect(visitor.back).toHaveCSS('color', await ground(copy));
    greens.push(await ground(page.locator('.toast-cell').first()));
  }
  await copy.click();
  for (const [index, colorScheme] of SCHEMES.entries()) {
    await page.emulateMedia({ colorScheme });
    expect(await ground(visitor.button('Copied!')), colorScheme).toBe(greens[index]);
  }
});

/** The contrast of two colours, WCAG 2.2: measured in the drawing, with everything that shines through it. */
function contrast(locator: Locator, what: 'color' | 'backgroundColor' | 'borderBottomColor') {
  return locator.evaluate((element, property) => {
    const pen = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
    if (!pen) throw new Error('There is no canvas.');
    const paint = (colour: string): number => {
      pen.fillStyle = colour;
      pen.fillRect(0, 0, 1, 1);
      const [r = 0, g = 0, b = 0] = [...pen.getImageData(0, 0, 1, 1).data].map((octet) => {
        const part = octet / 255;
        return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const behind: Element[] = [];
    // A text is compared with its own ground, an edge and a ground with their surroundings.
    const own = property === 'color' ? element : element.parentElement;
    for (let at = own; at; at = at.parentElement) behind.unshift(at);
    let ground = 0;
    for (const paper of behind) ground = paint(getComputedStyle(paper).backgroundColor);
    const drawn = paint(getComputedStyle(element)[property]);
    return (Math.max(ground, drawn) + 0.05) / (Math.min(ground, drawn) + 0.05);
  }, what);
}

test('the page is dark if the system is, and the browser around it has its colour; the stamp stands out from the envelope in the dark, 2 : 1, its value is drawn, and its lines lie on whole pixels; an address that the browser has filled in is read on the paper of its scheme', async ({
  visitor,
  page,
}) => {
  await page.goto('/');
  const grounds = [];
  for (const colorScheme of SCHEMES) {
    await page.emulateMedia({ colorScheme });
    const ground = await page.evaluate(() => {
      const metas = [...document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')];
      const theme = metas.find(({ media }) => matchMedia(media).matches)?.content ?? '';
      const probe = document.createElement('i');
      probe.style.color = theme;
      document.body.append(probe);
      const desk = getComputedStyle(document.documentElement).backgroundColor;
      return { desk, theme: getComputedStyle(probe).color };
    });
    expect(ground.theme).toBe(ground.desk);
    grounds.push(ground.desk);
  }
  expect(grounds).toEqual(['rgb(242, 246, 248)', 'rgb(11, 17, 21)']);

  const stamp = page.locator('#stamp');
  await expect(stamp.locator('text')).toHaveCount(0);
  const engraved = stamp.locator('.engraved');
  const middles = (await engraved.getAttribute('d'))?.match(/[\d.]+(?=h27)/);
  expect(Number(middles?.[0]) % 1).toBe(0.5);
  expect((await engraved.evaluate((path: SVGPathElement) => path.getBBox().height)) % 4).toBe(0);
  const drawn = await stamp
    .locator('path')
    .first()
    .evaluate((path) => getComputedStyle(path).fill);
  await page.locator('.stamp').evaluate((paper, fill) => {
    paper.style.backgroundColor = fill;
  }, drawn);
  expect(await contrast(page.locator('.stamp'), 'backgroundColor')).toBeGreaterThanOrEqual(2);

  const client = await page.context().newCDPSession(page);
  await client.send('DOM.enable');
  await client.send('CSS.enable');
  const { root } = await client.send('DOM.getDocument');
  const { nodeId } = await client.send('DOM.querySelector', {
    nodeId: root.nodeId,
    selector: 'input[name=email]',
  });
  await client.send('CSS.forcePseudoState', { nodeId, forcedPseudoClasses: ['autofill'] });
  for (const [colorScheme, paper, ink] of [
    ['light', 'rgb(255, 255, 255)', 'rgb(17, 32, 43)'],
    ['dark', 'rgb(13, 22, 28)', 'rgb(230, 238, 243)'],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    await expect(visitor.email).toHaveCSS('box-shadow', `${paper} 0px 0px 0px 80px inset`);
    await expect(visitor.email).toHaveCSS('-webkit-text-fill-color', ink);
  }
});
