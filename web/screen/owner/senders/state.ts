/** The proven author of a mail, and the number by which its owner acts on it; absent if no author is proven. */
export type ProvenSender = { author?: string; sender?: string };

/** The owner's rule for a sender. */
export type OwnersWish = 'let' | 'block' | 'forget';

/** A sender with a rule; `name` is null if the server can no longer read it. */
export type RuledSender = { sender: string; rule: 'let' | 'blocked'; name: string | null };
