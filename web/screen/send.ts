import type { ScreenEvent } from './machine/events.ts';

/** Tells the machine what the visitor did. */
export type Send = (event: ScreenEvent) => void;
