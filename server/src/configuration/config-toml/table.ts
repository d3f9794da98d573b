import { z } from 'zod';

/** Returns the path of the first switch that is on in a table of config.toml, or null. */
export function switchedOn(value: unknown, path: readonly string[]): readonly string[] | null {
  if (value === null || value === undefined || value === false || value === 0) return null;
  if (value === '' || value === 'false') return null;
  if (typeof value !== 'object' || Array.isArray(value))
    return Array.isArray(value) && value.length === 0 ? null : path;
  const { enabled, ...others } = value as Record<string, unknown>;
  if (enabled !== undefined) return switchedOn(enabled, [...path, 'enabled']);
  for (const [key, item] of Object.entries(others)) {
    const found = switchedOn(item, [...path, key]);
    if (found) return found;
  }
  return null;
}

/** Refuses each key of a table that `shape` does not name and that is switched on. */
export function refuseUnknown(shape: z.ZodRawShape, input: object, context: z.RefinementCtx): void {
  for (const [key, item] of Object.entries(input)) {
    const path = Object.hasOwn(shape, key) ? null : switchedOn(item, [key]);
    if (path) context.addIssue({ code: 'custom', path: [...path], message: 'this server does not have it' });
  }
}

/**
 * A table of config.toml. An unknown key is accepted while it is off. Switched on, it is refused by name, because a
 * guard or a feature must not be silently absent.
 */
export function table<Shape extends z.ZodRawShape>(shape: Shape) {
  return z
    .unknown()
    .superRefine((value, context) => {
      if (typeof value === 'object' && value !== null) refuseUnknown(shape, value, context);
    })
    .pipe(z.object(shape));
}

/** A missing feature whose absence opens nothing. `absent-features.ts` names it at start. */
export const absent = z.unknown().optional();

/** A setting that this server cannot change. Only the value that `supabase init` writes is accepted. */
export const fixed = <const Value extends string | number | boolean>(value: Value) =>
  z
    .unknown()
    .optional()
    .refine((input) => input === undefined || input === value, {
      error: `this server knows ${JSON.stringify(value)} only`,
    });

/** Reads text as a number or a boolean, as the CLI does, because `env(NAME)` is always text. */
const fromText = (input: unknown): unknown =>
  typeof input === 'string' && /^(?:true|false|\d{1,15})$/.test(input)
    ? JSON.parse(input.replace(/^0+(?=\d)/, ''))
    : input;

export const flag = (fallback: boolean) => z.preprocess(fromText, z.boolean()).default(fallback);
export const text = (fallback = '') => z.string().default(fallback);
/** A whole number from `min` to `max`. */
const wholeWithin = (min: number, max: number) => z.preprocess(fromText, z.int().min(min).max(max));
export const whole = (fallback: number, min: number, max = Number.MAX_SAFE_INTEGER) =>
  wholeWithin(min, max).default(fallback);
/** Undefined where config.toml is silent. */
export const optionalWhole = (min: number, max: number) => wholeWithin(min, max).optional();
export const count = (fallback: number) => whole(fallback, 0);
