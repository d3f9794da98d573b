import { validationFailed } from '../kernel/errors.ts';

export interface Page {
  /** From 1. */
  readonly number: number;
  readonly size: number;
}

const DEFAULT_SIZE = 50;
const LARGEST_SIZE = 1_000;

/**
 * Parses the page of a query. Empty strings mean the defaults.
 * @throws AuthError 400 validation_failed "Bad Pagination Parameters: …" (contract A7.2)
 */
export function parsePage(page: string | undefined, perPage: string | undefined): Page {
  const number = positive(page, 1);
  const size = Math.min(positive(perPage, DEFAULT_SIZE), LARGEST_SIZE);
  return { number, size };
}

function positive(text: string | undefined, fallback: number): number {
  if (!text) return fallback;
  if (!/^\d{1,9}$/.test(text)) {
    throw validationFailed(`Bad Pagination Parameters: "${text.slice(0, 40)}" is not a page number`);
  }
  return Number(text) || fallback;
}

/** Builds the `Link` header of the next and last page. `page` comes first: the client reads the first value. */
export function pageLinks(path: string, page: Page, total: number, filter: string | null = null): string {
  const search = filter ? `&filter=${encodeURIComponent(filter)}` : '';
  const last = Math.max(1, Math.ceil(total / page.size));
  const link = (number: number, relation: string): string =>
    `<${path}?page=${number}&per_page=${page.size}${search}>; rel="${relation}"`;
  const next = page.number < last ? [link(page.number + 1, 'next')] : [];
  return [...next, link(last, 'last')].join(', ');
}
