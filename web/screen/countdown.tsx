import { useEffect, useState } from 'react';
import { waitingMessage } from './machine/waiting-message.ts';

/** The seconds that are left until a time (milliseconds since 1970), as they pass. Read out once, and not every second. */
export function Countdown({ until }: { until: number }) {
  const [{ now, ticks }, setTime] = useState(() => ({ now: Date.now(), ticks: 0 }));
  useEffect(() => {
    const timer = setInterval(
      () => setTime((time) => ({ now: Date.now(), ticks: time.ticks + 1 })),
      1000,
    );
    return () => clearInterval(timer);
  }, []);
  return <span aria-live={ticks > 0 ? 'off' : undefined}>{waitingMessage(until, now)}</span>;
}
