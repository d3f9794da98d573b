/** A piece of SQL with text from our code or the catalogue, and values sent as parameters, never as part of it. */
export interface Fragment {
  readonly parts: readonly (string | { readonly value: unknown } | Fragment)[];
}

/** Template tag whose values are fragments themselves, so that no text is inserted unbound. */
export function sql(strings: TemplateStringsArray, ...fragments: readonly Fragment[]): Fragment {
  return { parts: strings.flatMap((text, index) => (fragments[index] ? [text, fragments[index]] : [text])) };
}

/** A value whose type PostgreSQL infers from its context. */
export const bind = (value: unknown): Fragment => ({ parts: [{ value }] });

/** The placeholder of the request's JSON body. */
const bodySlot = Symbol('body');

/** The request's JSON body, which is known only when the statement runs. */
export const requestBody = bind(bodySlot);

/** The statement's values with the body in its place. */
export const withBody = (values: readonly unknown[], body: string | null): readonly unknown[] =>
  values.includes(bodySlot) ? values.map((value) => (value === bodySlot ? body : value)) : values;

/** Trusted text from our code or the catalogue, such as types, defaults and keywords. */
export const raw = (text: string): Fragment => ({ parts: [text] });

export const nothing = raw('');

export const identifier = (name: string): Fragment => raw(`"${name.replaceAll('"', '""')}"`);

export const qualified = ({ schema, name }: { readonly schema: string; readonly name: string }): Fragment =>
  sql`${identifier(schema)}.${identifier(name)}`;

export function joined(fragments: readonly Fragment[], separator: string): Fragment {
  return {
    parts: fragments.flatMap((fragment, index) => (index === 0 ? [fragment] : [separator, fragment])),
  };
}

/** The statement as PostgreSQL takes it, text with $1, $2, … and the values in that order. */
export function rendered(fragment: Fragment): { text: string; values: unknown[] } {
  const values: unknown[] = [];
  let text = '';
  const visit = ({ parts }: Fragment): void => {
    for (const part of parts) {
      if (typeof part === 'string') text += part;
      else if ('parts' in part) visit(part);
      else text += `$${values.push(part.value)}`;
    }
  };
  visit(fragment);
  return { text, values };
}
