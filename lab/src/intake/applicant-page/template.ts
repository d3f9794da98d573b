/** What a page is filled in with. */
export interface Scope {
  /** What is so. */
  readonly flags: ReadonlySet<string>;
  readonly texts: Readonly<Record<string, string>>;
  readonly lists?: Readonly<Record<string, readonly Scope[]>>;
}

const PART = /<!--(when|each) (\w+)-->([\s\S]*?)<!--\/\1 \2-->|\{\{(\w+)\}\}/g;

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escape = (text: string) => text.replace(/[&<>"']/g, (character) => entities[character]!);

/**
 * Fills a page in: `{{name}}` with a text, escaped; `<!--when name-->…<!--/when name-->` stays if that is so;
 * `<!--each name-->…<!--/each name-->` comes once for each entry of a list. What is put in is never read again, so an
 * applicant's braces stay what they are.
 */
export function fillIn(template: string, scope: Scope): string {
  return template.replace(
    PART,
    (_, kind: string | undefined, name: string | undefined, part: string, text: string | undefined) => {
      if (text !== undefined) return escape(scope.texts[text] ?? '');
      if (kind === 'when') return scope.flags.has(name!) ? fillIn(part, scope) : '';
      return (scope.lists?.[name!] ?? [])
        .map(({ flags, texts }) => fillIn(part, { flags, texts: { ...scope.texts, ...texts } }))
        .join('');
    },
  );
}
