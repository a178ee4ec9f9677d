/**
 * Keeps this process from falling asleep while it waits for the subject of a load. Who writes to a process that sleeps pays for
 * waking it, on a virtual machine dearly; the limit never does, as it has both ends in one process. It takes a core for itself.
 */
export async function whileAwake<Result>(load: () => Promise<Result>): Promise<Result> {
  let awake = true;
  const turn = () => {
    if (awake) setImmediate(turn);
  };
  turn();
  try {
    return await load();
  } finally {
    awake = false;
  }
}
