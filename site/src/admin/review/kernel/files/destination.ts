import { csvRow } from '@solostead/contract/csv';
import { saveFile } from '#ui/save-file.ts';
import { asLocalTime } from '../format/time.tsx';
import { serverNow } from '#supabase/clock.ts';

export type Format = 'csv' | 'json';

/** A page is one file of HTML. */
type FileFormat = Format | 'html';

/**
 * Returns rows as lines of CSV, after the names of their columns if they are the first. The mark at the beginning shows
 * spreadsheets that it is UTF-8.
 */
export function csvOf(
  columns: readonly string[],
  rows: readonly Readonly<Record<string, unknown>>[],
  isFirst: boolean,
): string {
  const lines = rows.map((row) => csvRow(columns.map((column) => row[column])));
  return [...(isFirst ? [`\uFEFF${csvRow(columns)}`] : []), ...lines].map((line) => `${line}\r\n`).join('');
}

/** The target of an export, written piece by piece. */
export interface Destination {
  write(text: string): Promise<void>;
  /** From now on the file is there, whole. */
  finish(): Promise<void>;
  /** Leaves no file. */
  abandon(): Promise<void>;
}

/** The file dialog of the File System Access API, which TypeScript does not have yet. */
type AskForFile = (options: {
  suggestedName: string;
  types: { description: string; accept: Record<string, string[]> }[];
}) => Promise<FileHandle>;

/** Not every browser can remove a file. */
type FileHandle = FileSystemFileHandle & { remove?: () => Promise<void> };

const kinds = { csv: 'text/csv', json: 'application/json', html: 'text/html' } as const;

/** True while the file dialog is open. The browser refuses a second one. */
let isAsking = false;

/**
 * Opens a file named after the day, with the prefix `what`. If the browser supports it, pieces go to the disk
 * directly, otherwise they become a download. Returns null when the person closed the file dialog, or has another one
 * open.
 */
export async function openDestination(
  format: FileFormat,
  what = 'applications',
): Promise<Destination | null> {
  const name = `${what}-${asLocalTime(new Date(serverNow())).slice(0, 10)}.${format}`;
  const ask = (window as { showSaveFilePicker?: AskForFile }).showSaveFilePicker;
  if (!ask) return download(name, format);
  if (isAsking) return null;
  isAsking = true;
  try {
    const types = [{ description: format.toUpperCase(), accept: { [kinds[format]]: [`.${format}`] } }];
    const file = await ask.call(window, { suggestedName: name, types });
    return onDisk(file, await file.createWritable());
  } catch (cause) {
    if (cause instanceof DOMException && cause.name === 'AbortError') return null;
    // A policy of the browser or of the organisation forbids it: a download still works.
    return download(name, format);
  } finally {
    isAsking = false;
  }
}

/**
 * Asks for the file first, because the browser allows that only just after a press, then saves what `compose` returns.
 * Returns false without a chosen file, and composes nothing then. It leaves no file after a failure.
 */
export async function saveText(
  format: FileFormat,
  what: string,
  compose: () => Promise<string>,
): Promise<boolean> {
  const file = await openDestination(format, what);
  if (!file) return false;
  try {
    await file.write(await compose());
    await file.finish();
  } catch (cause) {
    await file.abandon().catch(() => {});
    throw cause;
  }
  return true;
}

/** Writes to a temporary file until it is complete, so that no partial file remains. */
function onDisk(file: FileHandle, stream: FileSystemWritableFileStream): Destination {
  return {
    write: (text) => stream.write(text),
    finish: () => stream.close(),
    async abandon() {
      await stream.abort();
      // The file dialog has made it.
      if ((await file.getFile()).size === 0) await file.remove?.();
    },
  };
}

/** Keeps pieces in blobs, which the browser writes to disk when they are large, never in one string. */
function download(name: string, format: FileFormat): Destination {
  let pieces: Blob[] = [];
  return {
    async write(text) {
      pieces.push(new Blob([text]));
    },
    async finish() {
      saveFile(name, kinds[format], pieces);
    },
    async abandon() {
      pieces = [];
    },
  };
}
