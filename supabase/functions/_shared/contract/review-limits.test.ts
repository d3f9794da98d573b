import { expect, it } from 'vitest';
import { latestMatches } from '@solostead/tests/harness/latest-matches.ts';
import { reviewLimits } from './review-limits.ts';

const inSql: Record<keyof typeof reviewLimits, RegExp | readonly RegExp[]> = {
  listPage: /after jsonb default null, page_size integer default (\d+)\n\) returns jsonb/g,
  changedApplications: /private\.change_limit\(\)[^$]*\$\$\s*select (\d+)/g,
  tagLength: /A tag has 1 to (\d+) characters/g,
  noteLength: /application_notes_body_check check \(char_length\(body\) between 1 and (\d+)\)/g,
  searchLength: /when 'source' then char_length\(value\) between 1 and (\d+)/g,
  viewNameLength: /char_length\(name\) <= (\d+) and private\.trimmed\(name\) <> ''/g,
  memberNameLength: /char_length\(display_name\) between 1 and (\d+)/g,
  bookingLinkLength: /char_length\(booking_link\) <= (\d+)/g,
  criteria: /jsonb_array_length\(criteria\) not between 1 and (\d+)/g,
  criterionNameLength: /A criterion has a name of 1 to (\d+) characters/g,
  stepNameLength: /char_length\(step\), 0\) not between 1 and (\d+)/g,
  mailSubjectLength: [/char_length\(subject\) between 1 and (\d+)/g, /char_length\(subject\) > (\d+)/g],
  mailBodyLength: /char_length\(body\) > (\d+)/g,
  mailRetries: /\bretries >= (\d+)/g,
  soonMails: /'soon' and cardinality\(mailed\) > (\d+)/g,
  webhookUrlLength: /char_length\(url\) <= (\d+)/g,
};

it.each(Object.entries(reviewLimits))('%s is %i in the database too', (name, limit) => {
  for (const pattern of [inSql[name as keyof typeof reviewLimits]].flat()) {
    const limits = latestMatches(pattern).map(([, found]) => Number(found));
    expect(new Set(limits)).toEqual(new Set([limit]));
  }
});
