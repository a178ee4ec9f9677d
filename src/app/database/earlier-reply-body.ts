import type { Store } from '#store/store.ts';

const NAME = 'REPLY_BODY is written';

/**
 * The value that REPLY_BODY had goes to the aliases that exist, once: later ones have the default, and every owner may choose.
 * @throws StoreUnavailable
 */
export async function keepRefusedReplies(store: Pick<Store, 'setting' | 'owners'>): Promise<void> {
  await store.setting(NAME, async () => {
    await store.owners.refuseReplies();
    return 'refuse';
  });
}
