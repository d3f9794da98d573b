/**
 * Splits an SQL script into its statements, as the Supabase CLI records them. They are trimmed, without the
 * semicolon, with comments inside and before them. Semicolons in strings, names, comments and dollar quotes do not
 * split.
 */
export function splitStatements(script: string): string[] {
  const statements: string[] = [];
  let start = 0;
  let hasCode = false;
  for (const { 0: token, index } of script.matchAll(tokens)) {
    if (token === ';') {
      if (hasCode) statements.push(script.slice(start, index).trim());
      start = index + 1;
      hasCode = false;
    } else if (!/^(\s|--|\/\*)/.test(token)) {
      hasCode = true;
    }
  }
  const rest = script.slice(start).trim();
  if (hasCode) statements.push(rest);
  return statements;
}

/** Space, comments, quoted text and words are one token each, other characters one by one. */
const tokens = new RegExp(
  [
    String.raw`\s+`,
    String.raw`--[^\n]*`,
    String.raw`\/\*[\s\S]*?\*\/`,
    String.raw`[eE]'(?:[^'\\]|\\[\s\S]|'')*'`,
    String.raw`'(?:[^']|'')*'`,
    String.raw`"(?:[^"]|"")*"`,
    String.raw`(\$(?:[A-Za-z_]\w*)?\$)[\s\S]*?\1`,
    String.raw`[A-Za-z_][\w$]*`,
    String.raw`[\s\S]`,
  ].join('|'),
  'g',
);
