/** Single-point mutations of a source file: each changes the behaviour at one place. */

import { type Node, parseSync, Visitor } from 'oxc-parser';

export type Mutation = {
  /** Path from the root. */
  file: string;
  /** Counted from 1. */
  line: number;
  /** The replaced part of the source, in UTF-16 code units. */
  start: number;
  end: number;
  replacement: string;
  /** Offset of the expression that runs first: of `a && b` that is `a`, before the changed operator. */
  first: number;
};

const OPPOSITES: Record<string, string> = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
  '%': '*',
  '&&': '||',
  '||': '&&',
  '+=': '-=',
  '-=': '+=',
  '++': '--',
  '--': '++',
};

/** Calls with texts for people: a different word does not change behaviour. */
const SPOKEN = /^(?:(?:[\w.#]*\.)?log\.\w+|(?:new )?\w*(?:Error|Fault|Unusable|Unreachable))$/;

/** @returns all mutations, in the order of the text */
export function mutationsOf(file: string, source: string): Mutation[] {
  const found: Mutation[] = [];
  const replace = ({ start, end }: Span, replacement: string, first = start) => {
    const line = source.slice(0, start).split('\n').length;
    found.push({ file, line, start, end, replacement, first });
  };
  const text = ({ start, end }: Span) => source.slice(start, end);
  const swapped = (left: Span, operator: string, right: Span) => {
    const opposite = OPPOSITES[operator];
    const start = source.indexOf(operator, left.end);
    if (opposite === undefined || start === -1 || start >= right.start) return;
    replace({ start, end: start + operator.length }, opposite, left.start);
  };
  const negated = (test: Span) => replace(test, `!(${text(test)})`);
  const spoken: Span[] = [];
  const isSpoken = (node: Span) =>
    spoken.some(({ start, end }) => start <= node.start && node.end <= end);

  new Visitor({
    CallExpression(node) {
      if (SPOKEN.test(text(node.callee))) spoken.push(node);
    },
    NewExpression(node) {
      if (SPOKEN.test(`new ${text(node.callee)}`)) spoken.push(node);
    },
    BinaryExpression(node) {
      const joins = node.operator === '+' && [node.left, node.right].some(isText);
      if (!joins) swapped(node.left, node.operator, node.right);
    },
    LogicalExpression(node) {
      swapped(node.left, node.operator, node.right);
    },
    AssignmentExpression(node) {
      if (!isText(node.right)) swapped(node.left, node.operator, node.right);
    },
    UpdateExpression(node) {
      const start = node.prefix ? node.start : node.end - 2;
      replace({ start, end: start + 2 }, OPPOSITES[node.operator] ?? node.operator);
    },
    UnaryExpression(node) {
      if (node.operator === '!') replace({ start: node.start, end: node.start + 1 }, '');
    },
    IfStatement(node) {
      negated(node.test);
    },
    ConditionalExpression(node) {
      negated(node.test);
    },
    ExpressionStatement(node) {
      const call =
        node.expression.type === 'AwaitExpression' ? node.expression.argument : node.expression;
      if (call.type !== 'CallExpression' || call.callee.type === 'Super') return;
      if (!SPOKEN.test(text(call.callee))) replace(node, ';');
    },
    Literal(node) {
      if (isSpoken(node)) return;
      if (typeof node.value === 'boolean') replace(node, String(!node.value));
      // Twice the number, so that a bound moves visibly.
      if (typeof node.value === 'number')
        replace(node, node.value === 0 ? '1' : String(node.value * 2));
    },
    TSTypeAliasDeclaration: (node) => spoken.push(node),
    TSTypeAnnotation: (node) => spoken.push(node),
    TSTypeParameterInstantiation: (node) => spoken.push(node),
  }).visit(parseSync(file, source).program);
  return found.toSorted((a, b) => a.start - b.start);
}

/** The mutated source. */
export function mutated(source: string, { start, end, replacement }: Mutation): string {
  return source.slice(0, start) + replacement + source.slice(end);
}

type Span = { start: number; end: number };

/** Whether the adjacent `+` joins text. */
function isText(node: Node): boolean {
  return (
    node.type === 'TemplateLiteral' || (node.type === 'Literal' && typeof node.value === 'string')
  );
}
