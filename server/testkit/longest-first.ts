import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * The slowest files on two free cores, above all those that wait a minute. Started last, they would run alone at the
 * end.
 */
const longest = [
  'faults/offsite-backups',
  'faults/own-postgres',
  'faults/start-and-stop',
  'faults/backup',
  'auth/fuzz',
  'rest/memory',
  'rest/unread-answers',
  'rest/fuzz',
  'auth/recovery-codes',
  'review/status.model',
  'wire/operating/doctor',
  'wire/mail/answer',
  'wire/permissions/hidden',
  'wire/applications/form-post',
  'wire/applications/probing',
  'wire/supabase/move',
  'wire/webhooks/bad-days',
  'wire/review/days',
  'wire/permissions/fair',
  'release/rolling-restart',
  'release/backup-folders',
  'release/failover',
  'release/copies',
  'release/proxy-limits',
  'release/upgrade',
  'release/habits',
  'release/hosts-of-the-database',
  'release/packed-server',
  'release/framework',
  'release/odd-habits',
].map((name) => `/tests/${name}.test.ts`);

/** Runs the slowest files first, because a fresh clone knows no earlier run and Vitest would start the shortest last. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => {
      const found = longest.findIndex((end) => moduleId.endsWith(end));
      return found === -1 ? longest.length : found;
    };
    return (await super.sort(files)).toSorted((one, other) => place(one) - place(other));
  }
}
