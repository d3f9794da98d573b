/**
 * Splits an SQL script into its statements, as the Supabase CLI records them. They are trimmed, without the
 * semicolon, with comments inside and before them. Semicolons in strings, names, comments, dollar quotes and
 * `begin atomic … end` do not split.
 */
export function splitStatements(script: string): string[] {
  const statements: string[] = [];
  let start = 0;
  let hasCode = false;
  let previous = '';
  // The `begin atomic` and `case` that have no `end` yet.
  let depth = 0;
  for (const { 0: token, index } of script.matchAll(tokens)) {
    const word = token.toLowerCase();
    if (word === 'atomic' && previous === 'begin') depth = 1;
    else if (depth > 0 && word === 'case') depth += 1;
    else if (depth > 0 && word === 'end') depth -= 1;
    if (token === ';' && depth > 0) continue;
    if (token === ';') {
      if (hasCode) statements.push(script.slice(start, index).trim());
      start = index + 1;
      hasCode = false;
    } else if (!/^(\s|--|\/\*)/.test(token)) {
      hasCode = true;
      previous = word;
    }
  }
  if (hasCode) statements.push(script.slice(start).trim());
  return statements;
}

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
    String.raw`[eE]'[^'\\]*(?:(?:\\[\s\S]|'')[^'\\]*)*'`,
    String.raw`'[^']*(?:''[^']*)*'`,
    String.raw`"[^"]*(?:""[^"]*)*"`,
    String.raw`(\$(?:[\p{L}_][\p{L}\p{N}_]*)?\$)[\s\S]*?\1`,
    String.raw`[\p{L}_][\p{L}\p{N}_$]*`,
    String.raw`[\s\S]`,
  ].join('|'),
  'gu',
);
