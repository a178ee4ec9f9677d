/** Tags of HTML, blanked out of a text: an address may be broken by them (HTML section 13.2.5, as far as it matters here). */

/** `out`: tags and comments go. `comments-in`: comments are texts, and the tags in them go. */
export type Tags = 'out' | 'comments-in';

const LESS = 60;
const MORE = 62;
const SLASH = 47;
const BANG = 33;
const QUESTION = 63;
const DASH = 45;
const EQUALS = 61;
const SP = 32;
const QUOTES = [34, 39];

/** Units of what begins a comment. */
const COMMENT_UNITS = 4;

type State = 'text' | 'mark' | 'tag' | 'value' | 'quoted' | 'comment';

export class HtmlTags {
  readonly #tags: Tags;
  #state: State = 'text';
  #quote = 0;
  /** Hyphens right ahead, in a comment; units that are left of the mark that begins one. */
  #count = 0;

  constructor(tags: Tags) {
    this.#tags = tags;
  }

  /**
   * Each unit of what goes becomes a blank, so that the others stay where they are.
   * @param units what follows `until`, until `end`, is only looked at
   */
  blank(units: Uint16Array, { until, end }: { until: number; end: number }): void {
    for (let at = 0; at < until; ) {
      if (this.#state === 'text') {
        const found = units.indexOf(LESS, at);
        if (found < 0 || found >= until) return;
        at = found;
        this.#open(units, at, end);
        if (this.#state === 'text') {
          at++;
          continue;
        }
      }
      const unit = units[at] ?? 0;
      units[at++] = SP;
      this.#within(unit);
    }
  }

  /** At a sign that may begin a tag. */
  #open(units: Uint16Array, at: number, end: number): void {
    const next = at + 1 < end ? (units[at + 1] ?? 0) : 0;
    const comment = next === BANG && units[at + 2] === DASH && units[at + 3] === DASH;
    const letter = (next | 0x20) >= 97 && (next | 0x20) <= 122;
    if (comment && this.#tags === 'comments-in') {
      this.#state = 'mark';
      this.#count = COMMENT_UNITS;
    } else if (comment) {
      this.#state = 'comment';
      this.#count = 0;
    } else if (letter || next === SLASH || next === BANG || next === QUESTION) {
      this.#state = 'tag';
    }
  }

  #within(unit: number): void {
    switch (this.#state) {
      case 'mark':
        if (--this.#count === 0) this.#state = 'text';
        return;
      case 'comment':
        // HTML section 13.2.5.42: `<!-->` is a whole comment.
        if (unit === MORE && this.#count >= 2) this.#state = 'text';
        this.#count = unit === DASH ? this.#count + 1 : 0;
        return;
      case 'tag':
        if (unit === EQUALS) this.#state = 'value';
        else if (unit === MORE) this.#state = 'text';
        return;
      case 'value':
        if (QUOTES.includes(unit)) {
          this.#state = 'quoted';
          this.#quote = unit;
        } else if (unit === MORE) {
          this.#state = 'text';
        } else if (unit > SP) {
          this.#state = 'tag';
        }
        return;
      case 'quoted':
        if (unit === this.#quote) this.#state = 'tag';
        return;
      case 'text':
    }
  }
}
