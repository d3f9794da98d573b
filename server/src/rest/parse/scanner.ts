import { type RestError, unreadableParameter } from '../errors.ts';
import { atMost, type Bounded, type Tally } from './bounds.ts';

/** The maximum nesting of trees, paths and embeds. PostgreSQL's own stack is not much deeper. */
export const DEEPEST = 50;

/** Scans a parameter's text from left to right and refuses unexpected text with its position. */
export class Scanner {
  readonly #what: string;
  readonly #text: string;
  readonly #tally: Tally;
  #at = 0;
  #depth = 0;

  /** `what` names the text in errors. `tally` counts what all parameters of the request name. */
  constructor(what: string, text: string, tally: Tally) {
    this.#what = what;
    this.#text = text;
    this.#tally = tally;
  }

  get atEnd(): boolean {
    return this.#at >= this.#text.length;
  }

  /** Returns true if `text` comes next. */
  sees(text: string): boolean {
    return this.#text.startsWith(text, this.#at);
  }

  take(text: string): boolean {
    if (!this.sees(text)) return false;
    this.#at += text.length;
    return true;
  }

  /** Takes the match of a sticky pattern at the current position, or returns null. */
  match(pattern: RegExp): string | null {
    pattern.lastIndex = this.#at;
    const [found] = pattern.exec(this.#text) ?? [];
    if (found === undefined) return null;
    this.#at += found.length;
    return found;
  }

  expect(text: string, expecting = JSON.stringify(text)): void {
    if (!this.take(text)) throw this.failure(expecting);
  }

  skipSpace(): void {
    this.match(/[ \t]*/y);
  }

  rest(): string {
    const rest = this.#text.slice(this.#at);
    this.#at = this.#text.length;
    return rest;
  }

  /** Skips brackets and quotes too many at the end, as PostgREST does. */
  skipClosing(): void {
    this.match(/[)'"\s]*$/y);
  }

  end(expecting: string): void {
    if (!this.atEnd) throw this.failure(expecting);
  }

  /** Refuses what follows a list. PostgREST shows it in single quotes here. */
  endOfList(expecting: string): void {
    if (this.atEnd) return;
    const next = String.fromCodePoint(this.#text.codePointAt(this.#at)!);
    throw unreadableParameter(this.#what, this.#at + 1, `unexpected '${next}' expecting ${expecting}`);
  }

  /** Tries `read` and takes nothing when it returns null. */
  attempt<Answer>(read: () => Answer | null): Answer | null {
    const start = this.#at;
    const answer = read();
    if (answer === null) this.#at = start;
    return answer;
  }

  nested<Answer>(read: () => Answer): Answer {
    if (++this.#depth > DEEPEST) throw this.failure(`at most ${DEEPEST} levels`);
    const answer = read();
    this.#depth--;
    return answer;
  }

  /** Counts one more name of the request and refuses too many. */
  count(what: Bounded, more = 1): void {
    if (!this.#tally.admits(what, more)) throw this.failure(atMost(what));
  }

  failure(expecting: string): RestError {
    const next = this.#text.codePointAt(this.#at);
    const unexpected = next === undefined ? 'end of input' : JSON.stringify(String.fromCodePoint(next));
    return unreadableParameter(this.#what, this.#at + 1, `unexpected ${unexpected} expecting ${expecting}`);
  }
}
