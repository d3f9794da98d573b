import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';

/** A row as text, by column. */
export type Row = Readonly<Record<string, string | null>>;

interface Head {
  readonly table?: { readonly schema: string; readonly name: string; readonly columns: readonly string[] };
}

/**
 * Returns the rows of each table of a backup, by `schema.table`. The file is two lines, gzipped frames and
 * 72 bytes. A
 * frame is its kind (J for JSON, D for data), its length in four bytes and its content.
 */
export function rowsOfBackup(path: string): Map<string, Row[]> {
  const file = readFileSync(path);
  const frames = gunzipSync(file.subarray(file.indexOf('\n', file.indexOf('\n') + 1) + 1, -72));
  const tables: { head: Required<Head>; data: Buffer[] }[] = [];
  for (let at = 0; at < frames.length;) {
    const end = at + 5 + frames.readUInt32BE(at + 1);
    const content = frames.subarray(at + 5, end);
    if (frames[at] === 0x44) tables.at(-1)!.data.push(content);
    else {
      const head = JSON.parse(content.toString()) as Head;
      if (head.table) tables.push({ head: { table: head.table }, data: [] });
    }
    at = end;
  }
  return new Map(
    tables.map(({ head: { table }, data }) => {
      const lines = Buffer.concat(data).toString().split('\n').slice(0, -1);
      return [`${table.schema}.${table.name}`, lines.map((line) => rowOfLine(table.columns, line))];
    }),
  );
}

const rowOfLine = (columns: readonly string[], line: string): Row =>
  Object.fromEntries(line.split('\t').map((cell, place) => [columns[place]!, valueOf(cell)]));

/** Reads a cell of COPY's text format. */
function valueOf(cell: string): string | null {
  if (cell === String.raw`\N`) return null;
  const letters: Record<string, string> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' };
  return cell.replace(/\\(.)/g, (_, letter: string) => letters[letter] ?? letter);
}
