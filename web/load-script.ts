/** The scripts that are loaded on demand, by the keys of their file names in the page. */
type ScriptName = 'onDemand' | 'owner' | 'manage' | 'auth';

/**
 * Loads a script once. After a failure the next call tries again, under another address: a browser does not fetch a
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
    if (attempts === 1) return first();
    const file = document.querySelector<HTMLElement>('#screen')?.dataset[name];
    // All scripts lie in one folder.
    return import(/* @vite-ignore */ `./${file}?${attempts}`);
  }

  return () => {
    loading ??= load().catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return loading;
  };
}
