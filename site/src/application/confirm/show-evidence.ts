import { visitorData } from '../../supabase/visitor.ts';
import type { Outcome } from '../own-page/my-application.ts';
import type { Texts } from '../own-page/evidence-texts.ts';

/** Stores evidence by the id of the confirmation link (docs/applying.md). Never throws. */
export async function showEvidence(confirmation: string, texts: Texts): Promise<Outcome> {
  try {
    const { data, error, status } = await visitorData().rpc('show_with_confirmation', {
      application_id: confirmation,
      ...texts,
    });
    if (status === 429) return { kind: 'later', message: error?.message ?? '' };
    const { outcome, field } = Object(data) as { outcome?: unknown; field?: unknown };
    if (error || typeof outcome !== 'string') return { kind: 'failed' };
    return { kind: 'answered', outcome, field: typeof field === 'string' ? field : null };
  } catch {
    return { kind: 'failed' };
  }
}
