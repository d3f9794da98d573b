/** A deliberate fault. `search` occurs once in `file`, and replacing it with `replace` breaks `rule`. */
export interface Fault {
  /** One sentence, the fault's lasting name. */
  readonly rule: string;
  readonly file: string;
  readonly search: string;
  readonly replace: string;
  /** Test files that should fail, the fastest first. `file#title` runs only the tests whose names match. */
  readonly tests: readonly string[];
}

/** Returns `source` with the fault in it. */
export function applyFault({ rule, file, search, replace }: Fault, source: string): string {
  const count = source.split(search).length - 1;
  if (count !== 1) throw new Error(`${rule}: the text to replace occurs ${count} times in ${file}`);
  return source.replace(search, () => replace);
}

/** Returns a sentence for each invalid entry, with its rule. `read` returns null for a missing file. */
export function problemsOf(
  faults: readonly Fault[],
  read: (file: string) => string | null,
): readonly string[] {
  const rules = faults.map(({ rule }) => rule);
  return faults.flatMap((fault, place) => {
    const { rule, file, search, replace, tests } = fault;
    const source = read(file);
    const problems = tests
      .filter((test) => read(test.split('#')[0]!) === null)
      .map((test) => `${rule}: the test file ${test} does not exist`);
    if (tests.length === 0) problems.push(`${rule}: names no test`);
    if (rules.indexOf(rule) !== place) problems.push(`${rule}: two entries have this name`);
    if (search === replace) problems.push(`${rule}: changes nothing`);
    if (source === null) return [...problems, `${rule}: ${file} does not exist`];
    try {
      applyFault(fault, source);
      return problems;
    } catch (error) {
      return [...problems, (error as Error).message];
    }
  });
}

/** Returns a sentence for each recorded title whose test file `exists` does not find. Browser tests are in `tests/e2e`. */
export const missingTests = (
  record: Readonly<Record<string, Readonly<Record<string, string | null>>>>,
  exists: (file: string) => boolean,
): readonly string[] =>
  Object.values(record)
    .flatMap((area) => Object.entries(area))
    .filter(([, title]) => title && !exists(title.split(' > ')[0]!.replace(/^\[.+\] /, 'tests/e2e/')))
    .map(([rule, title]) => `${rule}: the record names a test file that does not exist: ${title}`);
