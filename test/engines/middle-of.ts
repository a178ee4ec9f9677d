/** Run in the page: scrolls an element into view. @returns the middle of it, in pixels of the window */
export function middleOf(id: string): [x: number, y: number] {
  const element = document.getElementById(id);
  element?.scrollIntoView({ block: 'center' });
  const { left, top, width, height } = element?.getBoundingClientRect() ?? new DOMRect();
  return [Math.round(left + width / 2), Math.round(top + height / 2)];
}

/** A press of the primary button there, in the actions of WebDriver, classic and BiDi. */
export const pressAt = ([x, y]: readonly [x: number, y: number]) => ({
  type: 'pointer',
  id: 'mouse',
  actions: [
    { type: 'pointerMove', x, y, duration: 0 },
    { type: 'pointerDown', button: 0 },
    { type: 'pointerUp', button: 0 },
  ],
});
