import { useSyncExternalStore } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { MADE_IN, readPageConfig } from './page-config.ts';
import { INITIAL } from './screen/machine/state.ts';
import { createRunner } from './screen/runner.ts';
import { Screen } from './screen/screen.tsx';
import { browserWorld } from './world.ts';

const config = readPageConfig(document);
const browser = browserWorld(config, () => import('./on-demand.tsx'));
const runner = createRunner(browser);

/** The first render is the one that was made at build; what differs from it comes after. */
function App() {
  const state = useSyncExternalStore(runner.subscribe, runner.state, () => INITIAL);
  const madeIn = useSyncExternalStore(
    () => () => undefined,
    () => config.madeIn,
    () => MADE_IN,
  );
  return <Screen state={state} send={runner.send} madeIn={madeIn} views={browser.views()} />;
}

addEventListener('online', () => runner.send({ type: 'cameOnline' }));
addEventListener('focusin', browser.prepare, { once: true });

const root = document.querySelector('#screen');
if (root) {
  // The field may have the focus before this script runs.
  if (root.contains(document.activeElement)) browser.prepare();
  hydrateRoot(root, <App />);
}
