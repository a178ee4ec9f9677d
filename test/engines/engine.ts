/** A browser that a test drives: what Firefox and WebKit have in common. */

export type Engine = {
  name: string;
  /** Least width of a window, in CSS pixels. */
  leastWidth: number;
  /** Opens a page without state of earlier pages. @param scheme what the visitor's system prefers */
  page: (scheme: ColorScheme) => Promise<EnginePage>;
  close: () => Promise<void>;
};

export type ColorScheme = 'light' | 'dark';

export type EnginePage = {
  /** To another page: for the same address a driver may report the end before the load has begun. */
  goto: (url: string) => Promise<void>;
  reload: () => Promise<void>;
  /**
   * Calls a function in the page. It is sent as text, without access to the test's variables.
   * @returns what it returns or resolves with, as JSON can carry it
   */
  run: <Arguments extends readonly Json[], Result extends Json | void>(
    call: (...given: Arguments) => Result | Promise<Result>,
    ...given: Arguments
  ) => Promise<Result>;
  /** Presses the primary button of the mouse in the middle of the one element with this id. */
  click: (id: string) => Promise<void>;
  /** Types into the element that has the focus. */
  type: (text: string) => Promise<void>;
  /** Size of the page, in CSS pixels. */
  resize: (width: number, height: number) => Promise<void>;
  /** Uncaught errors of the page's scripts so far. */
  errors: () => Promise<string[]>;
  close: () => Promise<void>;
};

export type Json = string | number | boolean | null | undefined | readonly Json[];

/** Keys of WebDriver (W3C, table of keys of the keyboard actions). */
export const KEYS = { enter: '\uE007', escape: '\uE00C', tab: '\uE004' } as const;

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
