import type { OwnerEvent } from './machine/events.ts';

/** Tells the owner's machine what the visitor did. */
export type OwnerSend = (event: OwnerEvent) => void;
