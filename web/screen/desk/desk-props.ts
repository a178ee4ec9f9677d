import type { Desk } from '../machine/desk.ts';
import type { Send } from '../send.ts';

/** Of a view that shows the alias on the desk. */
export type DeskProps = { desk: Desk; send: Send };
