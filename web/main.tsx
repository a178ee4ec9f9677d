import { useSyncExternalStore } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { MADE_IN, readPageConfig } from './page-config.ts';
import { resultAddress } from './result-entry.ts';
import { ErrorBoundary } from './screen/error-boundary.tsx';
import { createScreenRunner } from './screen/runner.ts';
import { Screen } from './screen/screen.tsx';
import { partOf, script } from './script.ts';
import { useStore } from './store.ts';

const config = readPageConfig(document);
const root = document.querySelector<HTMLElement>('#screen');
/** The fragment of a letter's link: it leaves the address bar at once, and web/owner.tsx asks the visitor about it. */
const linkOf = () => /^#\w+=.*/.exec(location.hash)?.[0];
const link = linkOf();
if (link) history.replaceState(history.state, '', '.');
const onDemand = script(
  () => import('./on-demand.tsx'),
  ({ open }) => open(config, link),
);
const runner = createScreenRunner(onDemand);

/** Loads the views after the form, before they are needed. A link's question needs only these, and keeps trying. */
function prepare(): void {
  void onDemand.load().then((loaded) => loaded ?? (link && setTimeout(prepare, 3000)));
}

/** The first render equals the one made at build; all differences come after. */
function App() {
  const state = useStore(runner);
  const views = partOf(useStore(onDemand))?.views;
  const madeIn = useSyncExternalStore(
    () => () => undefined,
    () => config.madeIn,
    () => MADE_IN,
  );
  return <Screen state={state} send={runner.send} madeIn={madeIn} views={views} />;
}

/** Brings the screen in line with the tab's present entry. */
function followHistory(): void {
  const email = resultAddress();
  runner.send(email === undefined ? { type: 'wentBack' } : { type: 'returned', email });
}

addEventListener('popstate', followHistory);
addEventListener('online', () => runner.send({ type: 'cameOnline' }));
document.addEventListener(
  'visibilitychange',
  () => document.hidden || runner.send({ type: 'seenAgain' }),
);
addEventListener('focusin', prepare, { once: true });
// The link was opened in a tab that already has the page.
addEventListener('hashchange', () => linkOf() && location.reload());

/** Restores the text typed before a reload that the page itself asked for (scripts/build/loader.ts). */
function restoreTyped(field: HTMLInputElement): void {
  if (typeof history.state !== 'string') return;
  if (field.value === '') field.value = history.state;
  emptyEntry();
}

/** Makes the tab's present entry the form's. */
function emptyEntry(): void {
  history.replaceState(null, '');
}

/** Reloads to the form: a view that failed would fail again. */
function reload(): void {
  emptyEntry();
  location.reload();
}

/** Whether this is neither a reload nor the way back: the visitor has followed a link, or entered the address. */
function isNewVisit(): boolean {
  // A hardened browser may have neither the call nor the class of its entries.
  const [visit] = performance.getEntriesByType?.('navigation') ?? [];
  return visit !== undefined && 'type' in visit && visit.type === 'navigate';
}

/** Whether this browser keeps an owner's session (client/session.ts, which comes on demand). */
function keepsSession(): boolean {
  try {
    return [localStorage, sessionStorage].some((storage) => 'veilpost.session' in storage);
  } catch {
    return false;
  }
}

if (root) {
  const field = root.querySelector('input');
  if (field) restoreTyped(field);
  // Chromium keeps the entry's state when the same address is entered again.
  if (isNewVisit()) emptyEntry();
  // Text typed in the meantime comes first; text that the browser restored for this very entry does not count.
  else if (!field?.value || field.value === resultAddress()) followHistory();
  // The field may have the focus before this script runs; the owner's side must learn that.
  if (link || root.contains(document.activeElement) || keepsSession()) prepare();
  hydrateRoot(
    root,
    <ErrorBoundary onReload={reload}>
      <App />
    </ErrorBoundary>,
  );
}
