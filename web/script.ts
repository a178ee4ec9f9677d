/** The scripts that are loaded on demand. */

import { useEffect } from 'react';
import { createStore, type ScreenStore, useStore } from './store.ts';

/** `loading` also before it is wanted. */
export type Loaded<Part> = 'loading' | 'failed' | { part: Part };

/** A script, and the part of the screen that is made of it once. */
export type Script<Part> = ScreenStore<Loaded<Part>> & {
  /** Loads it, unless that has been done. @returns undefined if it does not arrive */
  load: () => Promise<Part | undefined>;
};

/**
 * After a failure the next `load` tries again, under another address: a browser does not fetch a script again under the
 * same one while the page is open.
 * @param first the import of the script, whose source has its name
 * @param open makes the part
 */
export function script<File, Part>(
  first: () => Promise<File>,
  open: (file: File) => Part,
): Script<Part> {
  const { set, ...store } = createStore<Loaded<Part>>('loading');
  let attempts = 0;
  let loading: Promise<Part | undefined> | undefined;

  function fetched(): Promise<File> {
    attempts += 1;
    if (attempts === 1) return first();
    // All scripts are in one folder.
    const [file] = /\.\/[\w-]+\.js/.exec(String(first)) ?? [];
    return import(/* @vite-ignore */ `${file}?${attempts}`);
  }

  async function opened(): Promise<Part | undefined> {
    set('loading');
    try {
      const part = open(await fetched());
      set({ part });
      return part;
    } catch {
      loading = undefined;
      set('failed');
      return undefined;
    }
  }

  return { ...store, load: () => (loading ??= opened()) };
}

/** Adds styles. The page's policy allows no unknown style element; one made by our own script counts as ours. */
export function addStyles(css: string): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  document.adoptedStyleSheets.push(sheet);
}

/** The part, if it is loaded. */
export const partOf = <Part>(loaded: Loaded<Part>): Part | undefined =>
  typeof loaded === 'object' ? loaded.part : undefined;

/** Loads the script as soon as it is wanted; after a failure, whenever it is wanted again. */
export function useScript<Part>(wantedScript: Script<Part>, wanted: boolean): Loaded<Part> {
  useEffect(() => {
    if (wanted) void wantedScript.load();
  }, [wantedScript, wanted]);
  return useStore(wantedScript);
}
