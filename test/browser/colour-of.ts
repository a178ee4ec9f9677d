import type { Locator } from '@playwright/test';

/** The name of a computed colour, by its hue. */
export async function colourOf(
  locator: Locator,
  property: 'color' | 'backgroundColor',
): Promise<string> {
  const colour = await locator.evaluate(
    (element, name) => getComputedStyle(element)[name],
    property,
  );
  const [r = 0, g = 0, b = 0] = [...colour.matchAll(/\d+/g)].map(Number);
  const hue = (Math.atan2(Math.sqrt(3) * (g - b), 2 * r - g - b) * 180) / Math.PI;
  if (Math.max(r, g, b) - Math.min(r, g, b) < 16) return 'grey';
  if (hue > -15 && hue < 15) return 'red';
  if (hue > 22 && hue < 45) return 'orange';
  return hue > 100 && hue < 170 ? 'green' : `hue ${hue}`;
}
