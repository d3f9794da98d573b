import { reviewLimits } from '@solostead/contract/review-limits';
import * as z from 'zod/mini';
import type { Scoring } from '../../../kernel/data/shapes/application.ts';

const criterionDraft = z.object({
  /** Only the screen uses it. */
  id: z.string(),
  /** Null for a new one. */
  key: z.nullable(z.string()),
  label: z.string(),
  anchors: z.readonly(z.array(z.string())),
});

/** The scoring in the form, with current criteria in order and retired ones. */
export const draftShape = z.object({
  hides: z.boolean(),
  active: z.readonly(z.array(criterionDraft)),
  retired: z.readonly(z.array(criterionDraft)),
});

export type CriterionDraft = z.output<typeof criterionDraft>;
export type Draft = z.output<typeof draftShape>;

export function draftOf({ hides_others_until_scored: hides, criteria }: Scoring): Draft {
  const drafts = criteria.map(({ key, label, anchors, is_retired: isRetired }) => ({
    draft: { id: key, key, label, anchors },
    isRetired,
  }));
  const those = (wanted: boolean) =>
    drafts.filter(({ isRetired }) => isRetired === wanted).map(({ draft }) => draft);
  return { hides, active: those(false), retired: those(true) };
}

export type Edit =
  | { readonly kind: 'hide'; readonly hides: boolean }
  | ({ readonly kind: 'text'; readonly id: string } & Partial<Pick<CriterionDraft, 'label' | 'anchors'>>)
  /** One place up (-1) or down (1). */
  | { readonly kind: 'move'; readonly id: string; readonly by: -1 | 1 }
  | { readonly kind: 'retire'; readonly id: string }
  | { readonly kind: 'restore'; readonly id: string }
  | { readonly kind: 'add'; readonly id: string; readonly anchors: readonly string[] };

/** Returns the draft after an edit. An impossible edit changes nothing. */
export function edited(draft: Draft, edit: Edit): Draft {
  if (edit.kind === 'hide') return { ...draft, hides: edit.hides };
  if (edit.kind === 'add' || edit.kind === 'restore') {
    const added =
      edit.kind === 'add'
        ? { id: edit.id, key: null, label: '', anchors: edit.anchors }
        : draft.retired.find(({ id }) => id === edit.id);
    if (!added || draft.active.length >= reviewLimits.criteria) return draft;
    const retired = draft.retired.filter((one) => one !== added);
    return { ...draft, active: [...draft.active, added], retired };
  }
  const at = draft.active.findIndex(({ id }) => id === edit.id);
  const one = draft.active[at];
  if (!one) return draft;
  if (edit.kind === 'retire') {
    if (draft.active.length === 1) return draft;
    // One that was never saved has no scores to keep.
    const retired = one.key === null ? draft.retired : [...draft.retired, one];
    return { ...draft, active: draft.active.filter((other) => other !== one), retired };
  }
  if (edit.kind === 'move') return { ...draft, active: moved(draft.active, at, at + edit.by) };
  const { label = one.label, anchors = one.anchors } = edit;
  return { ...draft, active: draft.active.with(at, { ...one, label, anchors }) };
}

/** Returns the draft after `sent` was saved. Edits made in the meantime stay, and all else takes the saved form. */
export function afterSave(now: Draft, sent: Draft, saved: Draft): Draft {
  if (now === sent) return saved;
  const places = new Map(sent.active.map(({ id }, place) => [id, place]));
  const merged = (one: CriterionDraft): CriterionDraft => {
    const place = places.get(one.id) ?? -1;
    const [was, is] = [sent.active[place], saved.active[place]];
    if (!was || !is) return one;
    const label = one.label === was.label ? is.label : one.label;
    const anchors = one.anchors.map((anchor, step) =>
      anchor === was.anchors[step] ? (is.anchors[step] ?? anchor) : anchor,
    );
    return { ...is, label, anchors };
  };
  const active = now.active.map(merged);
  const isActive = ({ id }: CriterionDraft) => active.some((one) => one.id === id);
  const retired = [...saved.retired, ...saved.active].filter((one) => !isActive(one));
  const edits = new Map(now.retired.map(merged).map((one) => [one.id, one]));
  return { ...now, active, retired: retired.map((one) => edits.get(one.id) ?? one) };
}

function moved(active: readonly CriterionDraft[], from: number, to: number): readonly CriterionDraft[] {
  const [one, other] = [active[from], active[to]];
  return one && other ? active.with(to, one).with(from, other) : active;
}
