import type * as z from 'zod/mini';
import { exportColumns } from '@solostead/contract/export-columns';
import { call } from '../../kernel/data/call.ts';
import { type ReviewError, sentenceOf } from '../../kernel/data/review-error.ts';
import { exportPage } from '../../kernel/data/shapes/row.ts';
import { csvOf, type Format } from '../../kernel/files/dated-file.ts';
import { formatCount } from '../../kernel/format/number.ts';
import { phrase } from '../../kernel/words.ts';
import type { Cursor, Filter } from '../../../route/filter.ts';

/** The page size, quick to load and short enough to stop in between. */
const PAGE = 1_000;

type Page = z.output<typeof exportPage>;

const jsonOf = ({ cursor: _cursor, ...row }: Page['rows'][number]) => JSON.stringify(row);

/** Returns why an export is paused after `done` applications. */
export function describePause(failure: ReviewError, done: number): string {
  const count = formatCount(done);
  const why =
    failure.errorKind === 'offline'
      ? `No answer after ${count}.`
      : phrase`Paused after ${count}. ${sentenceOf(failure)}`;
  return `${why} What is written so far is kept.`;
}

/** An export page by page, with the next one loading. After a failure `run` continues with the failed page. */
export class Exporting {
  readonly #filter: Filter;
  readonly #format: Format;
  /** In blobs, which the browser writes to disk when they are large, never in one string. */
  readonly #pieces: Blob[] = [];
  readonly #controller = new AbortController();
  #after: Cursor | null = null;
  #count = 0;
  /** Its entry in the access log, null before the first answer. */
  #exportId: number | null = null;

  constructor(filter: Filter, format: Format) {
    this.#filter = filter;
    this.#format = format;
  }

  /** The number of applications read so far. */
  get count(): number {
    return this.#count;
  }

  get isAbandoned(): boolean {
    return this.#controller.signal.aborted;
  }

  /** Returns the file's pieces. Rejects with a ReviewError without an answer, or with an AbortError when it is abandoned. */
  async run(onProgress: (done: number) => void): Promise<Blob[]> {
    const { signal } = this.#controller;
    let page = await this.#ask(this.#after);
    for (;;) {
      this.#exportId = page.export_id;
      signal.throwIfAborted();
      const after = page.rows.at(-1)?.cursor ?? null;
      const next = page.more && after ? this.#ask(after) : null;
      // Its failure is met when it is awaited.
      next?.catch(() => {});
      this.#pieces.push(new Blob([this.#textOf(page)]));
      this.#count += page.rows.length;
      this.#after = after;
      onProgress(this.#count);
      if (!next) break;
      page = await next;
    }
    signal.throwIfAborted();
    return this.#format === 'json' ? [...this.#pieces, new Blob(['\n]\n'])] : this.#pieces;
  }

  /** Reports the stop to the access log, which otherwise shows how much was handed out. */
  abandon(): void {
    this.#controller.abort();
    if (this.#exportId !== null)
      void call('review_export_stop', { export_id: this.#exportId }).catch(() => {});
  }

  #ask(after: Cursor | null): Promise<Page> {
    const [format, export_id] = [this.#format, this.#exportId];
    return call(
      'review_export',
      { filter: this.#filter, after, page_size: PAGE, format, export_id },
      exportPage,
    );
  }

  #textOf({ rows }: Page): string {
    const isFirst = this.#count === 0;
    if (this.#format === 'csv') return csvOf(exportColumns, rows, isFirst);
    return (isFirst ? '[\n' : rows.length > 0 ? ',\n' : '') + rows.map(jsonOf).join(',\n');
  }
}
