import type { OwnerEvent } from './events.ts';

/** Passes the visitor's action to the owner's machine. */
export type OwnerSend = (event: OwnerEvent) => void;
