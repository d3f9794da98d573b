/**
 * A statement as text with the values of its parameters, or as a template whose values become parameters.
 *
 * @example
 * const ids = await server.column<string>`select id from auth.users where email = ${email}`;
 */
export type Statement =
  | readonly [text: string, values?: readonly unknown[]]
  | readonly [texts: TemplateStringsArray, ...values: unknown[]];

/** Returns the statement with its parameters, as the driver takes it. */
export function queryOf([text, ...values]: Statement): { text: string; values: unknown[] } {
  if (typeof text === 'string') return { text, values: [...((values[0] as unknown[] | undefined) ?? [])] };
  const [first, ...rest] = text;
  return { text: rest.reduce((whole, part, place) => `${whole}$${place + 1}${part}`, first!), values };
}
