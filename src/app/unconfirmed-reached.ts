/** News of mail to unconfirmed aliases: the mail engine tells it, and runs before anybody who can send a letter does. */

import { readRealAddress } from '#domains/real-address.ts';

export class UnconfirmedReached {
  /** Until somebody listens the news is dropped: the next mail tells it again. */
  #listener: (email: string) => void = () => {};

  tell(realEmail: string): void {
    this.#listener(readRealAddress(realEmail)?.canonical ?? realEmail);
  }

  /** @param listener takes a canonical address */
  listen(listener: (email: string) => void): void {
    this.#listener = listener;
  }
}
