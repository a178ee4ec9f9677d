/** The parts of a message (RFC 2046), as far as reports need them: by type, without decoding. */

import type { WireMessage } from '../message/message.ts';
import { type Field, fieldBody, readFields } from '../message/header.ts';

/** Octets of a report that are read. */
const READ_OCTETS = 1_048_576;
/** Limits: fields of one header, and octets of one field. */
const FIELDS = 200;
const FIELD_OCTETS = 2000;
/** Limits: entities below the message, nesting of multiparts, parts of one, and lines that look like its boundary. */
const ENTITIES = 100;
const DEPTH = 4;
const PARTS = 20;
const BOUNDARY_LINES = 200;

const LINE_END = '\r\n';

/** A header and its body; octets are shared with the message, not copied. */
export type Entity = {
  /** The fields of that name, unfolded, from the top. @param name in lower case */
  fields: (name: string) => string[];
  /** The first of these fields; undefined if there is none. */
  field: (name: string) => string | undefined;
  /** `type/subtype` in lower case. */
  type: string;
  /** A parameter of the type (RFC 2045 section 5.1). */
  parameter: (name: string) => string | undefined;
  /** Starts with the line end that ends the header. */
  body: Buffer;
};

/** The part of a report that is read. */
export const readBeginning = ({ chunks, octets }: WireMessage): Entity =>
  readEntity(Buffer.concat(chunks, Math.min(octets, READ_OCTETS)));

/** @param octets header and body, or only a body after an empty line */
export function readEntity(octets: Buffer): Entity {
  const empty = octets.indexOf(LINE_END) === 0;
  const blank = octets.indexOf(LINE_END + LINE_END);
  const headerEnd = empty ? 0 : blank < 0 ? octets.length : blank + LINE_END.length;
  const header = octets.subarray(0, headerEnd);
  const all = readFields(header, FIELDS);
  const fields = (name: string) =>
    all.filter((one) => one.name === name).map((one) => fieldBody(header, shortened(one)));
  const [contentType = 'text/plain'] = fields('content-type');
  return {
    fields,
    field: (name) => fields(name)[0],
    type: /^[^\s;]+/.exec(contentType)?.[0].toLowerCase() ?? '',
    parameter: (name) => parameterOf(contentType, name),
    body: octets.subarray(headerEnd),
  };
}

const shortened = (field: Field): Field => ({
  ...field,
  end: Math.min(field.end, field.start + FIELD_OCTETS),
});

function parameterOf(contentType: string, name: string): string | undefined {
  const found = new RegExp(`;\\s*${name}\\s*=\\s*(?:"([^"]+)"|([^\\s;"]+))`, 'i').exec(contentType);
  return found?.[1] ?? found?.[2];
}

/** The entity itself, or the parts of a multipart, in order; attached messages are not opened. */
export const leafParts = (entity: Entity): Entity[] => leavesOf(entity, 0, { left: ENTITIES });

/** @param entities how many more may be read */
function leavesOf(entity: Entity, depth: number, entities: { left: number }): Entity[] {
  const boundary = entity.parameter('boundary');
  if (!entity.type.startsWith('multipart/') || boundary === undefined || depth === DEPTH) {
    return [entity];
  }
  return sections(entity.body, boundary).flatMap((section) =>
    entities.left-- > 0 ? leavesOf(readEntity(section), depth + 1, entities) : [],
  );
}

/**
 * RFC 2046 section 5.1.1: the octets between the boundary lines. If the last line is missing, the body's end replaces
 * it.
 */
function sections(body: Buffer, boundary: string): Buffer[] {
  const delimiter = `${LINE_END}--${boundary}`;
  const found: Buffer[] = [];
  let start: number | undefined;
  let next = body.indexOf(delimiter, 0, 'latin1');
  for (let lines = 0; next >= 0 && lines < BOUNDARY_LINES && found.length < PARTS; lines++) {
    const behind = next + delimiter.length;
    // Another boundary may begin with this one.
    const rest = /^(--)?[ \t]*(?:\r\n|$)/.exec(body.toString('latin1', behind, behind + 80));
    if (rest) {
      if (start !== undefined) found.push(body.subarray(start, next));
      start = behind + rest[0].length;
      if (rest[1]) return found;
    }
    next = body.indexOf(delimiter, behind, 'latin1');
  }
  if (start !== undefined && found.length < PARTS) found.push(body.subarray(start));
  return found;
}
