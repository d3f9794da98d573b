import * as fc from 'fast-check';
import { forEachQuestion } from '@solostead/contract/questions';
import { applicationKeys } from '@solostead/contract/application';
import { applicationHeaders } from '@solostead/contract/headers';
import { forwardingHeader } from '@solostead/server-testkit/fuzz/forwarding-headers';
import type { HostileRequest } from '@solostead/server-testkit/fuzz/rest/hostile-requests';

const row = fc
  .record({
    name: fc.constantFrom('Sample Builder', 'x', '\u200b\u200b', '=1+1', '', ' Al '),
    email: fc.oneof(
      fc.constantFrom('hidden@example.org', 'HIDDEN@example.org', 'new@example.org', 'x', ''),
      fc.emailAddress(),
    ),
    linkedin: fc.constantFrom(
      null,
      '',
      'https://www.linkedin.com/in/new',
      'https://www.linkedin.com/in/new/../../redir?url=https://evil.example',
      'https://www.linkedin.com/in/%ff',
      'javascript:1',
    ),
    sectors: fc.constantFrom('AI', '', '\u3164\u3164'),
    answer: fc.constantFrom(true, true, true, false, null, 'perhaps'),
  })
  .map(({ answer, ...rest }) => ({
    ...rest,
    ...forEachQuestion(true),
    q7: answer,
  }));

const rows = fc.oneof(
  { weight: 1, arbitrary: fc.array(row, { minLength: 1, maxLength: 1 }) },
  { weight: 3, arbitrary: fc.array(row, { minLength: 2, maxLength: 40 }) },
);

const csvCell = (value: unknown) => (value === null ? 'NULL' : `"${String(value).replaceAll('"', '""')}"`);
const csv = (list: readonly Record<string, unknown>[]) =>
  [
    applicationKeys.join(','),
    ...list.map((each) => applicationKeys.map((name) => csvCell(each[name])).join(',')),
  ].join('\n');

const header = fc.oneof(
  forwardingHeader,
  fc.tuple(
    fc.constant('prefer'),
    fc.constantFrom(
      'return=representation',
      'missing=default',
      'resolution=ignore-duplicates',
      'count=exact',
    ),
  ),
  fc.tuple(fc.constant(applicationHeaders.honeypot), fc.constantFrom('', 'x', '%')),
  fc.tuple(fc.constant(applicationHeaders.elapsed), fc.constantFrom('2000', '1', '-1', '9'.repeat(99))),
  fc.tuple(fc.constant(applicationHeaders.proof), fc.constantFrom('null', '{}', '[', '{"counter":1e99}')),
  fc.tuple(fc.constant(applicationHeaders.questionsVersion), fc.constantFrom('1', '2', '-1', 'x')),
  fc.tuple(fc.constant(applicationHeaders.firstTouch), fc.constantFrom('source=%ff', 'landing=%00', '&=&')),
);

/** Applications by visitors, mostly several in one body, from addresses that proxies write as they please. */
export const hostileApplication: fc.Arbitrary<HostileRequest> = fc
  .record({
    rows,
    isCsv: fc.boolean(),
    query: fc.constantFrom(
      '',
      `?columns=${applicationKeys.join(',')}`,
      '?columns=email',
      '?select=id',
      '?on_conflict=email',
    ),
    path: fc.constantFrom('/applications', '/applications', '/%61pplications'),
    headers: fc.array(header, { maxLength: 3 }),
  })
  .map(({ rows: list, isCsv, query, path, headers }) => ({
    method: 'POST',
    path: `${path}${query}`,
    headers: { 'content-type': isCsv ? 'text/csv' : 'application/json', ...Object.fromEntries(headers) },
    body: isCsv ? csv(list) : JSON.stringify(list.length === 1 ? list[0] : list),
    signedIn: false,
    neverAnswered: list.length > 1 ? 201 : null,
  }));
