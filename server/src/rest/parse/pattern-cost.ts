/** Steps of the automaton that PostgreSQL makes of a part of a pattern. */
interface Steps {
  readonly all: number;
  /** Steps that may be left out. Each is connected with all that follow. */
  readonly optional: number;
  /** Steps for several characters, with a connection for each character that the pattern names. */
  readonly classes: number;
}

const none: Steps = { all: 0, optional: 0, classes: 0 };
const one: Steps = { all: 1, optional: 0, classes: 0 };
const anyOf: Steps = { all: 1, optional: 0, classes: 1 };

const add = (first: Steps, second: Steps, times = 1): Steps => ({
  all: first.all + second.all * times,
  optional: first.optional + second.optional * times,
  classes: first.classes + second.classes * times,
});

/** A set of characters, with `]` as its first one if it has that, or the name of a class in it. */
const TOKEN =
  /\\(?<escaped>.)|(?<set>\[\^?\]?(?:\[[:.=][^\]]*\]|[^\]])*\]?)|\{(?<from>\d{1,3})(?<to>,\d{0,3})?\}|[^]/gsu;

/** Writes basic and expanded patterns as usual ones, and drops comments. */
function usual(pattern: string): string {
  const [, options = ''] = /^(?:\*{3}:)?\(\?([a-z]+)\)/.exec(pattern) ?? [];
  const plain = pattern.replaceAll(/\(\?#[^)]*\)/g, '');
  const tight = options.includes('x') ? plain.replaceAll(/#[^\n]*|\s+/g, '') : plain;
  return options.includes('b') ? tight.replaceAll(/\\([(){}])/g, '$1') : tight;
}

/**
 * Estimates the cost of a regular expression. PostgreSQL takes up to 170 MB and a second for one of ten characters, and
 * a backend keeps the latest 32. Usual ones cost less than a hundred.
 */
export function patternCost(pattern: string): number {
  const text = usual(pattern);
  const outer: { before: Steps; atom: Steps }[] = [];
  let before = none;
  let atom = none;
  const next = (steps: Steps) => {
    before = add(before, atom);
    atom = steps;
  };
  const repeat = (from: number, to: number) => {
    atom = add(add(none, atom, Math.max(to, 1)), { all: 0, optional: to - from, classes: 0 });
  };
  for (const [token, escaped, set, from, to] of text.matchAll(TOKEN)) {
    if (token === '(') {
      outer.push({ before: add(before, atom), atom: none });
      [before, atom] = [none, one];
    } else if (token === ')') {
      const inner = add(before, atom);
      before = outer.pop()?.before ?? none;
      atom = inner;
    } else if (token === '?') repeat(0, 1);
    else if (token === '*') repeat(1, 3);
    else if (token === '+') repeat(2, 2);
    else if (from !== undefined) repeat(Number(from), Math.max(Number(from), Number(to?.slice(1) ?? 0)));
    else next(set !== undefined || token === '.' || /[wWsSdD]/.test(escaped ?? '') ? anyOf : one);
  }
  const { all, optional, classes } = outer.reduceRight(
    (inner, level) => add(level.before, inner),
    add(before, atom),
  );
  return Math.ceil(all + 16 * optional + (classes * new Set(text).size) / 10);
}
