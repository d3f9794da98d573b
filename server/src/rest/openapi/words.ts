type TypeName = 'string' | 'boolean' | 'integer' | 'number' | 'array';

/** A type in the document's words. JSON has none, because it may be anything. */
interface TypeWords {
  readonly type?: TypeName;
  readonly items?: TypeWords;
}

const names: Readonly<Record<string, TypeName>> = {
  boolean: 'boolean',
  smallint: 'integer',
  integer: 'integer',
  bigint: 'integer',
  numeric: 'number',
  real: 'number',
  'double precision': 'number',
};

/** The words of Swagger 2.0 for a type of PostgreSQL, given without its length. */
export function typeWords(type: string): TypeWords {
  if (type === 'json' || type === 'jsonb') return {};
  if (type.endsWith('[]')) return { type: 'array', items: typeWords(type.slice(0, -2)) };
  return { type: names[type] ?? 'string' };
}

/** The same where a type has to be said and lists are text, as in a URL. */
export function typeInUrl(type: string): TypeName {
  const { type: name = 'string' } = typeWords(type);
  return name === 'array' ? 'string' : name;
}

/** Returns a column's default as JSON, or undefined for an expression or a value of another type. */
export function defaultValue(type: string, expression: string | null): unknown {
  if (expression === null) return undefined;
  if (typeWords(type).type === 'string') {
    const [, literal] = /^'((?:[^']|'')*)'::[^']+$/.exec(expression) ?? [];
    return literal === undefined ? expression : literal.replaceAll("''", "'");
  }
  try {
    return JSON.parse(expression) as unknown;
  } catch {
    return undefined;
  }
}

/** A comment's first line is the summary, what follows the description (PostgREST, "OpenAPI"). */
export function titled(comment: string | null): { summary?: string; description?: string } {
  if (comment === null) return {};
  const at = comment.indexOf('\n');
  if (at < 0) return { summary: comment };
  const description = comment.slice(at).replace(/^\n+/, '');
  return { summary: comment.slice(0, at), ...(description === '' ? {} : { description }) };
}
