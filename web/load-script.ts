/** The scripts that are loaded on demand, by the names under which the page carries their addresses. */
type ScriptName = 'onDemand' | 'owner' | 'manage' | 'auth';

/**
 * Loads a script once. Where that fails the next call tries again, under another address: a browser does not fetch a
 * script again under the same one while the page lives.
 */
export function scriptLoader<Script>(
  name: ScriptName,
  first: () => Promise<Script>,
): () => Promise<Script> {
  let attempts = 0;
  let loading: Promise<Script> | undefined;

  function load(): Promise<Script> {
    attempts += 1;
    const file = document.querySelector<HTMLElement>('#screen')?.dataset[name];
    if (attempts === 1 || file === undefined) return first();
    return import(/* @vite-ignore */ `${new URL(file, document.baseURI).href}?${attempts}`);
  }

  return () => {
    loading ??= load().catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return loading;
  };
}
