import { copiedRows, splitStatements, tokensOf } from './split-statements.ts';

/**
 * Returns true if `statements`, which a database recorded, are those of the file's text. Comments, space and semicolons
 * between tokens do not count, because tools split a file into statements differently. Those in function bodies and
 * strings do.
 */
export function hasContent(statements: readonly string[], text: string): boolean {
  const present = splitStatements(text);
  const isSame = present.length === statements.length && present.every((one, at) => one === statements[at]);
  return isSame || essence(statements) === essence(present);
}

const essence = (statements: readonly string[]): string =>
  statements
    .flatMap((statement) => (copiedRows(statement) ? [statement] : tokensOf(statement)))
    .filter((token) => !/^(?:\s|--|\/\*|;)/.test(token))
    .map((token) => token.replaceAll('\r\n', '\n'))
    .join(' ');
