import { randomBytes, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { pathInDirectory } from './backup-directory.ts';
import { writeContainer } from './container/container.ts';
import type { Frame } from './container/frames.ts';
import type { Installation } from './installation.ts';

/** An installation for tests without a database. */
export const sampleInstallation = (...former: string[]): Installation => ({
  id: randomUUID(),
  former,
  sealKey: randomBytes(32),
});

/** Writes a small whole backup of `installation` to `path`. */
export async function writeSample(
  path: string,
  { id, former, sealKey }: Installation,
  createdAt = '2026-01-01T00:00:00.000Z',
  frames: readonly Frame[] = [{ kind: 'json', value: {} }],
): Promise<void> {
  const facts = { createdAt, installation: id, former };
  await writeContainer(path, { facts, sealKey, recipient: null }, Readable.from(frames));
}

/** Writes samples with the names that the server gives, and returns their paths. */
export async function writeSamples(directory: string, installation: Installation, ...times: string[]) {
  const paths: string[] = [];
  for (const time of times) {
    const at = new Date(time);
    const path = pathInDirectory(directory, at, installation.id);
    await writeSample(path, installation, at.toISOString());
    paths.push(path);
  }
  return paths;
}
