import { type Decoded, fields, flag, list, number, text } from '../../../../../supabase/decode.ts';

export const tagName = fields({ name: text });

/** The lab's scoring, saved as a whole. Criteria are in order, retired ones last. */
export const scoring = fields({
  version: number,
  hides_others_until_scored: flag,
  criteria: list(fields({ key: text, label: text, anchors: list(text), is_retired: flag })),
});

export type Scoring = Decoded<typeof scoring>;
