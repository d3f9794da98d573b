export type Format = 'csv' | 'json';

/** Where an export goes, piece after piece. */
export interface Destination {
  write(text: string): Promise<void>;
  /** From now on the file is there, whole. */
  finish(): Promise<void>;
  /** Nothing of it stays. */
  abandon(): Promise<void>;
}

/** Browsers that let a page write a file ask the person where to (File System Access); not yet in TypeScript's own. */
type AskForFile = (options: {
  suggestedName: string;
  types: { description: string; accept: Record<string, string[]> }[];
}) => Promise<FileSystemFileHandle>;

const kinds = { csv: 'text/csv', json: 'application/json' } as const;

/**
 * Opens a file named after the day; `what` is the first part of its name. Where the browser can, pieces go straight to the disk and the page keeps none of
 * them; elsewhere they become a download. Null when the person closed the question where to.
 */
export async function openDestination(format: Format, what = 'applications'): Promise<Destination | null> {
  const name = `${what}-${new Date().toISOString().slice(0, 10)}.${format}`;
  const ask = (window as { showSaveFilePicker?: AskForFile }).showSaveFilePicker;
  if (!ask) return download(name, format);
  try {
    const types = [{ description: format.toUpperCase(), accept: { [kinds[format]]: [`.${format}`] } }];
    const file = await ask.call(window, { suggestedName: name, types });
    return onDisk(await file.createWritable());
  } catch (cause) {
    if (cause instanceof DOMException && cause.name === 'AbortError') return null;
    // A policy of the browser or of the organisation forbids it: a download still works.
    return download(name, format);
  }
}

/** Written beside the file until it is finished, so that a half one never lies there. */
function onDisk(stream: FileSystemWritableFileStream): Destination {
  return {
    write: (text) => stream.write(text),
    finish: () => stream.close(),
    abandon: () => stream.abort(),
  };
}

/** Pieces lie in the browser's blobs, which it puts on disk when they are large; never in one string. */
function download(name: string, format: Format): Destination {
  let pieces: Blob[] = [];
  return {
    async write(text) {
      pieces.push(new Blob([text]));
    },
    async finish() {
      const url = URL.createObjectURL(new Blob(pieces, { type: kinds[format] }));
      const link = document.createElement('a');
      link.href = url;
      link.download = name;
      link.click();
      setTimeout(() => URL.revokeObjectURL(url), 60_000);
    },
    async abandon() {
      pieces = [];
    },
  };
}
