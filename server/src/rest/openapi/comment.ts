interface Titled {
  readonly summary?: string;
  readonly description?: string;
}

/** A comment's first line is the summary, what follows the description (PostgREST, "OpenAPI"). */
export function titled(comment: string | null): Titled {
  if (comment === null) return {};
  const at = comment.indexOf('\n');
  if (at < 0) return { summary: comment };
  const description = comment.slice(at).replace(/^\n+/, '');
  return { summary: comment.slice(0, at), ...(description === '' ? {} : { description }) };
}
