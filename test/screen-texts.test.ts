/**
 * The browser's translator replaces text nodes in the page, but React keeps references to those with siblings: it would remove or change
 * a node that has left the page. So a text that appears, disappears or changes next to others has its own element.
 */

/* oxlint-disable typescript/switch-exhaustiveness-check -- a tree has 160 types of nodes */

import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { type Node, parseSync, Visitor } from 'oxc-parser';

/** How a child of an element appears to the translator: static, an element that appears and disappears, or a text. */
type Kind = 'still' | 'element' | 'text';

/** The parts of an address: they occur only in elements that a translator ignores. */
const KEPT = new Set(['web/parts/address.tsx', 'web/screen/owner/whole-address.tsx']);

test('each text of the screen that changes next to others has its own element, so that a translator may replace it', () => {
  const files = globSync('web/**/*.tsx')
    .filter((file) => !KEPT.has(file))
    .toSorted();
  assert.ok(files.length > 40);
  assert.deepEqual(
    files.flatMap((file) => exposedTexts(file, readFileSync(file, 'utf8'))),
    [],
  );
});

test('a text is found that a translator could take from React', () => {
  const exposed = (jsx: string) => exposedTexts('a.tsx', `const a = ${jsx};`).length;
  for (const jsx of [
    '<p>{icon && <Icon />}Text</p>',
    '<p>{icon && <Icon />}{TEXTS.one}</p>',
    '<p><Icon />{text}</p>',
    '<p><Icon />{TEXTS[name]}</p>',
    '<p><Icon />{busy ? <Ring /> : text(1)}</p>',
    '<p>{on ? <>{TEXTS.one}</> : <Ring />}</p>',
    '<p><Icon />{all.map((one) => one.name)}</p>',
    '<p> {name}</p>',
    '<Button><Icon />{children}</Button>',
  ]) {
    assert.equal(exposed(jsx), 1, jsx);
  }
  for (const jsx of [
    '<p>{text}</p>',
    '<p>{on ? TEXTS.one : TEXTS.two}</p>',
    '<p>{TEXTS.one} <b>{name}</b></p>',
    '<b translate="no"> {name}</b>',
    "<p>{icon && <Icon />}{' '}<span>{text}</span></p>",
    '<p><Icon />{all.map((one) => <b key={one}>{one}</b>)}</p>',
  ]) {
    assert.equal(exposed(jsx), 0, jsx);
  }
});

/** @returns file, line and source of each */
function exposedTexts(file: string, source: string): string[] {
  const found: string[] = [];
  const look = (children: readonly Node[], inFragment: boolean) => {
    const kinds = children.flatMap((child) =>
      kindsOf(child, source).map((kind) => ({ kind, child })),
    );
    const beside = inFragment || kinds.length > 1;
    if (!beside || (!inFragment && kinds.every(({ kind }) => kind === 'still'))) return;
    for (const { kind, child } of kinds) {
      if (kind !== 'text' && !isStillText(child)) continue;
      const line = source.slice(0, child.start).split('\n').length;
      found.push(`${file}:${line}: ${source.slice(child.start, child.end).trim()}`);
    }
  };
  new Visitor({
    JSXElement: ({ openingElement, children }) => {
      const { start, end } = openingElement;
      if (!source.slice(start, end).includes('translate="no"')) look(children, false);
    },
    JSXFragment: ({ children }) => look(children, true),
  }).visit(parseSync(file, source, { preserveParens: false }).program);
  return found;
}

const isBlank = (text: string) => text.trim() === '';

/** The name of a constant, as the texts use them. */
const CONSTANT = /^[A-Z][A-Z_]*$/;

/** A text that is the same in every state. */
function isStillText(node: Node): boolean {
  switch (node.type) {
    case 'JSXText':
      return !isBlank(node.value);
    case 'JSXExpressionContainer':
      return isStillText(node.expression);
    case 'Literal':
      return typeof node.value === 'string' && !isBlank(node.value);
    case 'Identifier':
      return CONSTANT.test(node.name);
    case 'MemberExpression':
      return (!node.computed || node.property.type === 'Literal') && isStillText(node.object);
    default:
      return false;
  }
}

/** A fragment's children are siblings of those of the surrounding element, and are checked as the fragment's. */
function kindsOf(node: Node, source: string): Kind[] {
  switch (node.type) {
    case 'JSXText':
      return isBlank(node.value) && node.value.includes('\n') ? [] : ['still'];
    case 'JSXElement':
      return ['still'];
    case 'JSXFragment':
      return ['element'];
    case 'JSXExpressionContainer':
      return kindsOf(node.expression, source);
    case 'JSXEmptyExpression':
      return [];
    case 'Literal':
      return typeof node.value === 'string' ? ['still'] : [];
    default:
      if (isStillText(node)) return ['still'];
      return [mayBeText(node, source) ? 'text' : 'element'];
  }
}

function mayBeText(node: Node, source: string): boolean {
  switch (node.type) {
    case 'JSXElement':
    case 'JSXFragment':
      return false;
    case 'Literal':
      return (
        typeof node.value === 'number' || (typeof node.value === 'string' && !isBlank(node.value))
      );
    case 'LogicalExpression':
      // The left side of && is rendered only if it is invisible.
      return (
        (node.operator !== '&&' && mayBeText(node.left, source)) || mayBeText(node.right, source)
      );
    case 'ConditionalExpression':
      return mayBeText(node.consequent, source) || mayBeText(node.alternate, source);
    case 'CallExpression':
      return mayReturnText(node.arguments[0], source);
    case 'Identifier':
      return node.name !== 'undefined' && !holdsElements(node.name, source);
    default:
      return true;
  }
}

/** Whether the function of a `map` returns texts. */
const mayReturnText = (call: Node | undefined, source: string) =>
  call?.type !== 'ArrowFunctionExpression' ||
  (call.body.type !== 'BlockStatement' && mayBeText(call.body, source));

/** By its type, which the compiler checks. */
const holdsElements = (name: string, source: string) =>
  new RegExp(String.raw`\b${name}\??: Elements\b`).test(source);
