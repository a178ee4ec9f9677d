import type { ManageEvent } from './machine.ts';
import type { ManageState } from './state.ts';

/** Of every row of 'Manage this alias'. */
export type ManageProps = { state: ManageState; send: (event: ManageEvent) => void };
