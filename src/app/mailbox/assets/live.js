// Keeps the try-out mailbox up to date: the list shows a new mail at once, a mail's page tells of it.

const news = document.querySelector('#news');
const mails = () => document.querySelector('#mails');
const events = new EventSource('/events');
let refreshing = false;
let again = false;

events.addEventListener('mail', () => {
  if (mails()) void refresh();
  else tell('A new message has arrived.');
});
// Mails that came while the connection was away are not announced again.
events.addEventListener('open', () => {
  if (mails()) void refresh();
});

/** Puts the newest list in the place of the old one. Mails that come meanwhile are fetched together. */
async function refresh() {
  again = refreshing;
  if (refreshing) return;
  refreshing = true;
  try {
    const answer = await fetch('/');
    const fresh = new DOMParser().parseFromString(await answer.text(), 'text/html');
    show(fresh.querySelector('#mails'));
  } catch {
    // The service has gone; the event source comes back by itself and we with it.
  }
  refreshing = false;
  if (again) void refresh();
}

function show(fresh) {
  const old = mails();
  const focused = document.activeElement?.getAttribute('href');
  const before = new Set([...old.querySelectorAll('a')].map((link) => link.getAttribute('href')));
  const links = [...fresh.querySelectorAll('a')];
  const added = links.filter((link) => !before.has(link.getAttribute('href')));
  if (added.length === 0 && links.length === before.size) return;
  for (const link of added) link.classList.add('new');
  old.replaceWith(document.adoptNode(fresh));
  links.find((link) => link.getAttribute('href') === focused)?.focus({ preventScroll: true });
  if (added.length > 0)
    tell(
      added.length === 1
        ? 'A new message has arrived.'
        : `${added.length} new messages have arrived.`,
    );
}

function tell(text) {
  news.textContent = text;
}
