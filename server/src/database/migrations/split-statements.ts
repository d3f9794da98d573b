/**
 * Splits an SQL script into its statements, as the Supabase CLI records them. They are trimmed, without the
 * semicolon, with comments inside and before them. Semicolons in strings, names, comments, dollar quotes and
 * `begin atomic … end` do not split. The rows of a COPY belong to its statement.
 */
export function splitStatements(script: string): string[] {
  const statements: string[] = [];
  let start = 0;
  let hasCode = false;
  let previous = '';
  // The `begin atomic` and `case` that have no `end` yet.
  let depth = 0;
  const rest = new RegExp(tokens);
  for (let found = rest.exec(script); found; found = rest.exec(script)) {
    const { 0: token, index } = found;
    const word = token.toLowerCase();
    if (word === 'atomic' && previous === 'begin') depth = 1;
    else if (depth > 0 && word === 'case') depth += 1;
    else if (depth > 0 && word === 'end') depth -= 1;
    if (token === ';' && depth > 0) continue;
    if (token === ';') {
      const end = COPY.test(script.slice(start, index)) ? endOfRows(script, index) : index;
      if (hasCode) statements.push(script.slice(start, end).trim());
      start = rest.lastIndex = Math.max(end, index + 1);
      hasCode = false;
    } else if (!hasCode && RESTRICT.test(token)) {
      start = index + token.length;
    } else if (!/^(\s|--|\/\*)/.test(token)) {
      hasCode = true;
      previous = word;
    }
  }
  if (hasCode) statements.push(script.slice(start).trim());
  return statements;
}

/** `copy … from stdin`, whose rows follow in the script, perhaps after comments. */
const COPY = /^((?:--[^\n]*\n|\s)*copy\b[^;]*\bfrom\s+stdin\b[^;]*)(?:;[^\n]*\n([\s\S]*))?$/i;

/** Returns the index after the rows of a COPY, which end with a line `\.` or with the script. */
function endOfRows(script: string, from: number): number {
  const found = /\n\\\.[ \t\r]*(?=\n|$)/g;
  found.lastIndex = from;
  const line = found.exec(script);
  return line ? line.index + line[0].length : script.length;
}

/** Returns the statement and the rows of a COPY in a script, or null for others. */
export function copiedRows(statement: string): { copy: string; rows: string } | null {
  const [, copy, rows] = COPY.exec(statement) ?? [];
  return copy === undefined ? null : { copy, rows: (rows ?? '').replace(/(?:^|(?<=\n))\\\.\s*$/, '') };
}

/** A command of psql at both ends of a dump. */
const RESTRICT = /^\\(?:un)?restrict/;

/** Returns a script without its comments. */
export const withoutComments = (script: string): string =>
  script.replace(tokens, (token) => (/^(?:--|\/\*)/.test(token) && token.length > 2 ? ' ' : token));

/** Returns the script's tokens in order, namely spaces, comments, quoted texts, words and single characters. */
export const tokensOf = (script: string): string[] => script.match(tokens) ?? [];

/** A comment with comments in it, in which a quote has no meaning. */
const comment = (levels: number): string => {
  const inner = levels === 0 ? '' : `|${comment(levels - 1)}`;
  return String.raw`\/\*(?:[^*\/]|\*(?!\/)|\/(?!\*)${inner})*\*\/`;
};

/** Space, comments, quoted text and words are one token each, other characters one by one. */
const tokens = new RegExp(
  [
    String.raw`\s+`,
    String.raw`--[^\n]*`,
    comment(4),
    String.raw`\\(?:un)?restrict\b[^\n]*`,
    String.raw`[eE]'[^'\\]*(?:(?:\\[\s\S]|'')[^'\\]*)*'`,
    String.raw`'[^']*(?:''[^']*)*'`,
    String.raw`"[^"]*(?:""[^"]*)*"`,
    String.raw`(\$(?:[\p{L}_][\p{L}\p{N}_]*)?\$)[\s\S]*?\1`,
    String.raw`[\p{L}_][\p{L}\p{N}_$]*`,
    String.raw`[\s\S]`,
  ].join('|'),
  'gu',
);
