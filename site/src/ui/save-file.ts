/** Saves pieces as a file of that name, where the browser keeps downloads. */
export function saveFile(name: string, type: string, pieces: BlobPart[]): void {
  const url = URL.createObjectURL(new Blob(pieces, { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // A large file may still be read from it.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
