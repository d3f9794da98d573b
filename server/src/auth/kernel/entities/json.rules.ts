import { z } from 'zod';

/** A JSON object of which nothing is known but that it is one. */
export type Json = Record<string, unknown>;

export const isJson = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns a text member, or undefined for everything else. */
export function textOf(value: unknown, member: string): string | undefined {
  const found = isJson(value) && Object.hasOwn(value, member) ? value[member] : undefined;
  return typeof found === 'string' ? found : undefined;
}

const optionalText = z.string().nullish();

/** Members of a body that are text and may be missing or null. */
export const texts = <Name extends string>(...names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, optionalText])) as Record<Name, typeof optionalText>;
