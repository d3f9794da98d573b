import type { FastifyInstance } from 'fastify';
import { badJson, messageOf, validationFailed } from '../errors.ts';

const DEEPEST = 40;

/**
 * Reads every body as JSON, its content type aside, as the reference service does; forms are for those routes that
 * take them. Values PostgreSQL cannot store are refused here, once for all routes.
 */
export function parseBodiesAsJson(server: FastifyInstance): void {
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('*', { parseAs: 'string' }, (_request, text, done) => {
    try {
      done(null, parseJson(String(text)));
    } catch (error) {
      done(error instanceof Error ? error : new Error(String(error)));
    }
  });
  server.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, text, done) => {
      const form = Object.fromEntries(new URLSearchParams(String(text)));
      done(unstorable(form) ? validationFailed('Invalid character in the form') : null, form);
    },
  );
}

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
