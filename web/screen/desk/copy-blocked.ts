import { COPY_BLOCKED } from '#languages/en/alias.ts';

/** The way to copy the selected address by hand on this kind of machine. */
export function copyBlocked({
  userAgent,
  maxTouchPoints,
}: Pick<Navigator, 'userAgent' | 'maxTouchPoints'>): string {
  if (/Android|iPhone|iPad/.test(userAgent)) return COPY_BLOCKED.touch;
  // An iPad calls itself a Macintosh, but no Mac has a touch screen.
  if (/Macintosh/.test(userAgent))
    return maxTouchPoints > 1 ? COPY_BLOCKED.touch : COPY_BLOCKED.apple;
  return COPY_BLOCKED.keyboard;
}
