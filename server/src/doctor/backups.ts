import { ageOfNewest, type Found, type Survey, surveyBackups } from '../backup/backup-directory.ts';
import { verifyContainer } from '../backup/container/container.ts';
import type { Installation } from '../backup/installation.ts';
import { offsiteAge, type OffsiteState } from '../backup/offsite.ts';
import type { BackupConfig } from '../configuration/config.ts';
import { fine, type Finding, warning, wrong } from './findings.ts';

const about = 'backups';

/** The newest whole backup must not be older than the interval of backups allows. Other files are named, each kind once. */
export async function checkBackups(
  { dir, everyHours }: BackupConfig,
  installation: Installation,
  at: Date,
): Promise<Finding[]> {
  if (!dir) return [warning(about, 'none are made: set BACKUP_DIR, to a place on another disk.')];
  const survey = surveyBackups(dir, installation, at);
  return [await checkNewest(survey, dir, everyHours, at), ...checkOthers(survey)];
}

async function checkNewest(survey: Survey, dir: string, everyHours: number, at: Date): Promise<Finding> {
  const age = ageOfNewest(survey, at);
  if (age === null) return wrong(about, `there is none in ${dir}: see the log for why.`);
  const { path } = survey.own.at(-1)!;
  const isWhole = await verifyContainer(path).then(
    () => true,
    () => false,
  );
  if (!isWhole) return wrong(about, `${path}, the newest, is damaged: remove it and make another.`);
  const hours = age / 3_600_000;
  const message = `the newest is ${hours.toFixed(1)} hours old`;
  return hours > everyHours * 2
    ? wrong(about, `${message}: see the log for why.`)
    : fine(about, `${message}, its checksum is right`);
}

/** BACKUP_COMMAND must have taken a backup about as young as was asked. */
export function checkOffsite(
  { command, everyHours }: BackupConfig,
  state: OffsiteState,
  at: Date,
): Finding[] {
  if (command === null) return [];
  if (state.failure !== null)
    return [
      wrong(
        about,
        `BACKUP_COMMAND has not taken the last one: ${state.failure}. It is tried every two hours.`,
      ),
    ];
  const age = offsiteAge(state, at);
  if (age === null) return [wrong(about, 'BACKUP_COMMAND has taken none yet: see the log for why.')];
  const hours = age / 3_600_000;
  const message = `BACKUP_COMMAND has taken one that is ${hours.toFixed(1)} hours old`;
  return hours > everyHours * 2 || hours < -1
    ? [wrong(about, `${message}: see the log for why.`)]
    : [fine(about, message)];
}

function checkOthers({ ahead, damaged, former, foreign }: Survey): Finding[] {
  const pathsOf = (found: readonly Found[]) => found.map(({ path }) => path).join(', ');
  const kinds: readonly (readonly [number, () => Finding])[] = [
    [
      damaged.length,
      () => wrong(about, `no whole backup and ignored, remove what is not needed: ${damaged.join(', ')}`),
    ],
    [
      ahead.length,
      () =>
        wrong(about, `dated ahead by a wrong clock and ignored, remove or keep elsewhere: ${pathsOf(ahead)}`),
    ],
    [
      former.length,
      () =>
        warning(
          about,
          `of the database that this one was restored from and never removed, remove them yourself: ${pathsOf(former)}`,
        ),
    ],
    [foreign.length, () => fine(about, `of other installations and ignored: ${pathsOf(foreign)}`)],
  ];
  return kinds.filter(([count]) => count > 0).map(([, find]) => find());
}
