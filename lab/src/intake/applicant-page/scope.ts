import { z } from 'zod';
import { spellDay } from '../../../../supabase/functions/_shared/contract/day.ts';
import { evidenceFields } from '../../../../supabase/functions/_shared/contract/evidence.ts';
import type { Scope } from './template.ts';

const application = z.object({
  name: z.string(),
  email: z.string(),
  linkedin: z.string().nullable(),
  sectors: z.string(),
  applied_at: z.string(),
  status: z.string(),
  since: z.string(),
  answer_by: z.string().nullable(),
  questions: z.array(z.object({ wording: z.string(), answer: z.boolean() })),
  evidence: z.object({ link: z.string(), repository: z.string().nullable(), words: z.string() }).nullable(),
  undo: z.object({ kind: z.enum(['withdraw', 'erase']), seconds: z.number() }).nullable(),
});
type Application = z.infer<typeof application>;

/** What the page's procedures answer (docs/applying.md). */
export const pageAnswer = z.union([
  z.object({ outcome: z.literal('unknown') }),
  z.object({ outcome: z.string(), field: z.string().optional(), application }),
]);
export type PageAnswer = z.infer<typeof pageAnswer>;

/** Nothing is known of an application: the link leads nowhere, or the page could not be opened. */
export const emptyScope = (flag: 'unknown' | 'stuck', key: string): Scope => ({
  flags: new Set([flag]),
  texts: { key },
});

/** What a press came to: a sentence, or what is wrong with a field. */
function flagOf(procedure: string, outcome: string, field: string | undefined, request: string): string {
  if (outcome === 'invalid') return `error_${field}`;
  if (outcome === 'duplicate') return 'error_duplicate';
  if (outcome === 'undone') return `said_undone_${request}`;
  const isAsked =
    procedure === 'my_application_withdraw' ? outcome === 'withdrawn' : procedure === 'my_application_erase';
  const isRefused = (outcome === 'withdrawn' || outcome === 'erasing') && !isAsked;
  return isRefused ? `said_refused_${outcome}` : `said_${outcome}`;
}

function flagsOf({ status, answer_by, evidence, undo }: Application): string[] {
  const isErasing = undo?.kind === 'erase';
  return [
    'open',
    `status_${status}`,
    ...(answer_by ? ['promised'] : []),
    ...(undo ? [`undo_${undo.kind}`] : []),
    ...(evidence ? ['evidence'] : []),
    ...(isErasing ? [] : ['not_erasing']),
    ...(isErasing || status === 'withdrawn' ? [] : ['changeable']),
  ];
}

/**
 * What the page is filled in with. `key` is the link's secret; `typed` what stood in the form that was refused, which
 * stays in its fields.
 */
export function openScope(
  key: string,
  shown: Application,
  said: readonly string[],
  typed: Readonly<Record<string, string>>,
): Scope {
  const kept = { name: shown.name, linkedin: shown.linkedin ?? '', sectors: shown.sectors };
  return {
    flags: new Set([...flagsOf(shown), ...said]),
    texts: {
      key,
      email: shown.email,
      ...kept,
      ...Object.fromEntries(Object.entries(kept).map(([name, value]) => [`kept_${name}`, value])),
      ...Object.fromEntries(evidenceFields.map((field) => [field, shown.evidence?.[field] ?? ''])),
      ...typed,
      applied_at: spellDay(shown.applied_at),
      since: spellDay(shown.since),
      answer_by: shown.answer_by ? spellDay(shown.answer_by) : '',
      seconds: String(shown.undo?.seconds ?? ''),
    },
    lists: {
      questions: shown.questions.map(({ wording, answer }) => ({
        flags: new Set([answer ? 'yes' : 'no']),
        texts: { wording },
      })),
    },
  };
}

/** The page after a press: what it came to, and where the application stands by then. */
export function answeredScope(
  key: string,
  answer: PageAnswer,
  procedure: string,
  parameters: Readonly<Record<string, string>>,
): Scope {
  if (!('application' in answer)) return emptyScope('unknown', key);
  const { outcome, field, application: shown } = answer;
  const isRefused = outcome === 'invalid' || outcome === 'duplicate';
  return openScope(
    key,
    shown,
    [flagOf(procedure, outcome, field, parameters['request'] ?? '')],
    isRefused ? parameters : {},
  );
}
