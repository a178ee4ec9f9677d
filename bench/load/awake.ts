/**
 * Keeps this process awake while it waits for the subject of a load. A write to a sleeping process pays for waking it,
 * on a virtual machine dearly; the limit never pays, as it has both ends in one process. This takes a core for itself.
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
