/**
 * Keeps this process from falling asleep while it waits for the subject. Who writes to a process that sleeps pays for waking
 * it, on a virtual machine dearly; the limit never does, as it has both ends in one process. It takes a core for itself.
 * @returns ends it
 */
export function stayAwake(): () => void {
  let awake = true;
  const turn = () => {
    if (awake) setImmediate(turn);
  };
  turn();
  return () => {
    awake = false;
  };
}
