/** Run in the page: scrolls an element into view. @returns the middle of it, in pixels of the window */
export function middleOf(id: string): [x: number, y: number] {
  const element = document.getElementById(id);
  element?.scrollIntoView({ block: 'center' });
  const { left, top, width, height } = element?.getBoundingClientRect() ?? new DOMRect();
  return [Math.round(left + width / 2), Math.round(top + height / 2)];
}
