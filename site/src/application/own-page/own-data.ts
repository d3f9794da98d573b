import { renderDataPage } from '../../ui/data-page/data-page.ts';
import { factsOf, recordOf, type Row } from '../../ui/data-page/facts.ts';
import type { MyApplication } from './my-application.ts';
import { serverNow } from '../../supabase/clock.ts';

/** The answer of my_application_download beyond the page's own data. */
interface Downloaded {
  readonly origin?: Row;
  readonly mails?: readonly Row[];
}

/**
 * Renders everything on the applicant's page and the mails as one page to keep. `status` is the status as the page names
 * it, `whole` the answer of the download.
 */
export function ownDataPage(
  application: MyApplication,
  status: string,
  whole: unknown,
  fileName: string,
): string {
  const { origin = {}, mails = [] } = whole as Downloaded;
  const { questions, evidence, ...rest } = application;
  const row: Row = { ...rest, status };
  const came = factsOf(origin);
  return renderDataPage({
    title: `The application of ${application.name}`,
    lead: 'This is everything on your own page, how you found us, and the emails that we sent you.',
    madeAt: new Date(serverNow()).toISOString(),
    sections: [
      {
        heading: 'What you told us',
        records: [
          {
            facts: [
              ...factsOf(row, ['name', 'email', 'linkedin', 'sectors']),
              ...questions.map(({ wording, answer }) => ({ label: wording, value: answer ? 'Yes' : 'No' })),
            ],
          },
        ],
      },
      { heading: 'What you showed us', records: evidence ? [{ facts: factsOf(evidence) }] : [] },
      {
        heading: 'Where it stands',
        records: [{ facts: factsOf({ ...row, in_this_state_since: row['since'] }, STANDING) }],
      },
      { heading: 'How you found us', records: came.length > 0 ? [{ facts: came }] : [] },
      { heading: 'Emails to you', records: mails.map(recordOf) },
    ],
    whole,
    fileName,
  });
}

const STANDING = ['status', 'in_this_state_since', 'applied_at', 'confirmed_at', 'answer_by'];
