import type { Prepared } from './execute/execute.ts';
import { headKey, type RawRequest, type RequestHead } from './parse/request.ts';
import { RecentlyUsed } from './recently-used.ts';

/** Questions kept for each role, method and target, and the shapes of bodies kept for each question. */
const questionsKept = 30;
const shapesKept = 10;

export interface KnownQuestion {
  readonly head: RequestHead;
  readonly byShape: RecentlyUsed<Prepared>;
}

/**
 * What was asked lately and answered, so that it is parsed and planned once. What one role asks of one target takes the
 * place of nothing else, and what was refused is not kept: strangers cannot push out what others ask.
 */
export class KnownQuestions {
  readonly #byTarget = new Map<string, RecentlyUsed<KnownQuestion>>();

  find(role: string, raw: RawRequest): KnownQuestion | undefined {
    return this.#byTarget.get(targetKey(role, raw))?.find(headKey(raw));
  }

  /** Keeps a question that was answered; `shape` is null where the body itself decides. */
  keep(role: string, raw: RawRequest, head: RequestHead, shape: string | null, prepared: Prepared): void {
    // A target has one plain spelling and any number of encoded ones.
    if (shape === null || raw.path.includes('%')) return;
    const key = targetKey(role, raw);
    const questions = this.#byTarget.get(key) ?? new RecentlyUsed<KnownQuestion>(questionsKept);
    this.#byTarget.set(key, questions);
    const known = questions.find(headKey(raw)) ?? { head, byShape: new RecentlyUsed<Prepared>(shapesKept) };
    known.byShape.keep(shape, prepared);
    questions.keep(headKey(raw), known);
  }
}

const targetKey = (role: string, { method, path }: RawRequest): string => [role, method, path].join('\n');
