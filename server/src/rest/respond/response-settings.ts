import { invalidResponseHeaders, invalidResponseStatus } from '../errors.ts';

/** Reads the headers that SQL set in `response.headers`, `[{"name": "value"}, …]`. */
export function headersFromSql(setting: string | null): [string, string][] {
  if (setting === null) return [];
  let headers: unknown;
  try {
    headers = JSON.parse(setting);
  } catch {
    throw invalidResponseHeaders();
  }
  if (!Array.isArray(headers)) throw invalidResponseHeaders();
  return headers.map((header: unknown) => {
    const pairs = typeof header === 'object' && header !== null ? Object.entries(header) : [];
    const [name, value] = pairs[0] ?? [];
    if (pairs.length !== 1 || name === undefined || typeof value !== 'string' || !isHeader(name, value))
      throw invalidResponseHeaders();
    return [name, value];
  });
}

const isHeader = (name: string, value: string) =>
  /^[!#$%&'*+.^_`|~0-9a-z-]+$/i.test(name) && /^[\t\x20-\x7e\x80-\xff]*$/.test(value);

/** Returns the status that SQL set in `response.status`, or null. */
export function statusFromSql(setting: string | null): number | null {
  if (setting === null) return null;
  const status = /^\d{3}$/.test(setting) ? Number(setting) : 0;
  if (status < 200 || status > 599) throw invalidResponseStatus();
  return status;
}
