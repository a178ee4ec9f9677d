import { expect, test } from './fixtures.ts';
import { JANE } from './visitor.ts';

test('flap, postmark and toasts move, and a caption never fades: only the ground and edge of a control have transitions; with reduced motion nothing moves', async ({
  visitor,
  page,
}) => {
  await page.addInitScript(() => {
    document.addEventListener('animationstart', ({ animationName }) => {
      const { dataset } = document.documentElement;
      dataset.moved = `${dataset.moved ?? ''} ${animationName}`;
    });
    document.addEventListener('transitionrun', ({ propertyName, target }) => {
      const { dataset } = document.documentElement;
      if (target instanceof HTMLElement && target.matches('button, input:not([role])'))
        dataset.faded = `${dataset.faded ?? ''} ${propertyName}`;
    });
  });
  const moved = () => page.evaluate(() => document.documentElement.dataset.moved);
  const faded = () => page.evaluate(() => document.documentElement.dataset.faded ?? '');
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  // Without a look-up, which would change the text of the field at once.
  await visitor.stopClock();
  await visitor.createAlias(JANE);
  for (const name of [/fold/, /strike/, /drop/]) await expect.poll(moved).toMatch(name);
  await page.getByRole('status').press('Escape');
  await expect.poll(moved).toMatch(/lift/);
  await visitor.forwarding.click();
  await visitor.text('Disabled').waitFor();
  // All transitions of a frame are reported together, in the next one.
  await expect.poll(faded).toContain('background-color');
  expect(await faded()).not.toMatch(/ (?:color|text|fill)/);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await visitor.back.click();
  await page.evaluate(() => {
    delete document.documentElement.dataset.moved;
  });
  await visitor.email.fill('john@example.com');
  await visitor.submit();
  await visitor.ready.waitFor();
  await visitor.forwarding.click();
  await visitor.text('Disabled').waitFor();
  expect(await page.evaluate(() => document.getAnimations().length)).toBe(0);
  expect(await moved()).toBeUndefined();
});

test('the flap closes over its hinge, and lies below the print on the envelope', async ({
  visitor,
  page,
}) => {
  // The animation is paused as soon as it begins.
  await page.addInitScript(() => {
    document.addEventListener('animationstart', ({ animationName }) => {
      if (animationName !== 'fold') return;
      for (const animation of document.getAnimations()) animation.pause();
      document.documentElement.dataset.held = 'yes';
    });
  });
  await page.setViewportSize({ width: 320, height: 640 });
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await visitor.createAlias(JANE);
  await expect(page.locator('html')).toHaveAttribute('data-held', 'yes');
  const at = (ms: number) =>
    page.evaluate((time) => {
      for (const animation of document.getAnimations()) animation.currentTime = time;
      const flap = document.querySelector('.flap')?.getBoundingClientRect();
      const inside = document.querySelector('.flap-inside');
      const envelope = document.querySelector('.envelope')?.getBoundingClientRect();
      const title = document.querySelector('h2');
      const { left = 0, top = 0 } = title?.getBoundingClientRect() ?? {};
      return {
        above: (envelope?.top ?? 0) - (flap?.top ?? 0),
        below: (flap?.bottom ?? 0) - (envelope?.top ?? 0),
        wider: (flap?.width ?? 0) - (envelope?.width ?? 0),
        inside: inside && getComputedStyle(inside).opacity,
        sideways: document.documentElement.scrollWidth - document.documentElement.clientWidth,
        titleIsOnTop: document.elementFromPoint(left + 20, top + 10) === title,
      };
    }, ms);
  const { above } = await at(0);
  expect(above).toBeGreaterThan(40);
  const tilted = await at(90);
  expect(tilted.inside).toBe('1');
  expect(tilted.wider, 'it comes towards the reader').toBeGreaterThan(0);
  expect(tilted.sideways, 'the page does not scroll sideways').toBeLessThanOrEqual(0);
  const closed = await at(239.9);
  expect(closed.above).toBeCloseTo(0, 0);
  expect(closed.below).toBeCloseTo(above, 0);
  expect(closed).toMatchObject({ inside: '0', titleIsOnTop: true });
});
