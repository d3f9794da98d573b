import { invalidBody } from '../errors.ts';

/** Parses CSV with a header line (RFC 4180) into objects. The word NULL is null. */
export function parseCsv(text: string): Record<string, string | null>[] {
  const [header = [], ...lines] = records(text);
  if (header.length === 0) throw invalidBody('Empty or invalid csv');
  return lines.map((line) => {
    if (line.length !== header.length) throw invalidBody('All lines must have same number of fields');
    return Object.fromEntries(
      line.map((value, index) => [header[index]!, value === 'NULL' ? null : value]),
    ) as Record<string, string | null>;
  });
}

const CELL = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/y;

function records(text: string): string[][] {
  const found: string[][] = [];
  let line: string[] = [];
  let at = 0;
  while (at < text.length || line.length > 0) {
    CELL.lastIndex = at;
    const match = CELL.exec(text);
    if (!match) throw invalidBody('Empty or invalid csv');
    const [whole, quoted, plain = '', end] = match;
    line.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    at += whole.length;
    if (end === ',') continue;
    found.push(line);
    line = [];
  }
  return found;
}
