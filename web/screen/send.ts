import type { ScreenEvent } from './machine/events.ts';

/** Passes the visitor's action to the machine. */
export type Send = (event: ScreenEvent) => void;
