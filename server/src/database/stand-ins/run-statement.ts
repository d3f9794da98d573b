import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Client } from 'pg';
import { copiedRows, withoutComments } from '../migrations/split-statements.ts';
import { isAvailable } from './create.ts';
import { standInOf, standIns, type StandIn } from './known.ts';
import { replaceStandIn } from './replace.ts';

const extension = `"?(${standIns.flatMap((standIn) => standIn.extension ?? []).join('|')})"?`;

const CREATION = new RegExp(
  String.raw`^create\s+extension\s+(?:if\s+not\s+exists\s+)?${extension}(?:\s+with)?` +
    String.raw`(?:\s+(?:schema\s+"?\w+"?|version\s+["']?[\w.-]+["']?|cascade))*$`,
  'i',
);
const CHANGE = new RegExp(String.raw`^(?:comment\s+on|alter|drop)\s+extension\s+${extension}(?!\w)`, 'i');
const BLOCK = /^(?:\s|--[^\n]*\n)*do\b/i;
const CREATION_IN_BLOCK = new RegExp(
  String.raw`\bcreate\s+extension\s+(?:if\s+not\s+exists\s+)?${extension}(?!\w)[^;'$]*;`,
  'gi',
);

/** The extension with a stand-in that a statement creates or changes, or null. */
export function namedExtension(statement: string): { name: string; isCreated: boolean } | null {
  if (!/\bextension\b/i.test(statement)) return null;
  const code = withoutComments(statement).trim();
  const created = CREATION.exec(code)?.[1];
  const name = created ?? CHANGE.exec(code)?.[1];
  return name === undefined ? null : { name: name.toLowerCase(), isCreated: created !== undefined };
}

/**
 * Runs a statement of a migration or seed. An extension that PostgreSQL lacks and that has a stand-in is skipped, and one that
 * PostgreSQL has takes its stand-in's place. `report` is called with the name of each skipped one.
 */
export async function runStatement(
  client: Client,
  statement: string,
  report: (extension: string) => void,
): Promise<void> {
  const copied = copiedRows(statement);
  if (copied) return copyRows(client, copied);
  const named = namedExtension(statement);
  const standIn = named && standInOf(named.name);
  if (standIn) return runOnExtension(client, standIn, statement, named.isCreated ? report : null);
  await client.query(BLOCK.test(statement) ? await withoutCreations(client, statement, report) : statement);
}

async function copyRows(client: Client, { copy, rows }: { copy: string; rows: string }): Promise<void> {
  const { from } = await import('pg-copy-streams');
  await pipeline(Readable.from([rows]), client.query(from(copy)));
}

async function runOnExtension(
  client: Client,
  standIn: StandIn,
  statement: string,
  report: ((extension: string) => void) | null,
): Promise<void> {
  if (!(await isAvailable(client, standIn))) report?.(standIn.extension!);
  else if (report) await replaceStandIn(client, standIn, statement);
  else await client.query(statement);
}

/** Replaces the creation of a missing extension in a block of code by nothing. */
async function withoutCreations(client: Client, block: string, report: (extension: string) => void) {
  let code = block;
  for (const [creation, name] of block.matchAll(CREATION_IN_BLOCK)) {
    const standIn = standInOf(name!.toLowerCase())!;
    if (await isAvailable(client, standIn)) continue;
    code = code.replace(creation, 'null;');
    report(standIn.extension!);
  }
  return code;
}
