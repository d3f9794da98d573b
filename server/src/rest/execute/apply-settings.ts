import type { Query } from '../../database/database.ts';

/** Applies settings inside a transaction that is already open, as `Database.pipeline` does for its own. */
export async function applySettings(query: Query, settings: Readonly<Record<string, string>>): Promise<void> {
  const calls = Object.keys(settings).map(
    (_, index) => `set_config($${2 * index + 1}, $${2 * index + 2}, true)`,
  );
  await query(`select ${calls.join(', ')}`, Object.entries(settings).flat());
}
