/**
 * What the translators of Chrome, Edge and Google do to a page, as functions that run in it: each text node is replaced by
 * two nested `font` elements with the translation. It continues for every text that the page changes later.
 */

/** A language in which upper and lower case are swapped, so that a text translated twice, or never, is visible. */
export const translated = (text: string) =>
  text.replaceAll(/[a-z]/gi, (letter) => {
    const upper = letter.toUpperCase();
    return letter === upper ? letter.toLowerCase() : upper;
  });

/** Run in the page, from its first moment on or later. */
export function translatePage(): void {
  const KEPT = 'font, script, style, title, noscript, textarea, [translate=no]';
  const ATTRIBUTES = ['aria-label', 'placeholder', 'title', 'alt'];
  /** The text written into an attribute, by its element and name. */
  const written = new WeakMap<Element, Map<string, string>>();
  const turned = (text: string) =>
    text.replaceAll(/[a-z]/gi, (letter) =>
      letter === letter.toUpperCase() ? letter.toLowerCase() : letter.toUpperCase(),
    );

  function takeText(text: Text): void {
    const parent = text.parentElement;
    if (!parent || parent.closest(KEPT) || text.data.trim() === '') return;
    const outer = document.createElement('font');
    const inner = document.createElement('font');
    inner.textContent = turned(text.data);
    outer.append(inner);
    text.replaceWith(outer);
  }

  function takeAttribute(element: Element, name: string): void {
    const value = element.getAttribute(name);
    const own = written.get(element) ?? new Map<string, string>();
    if (!value || own.get(name) === value || element.closest('[translate=no]')) return;
    own.set(name, turned(value));
    written.set(element, own);
    element.setAttribute(name, turned(value));
  }

  function takeAll(node: Node): void {
    if (node instanceof Text) return takeText(node);
    if (!(node instanceof Element)) return;
    const texts: Text[] = [];
    const walker = document.createTreeWalker(node, NodeFilter.SHOW_ALL);
    for (let at: Node | null = node; at; at = walker.nextNode()) {
      if (at instanceof Text) texts.push(at);
      else if (at instanceof Element) for (const name of ATTRIBUTES) takeAttribute(at, name);
    }
    texts.forEach(takeText);
  }

  new MutationObserver((records) => {
    for (const { type, target, attributeName, addedNodes } of records) {
      if (type === 'childList') addedNodes.forEach(takeAll);
      else if (target instanceof Text) takeText(target);
      else if (target instanceof Element) takeAttribute(target, attributeName ?? '');
    }
  }).observe(document, {
    childList: true,
    subtree: true,
    characterData: true,
    attributes: true,
    attributeFilter: ATTRIBUTES,
  });
  if (document.documentElement) takeAll(document.documentElement);
}

/**
 * Run in the page.
 * @returns the texts that the screen has rendered last, those that the page shows (translated back), and what is left
 * untranslated although it may be translated; undefined before the screen's script has run
 */
export function textsOfScreen(): readonly [meant: string, shown: string, left: string] | undefined {
  type Fiber = {
    tag: number;
    child: Fiber | null;
    sibling: Fiber | null;
    stateNode: Element & { current: Fiber };
    memoizedProps: { children?: unknown; dangerouslySetInnerHTML?: unknown } | string;
  };
  const root = document.querySelector('#screen');
  const key = Object.keys(root ?? {}).find((name) => name.startsWith('__reactContainer$'));
  if (!root || !key) return undefined;
  const turned = (text: string) =>
    text.replaceAll(/[a-z]/gi, (letter) =>
      letter === letter.toUpperCase() ? letter.toLowerCase() : letter.toUpperCase(),
    );
  let left = '';

  function shownIn(place: Element): string {
    let words = '';
    const walker = document.createTreeWalker(place, NodeFilter.SHOW_TEXT);
    for (let at = walker.nextNode(); at; at = walker.nextNode()) {
      const parent = at.parentElement;
      const text = at.textContent ?? '';
      if (parent?.closest('textarea')) continue;
      if (parent?.closest('font')) words += turned(text);
      else words += text;
      if (!parent?.closest('font, [translate=no]')) left += text;
    }
    return words;
  }

  /** An element; only a text has a string as its properties. */
  const HOST = 5;
  function meantBy(fiber: Fiber | null): string {
    let words = '';
    for (let at = fiber; at; at = at.sibling) {
      const { memoizedProps: props } = at;
      if (typeof props === 'string') words += props;
      else if (at.tag === HOST) {
        const { children } = props;
        // Texts that no script changes.
        if (props.dangerouslySetInnerHTML) words += shownIn(at.stateNode);
        else if (typeof children === 'string' || typeof children === 'number') words += children;
      }
      words += meantBy(at.child);
    }
    return words;
  }

  const container: Fiber = Reflect.get(root, key);
  const { child } = container.stateNode.current;
  // Not drawn yet.
  if (!child) return undefined;
  const meant = meantBy(child);
  left = '';
  const shown = shownIn(root);
  return [meant, shown, left.trim()];
}
