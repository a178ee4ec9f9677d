import { useEffect, useRef, useState } from 'react';

/** How long 'Copied!' is shown, in milliseconds; as for the alias above. */
const COPIED_MS = 2000;

/** `blocked`: the browser refuses, or has no clipboard for a page over plain http. */
export type Copying = 'idle' | 'copied' | 'blocked';

/** @returns the outcome of the last copying, and a press of its button */
export function useCopying(text: string): [Copying, () => Promise<void>] {
  const [copying, setCopying] = useState<Copying>('idle');
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  async function copy() {
    // A sentence that is already there would not be read out.
    setCopying((now) => (now === 'blocked' ? 'idle' : now));
    clearTimeout(timer.current);
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      return setCopying('blocked');
    }
    setCopying('copied');
    timer.current = setTimeout(() => setCopying('idle'), COPIED_MS);
  }

  return [copying, copy];
}

/** Selects what cannot be copied by a button. */
export function select(element: HTMLElement | null): void {
  if (element) getSelection()?.selectAllChildren(element);
}
