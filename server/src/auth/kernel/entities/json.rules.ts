/** A JSON object of which nothing is known but that it is one. */
export type Json = Record<string, unknown>;

export const isJson = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A member that is a text; undefined for all others, and for what has no members. */
export function textOf(value: unknown, member: string): string | undefined {
  const found = isJson(value) && Object.hasOwn(value, member) ? value[member] : undefined;
  return typeof found === 'string' ? found : undefined;
}
