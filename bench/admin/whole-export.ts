import { rounded } from '../support/numbers.ts';
import type { Desk } from './desk.ts';

interface Page {
  readonly rows: readonly { readonly cursor: unknown }[];
  readonly more: boolean;
}

/** Reads every application as an export does, page after page. */
export async function measureWholeExport(desk: Desk): Promise<object> {
  const start = performance.now();
  let rows = 0;
  for (let after: unknown = null, more = true; more;) {
    const { answer }: { answer: Page } = await desk.call<Page>('review_export', { after, page_size: 2000 });
    rows += answer.rows.length;
    after = answer.rows.at(-1)?.cursor;
    more = answer.more;
  }
  const seconds = (performance.now() - start) / 1000;
  console.log(`export: ${rows.toLocaleString('en')} applications in ${seconds.toFixed(1)} s`);
  return { rows, seconds: rounded(seconds), perSecond: Math.round(rows / seconds) };
}
