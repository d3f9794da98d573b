import { currentRequestId } from '../../request-id.ts';
import type { Settings } from './connect.ts';

/** No settings. */
export const none: Settings = {};

/**
 * Returns the settings of one unit of work. They are those of the service where the connection cannot keep them
 * (`always`), the request's id, and the caller's, which win. The role comes last, because the login role makes the
 * others.
 */
export function unitSettings(always: Settings, asked: Settings = none): Settings {
  const id = currentRequestId();
  if (always === none && id === undefined) return asked;
  const { role, ...others } = always;
  const all: Record<string, string> = { ...others };
  if (id !== undefined) {
    all['solostead.request_id'] = id;
    // PostgreSQL's log and pg_stat_activity show it, unlike a setting of ours.
    all['application_name'] = `solostead ${id}`;
  }
  Object.assign(all, asked);
  if (role !== undefined && asked['role'] === undefined) all['role'] = role;
  return all;
}
