/** Blanks out HTML tags in a text, because tags may break an address (HTML section 13.2.5, the relevant part). */

/** `out`: tags and comments are removed. `comments-in`: comments count as text, without the tags in them. */
export type TagHandling = 'out' | 'comments-in';

const LESS = 60;
const MORE = 62;
const SLASH = 47;
const BANG = 33;
const QUESTION = 63;
const DASH = 45;
const EQUALS = 61;
const SP = 32;
const QUOTES = [34, 39];

/** Units of the comment opening `<!--` after the first. */
const MARK_UNITS = 3;
/** Units that end a comment, before the last. */
const END_UNITS = 3;
/** HTML sections 13.2.5.43 to 13.2.5.52: `<!-->` and `<!--->` are whole comments, and `--!>` ends one as `-->` does. */
const COMMENT_END = /^-?$|--!?$/;

type State = 'text' | 'mark' | 'tag' | 'value' | 'quoted' | 'comment';

export class HtmlTags {
  readonly #tags: TagHandling;
  #state: State = 'text';
  #quote = 0;
  /** Remaining units of a comment opening. */
  #count = 0;
  /** The last units of a comment: fewer if it has just begun. */
  #ahead = '';

  constructor(tags: TagHandling) {
    this.#tags = tags;
  }

  /**
   * Replaces each unit of a tag, or of a removed comment, with a blank, so that the others keep their positions.
   * @param units those between `until` and `end` are only looked at
   */
  blank(units: Uint16Array, { until, end }: { until: number; end: number }): void {
    for (let at = 0; at < until; ) {
      if (this.#state === 'text') {
        const found = units.indexOf(LESS, at);
        if (found < 0 || found >= until) return;
        this.#state = this.#opened(units, found, end);
        // The sign alone: the units after it decide where the tag or comment ends.
        if (this.#state !== 'text') units[found] = SP;
        at = found + 1;
      } else {
        const behind = this.#behind(units, at, until);
        units.fill(SP, at, behind);
        at = behind;
      }
    }
  }

  /** The state after a sign that may begin a tag. */
  #opened(units: Uint16Array, at: number, end: number): State {
    const next = at + 1 < end ? (units[at + 1] ?? 0) : 0;
    const letter = (next | 0x20) >= 97 && (next | 0x20) <= 122;
    if (letter || next === SLASH || next === QUESTION) return 'tag';
    if (next !== BANG) return 'text';
    if (units[at + 2] !== DASH || units[at + 3] !== DASH) return 'tag';
    this.#count = MARK_UNITS;
    return 'mark';
  }

  /** Index after the units that this state blanks out; updates the state if it ends there. */
  #behind(units: Uint16Array, from: number, until: number): number {
    switch (this.#state) {
      case 'mark': {
        const behind = Math.min(until, from + this.#count);
        this.#count -= behind - from;
        if (this.#count === 0) this.#state = this.#tags === 'out' ? 'comment' : 'text';
        this.#ahead = '';
        return behind;
      }
      case 'comment':
        return this.#behindComment(units, from, until);
      case 'quoted': {
        const found = units.indexOf(this.#quote, from);
        if (found < 0 || found >= until) return until;
        this.#state = 'tag';
        return found + 1;
      }
      case 'tag':
      case 'value':
        return this.#behindTag(units, from, until);
      case 'text':
        return from;
    }
  }

  #behindComment(units: Uint16Array, from: number, until: number): number {
    for (
      let at = units.indexOf(MORE, from);
      at >= 0 && at < until;
      at = units.indexOf(MORE, at + 1)
    ) {
      if (COMMENT_END.test(this.#read(units, from, at))) {
        this.#state = 'text';
        return at + 1;
      }
    }
    this.#ahead = this.#read(units, from, until);
    return until;
  }

  /** The end of the comment so far. */
  #read(units: Uint16Array, from: number, to: number): string {
    const some = units.subarray(Math.max(from, to - END_UNITS), to);
    return (this.#ahead + String.fromCharCode(...some)).slice(-END_UNITS);
  }

  #behindTag(units: Uint16Array, from: number, until: number): number {
    let value = this.#state === 'value';
    for (let at = from; at < until; at++) {
      const unit = units[at] ?? 0;
      if (unit === MORE) {
        this.#state = 'text';
        return at + 1;
      }
      if (unit === EQUALS) {
        value = true;
      } else if (value && QUOTES.includes(unit)) {
        this.#state = 'quoted';
        this.#quote = unit;
        return at + 1;
      } else if (unit > SP) {
        value = false;
      }
    }
    this.#state = value ? 'value' : 'tag';
    return until;
  }
}
