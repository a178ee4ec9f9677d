import type { Store } from '#store/store.ts';

const NAME = 'REPLY_BODY is written';

/**
 * The earlier value of REPLY_BODY is written to the existing aliases once: later ones have the default, and every owner
 * may choose.
 * @throws StoreUnavailable
 */
export async function keepRefusedReplies(store: Pick<Store, 'setting' | 'owners'>): Promise<void> {
  await store.setting(NAME, async () => {
    await store.owners.refuseReplies();
    return 'refuse';
  });
}
