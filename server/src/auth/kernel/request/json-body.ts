import type { FastifyInstance } from 'fastify';
import { badJson, messageOf, validationFailed } from '../errors.ts';

const DEEPEST = 40;

/**
 * Takes every body as JSON whatever its content type, as the reference service does. Some routes accept forms. Values
 * that PostgreSQL cannot store are refused here for all routes.
 */
export function parseBodiesAsJson(server: FastifyInstance): void {
  const add = (types: string[], parse: (text: string) => unknown) =>
    server.addContentTypeParser(
      types,
      { parseAs: 'string' },
      async (_request: unknown, text: unknown) => () => parse(String(text)),
    );
  server.removeAllContentTypeParsers();
  // Fastify caches a parser only for types registered by name, not for those that match `*`.
  add(['application/json', '*'], parseJson);
  add(['application/x-www-form-urlencoded'], parseForm);
}

const MAX_FIELDS = 100;

function parseForm(text: string): Record<string, string> {
  if (text.split('&', MAX_FIELDS + 1).length > MAX_FIELDS)
    throw validationFailed('Too many fields in the form');
  const form = Object.fromEntries(new URLSearchParams(text));
  if (unstorable(form)) throw validationFailed('Invalid character in the form');
  return form;
}

/** Parses a request's body after limits, keys and switches. Returns undefined without one. @throws AuthError 400 */
export const readBody = (body: unknown): unknown =>
  typeof body === 'function' ? (body() ?? undefined) : undefined;

/** @throws AuthError 400 bad_json (contract A0.3) */
export function parseJson(text: string): unknown {
  if (text.trim() === '') return undefined;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw badJson(messageOf(error).slice(0, 120));
  }
  const fault = unstorable(value);
  if (fault) throw badJson(fault);
  return value;
}

/** Why PostgreSQL could not hold a value (null characters, lone surrogates, deep nesting), or null. */
function unstorable(root: unknown): string | null {
  const pending: { value: unknown; depth: number }[] = [{ value: root, depth: 0 }];
  for (let next = pending.pop(); next; next = pending.pop()) {
    const { value, depth } = next;
    if (depth > DEEPEST) return 'nested too deeply';
    if (typeof value === 'string') {
      if (value.includes('\u0000') || !value.isWellFormed()) return 'invalid character in a string';
    } else if (typeof value === 'object' && value !== null) {
      for (const [key, member] of Object.entries(value)) {
        pending.push({ value: key, depth }, { value: member, depth: depth + 1 });
      }
    }
  }
  return null;
}
