import { commandLine } from '../process/command-line.ts';
import { existsSync, readdirSync, readFileSync, statfsSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { refuseForeign } from '../backup/erasures.ts';
import type { Config } from '../configuration/config.ts';
import type { Query } from '../database/database.ts';
import { isLoopback } from '../configuration/loopback.rules.ts';
import { copyName } from '../database/connections/connect.ts';
import { findRoom } from '../database/connections/room.ts';
import { compareHistory } from '../database/migrations/compare-history.ts';
import { readServerFacts } from '../process/server-facts.ts';
import { createMailer } from '../mail/mailer.ts';

/** One result of the doctor. `message` is a sentence, with advice when something is wrong. */
export interface Finding {
  readonly about: string;
  readonly state: 'fine' | 'warning' | 'wrong';
  readonly message: string;
}

export const fine = (about: string, message: string): Finding => ({ about, state: 'fine', message });
export const warning = (about: string, message: string): Finding => ({ about, state: 'warning', message });
export const wrong = (about: string, message: string): Finding => ({ about, state: 'wrong', message });

/** Checks settings that may be intended and are wrong in public. */
export function checkConfiguration(config: Pick<Config, 'siteUrl' | 'limits' | 'trustedProxies' | 'mail'>) {
  const about = 'configuration';
  const { protocol, hostname } = new URL(config.siteUrl);
  const isPublic = protocol === 'https:' && !isLoopback(hostname);
  const faults: (readonly [boolean, string])[] = [
    [
      !isPublic,
      `SITE_URL is ${config.siteUrl}, as this command reads it: links in emails lead there. Set it to your public https address.`,
    ],
    [!config.limits, 'LIMITS=off: rate limits and abuse protection are off. Never in public.'],
    [
      isPublic && config.trustedProxies.length === 0,
      'TRUSTED_PROXIES is not set: behind a proxy every visitor counts as the same one for the limits.',
    ],
    [
      !config.mail.smtpUrl,
      `Emails are not sent but kept in ${config.mail.outboxDir}: set SMTP_URL, without MAIL=capture.`,
    ],
  ];
  const found = faults.filter(([isFault]) => isFault).map(([, message]) => warning(about, message));
  return found.length > 0 ? found : [fine(about, `public at ${config.siteUrl}, every value is valid`)];
}

const GIGABYTE = 1024 ** 3;

/** Room for data and backups. */
export function checkDisk(directories: readonly string[]): Finding[] {
  return directories.map((directory) => {
    let there = directory;
    while (!existsSync(there)) there = dirname(there);
    const { bavail, bsize } = statfsSync(there);
    const free = (bavail * bsize) / GIGABYTE;
    const message = `${free.toFixed(1)} GB free for ${directory}`;
    if (free < 0.2) return wrong('disk', `${message}: make room now, PostgreSQL stops when it is full.`);
    return free < 2 ? warning('disk', `${message}: make room soon.`) : fine('disk', message);
  });
}

/** The lists of erasures are believed, so no other user may write them, or put one where there is none. */
export function checkErasures(directories: readonly string[]): Finding[] {
  const shared = directories.flatMap((directory) => {
    try {
      refuseForeign(directory);
      return [];
    } catch (error) {
      return [wrong('erasures', (error as Error).message)];
    }
  });
  return shared.length > 0 ? shared : [fine('erasures', 'no other user can write their lists')];
}

/** Tokens expire by our clock, limits by the database's. They must agree, and neither may be in the past. */
export async function checkClock(query: Query): Promise<Finding> {
  const before = Date.now();
  const { rows } = await query<{ now: number }>(
    'select extract(epoch from clock_timestamp())::float8 * 1000 as now',
  );
  const apart = Math.abs(rows[0]!.now - (before + Date.now()) / 2) / 1000;
  if (before < Date.parse('2026-01-01'))
    return wrong('clock', 'this machine lives in the past: set its clock (NTP).');
  if (apart > 5)
    return wrong('clock', `${apart.toFixed(0)} seconds apart from the database's: run NTP on both machines.`);
  return fine('clock', `agrees with the database's to ${apart.toFixed(2)} seconds`);
}

/**
 * Checks that this copy's connections fit next to those of others. If the server runs in `dataDir`, its own are not
 * counted twice. `query` must lead to PostgreSQL itself.
 */
export async function checkConnections(
  query: Query,
  config: Pick<Config, 'connections' | 'pooler' | 'dataDir'>,
): Promise<Finding> {
  const pid = readServerFacts(config.dataDir)?.pid;
  const { isEnough, isLeast, message } = await findRoom(query, config, copyName(pid));
  if (isEnough) return fine('connections', message);
  return isLeast ? warning('connections', message) : wrong('connections', message);
}

/**
 * Checks that the database was made by the migrations as they are now. `isUsable` is false for a database that this
 * version has not made yet, or must not run on.
 */
export async function checkDatabase(
  query: Query,
  project: Pick<Config, 'supabaseDir' | 'appliesMigrations'>,
): Promise<{ finding: Finding; isUsable: boolean }> {
  const about = 'database';
  const { rows } = await query<{ version: string; size: string; isMigrated: boolean }>(
    `select current_setting('server_version') as version, pg_size_pretty(pg_database_size(current_database())) as size,
       to_regclass('solostead.platform_migrations') is not null as "isMigrated"`,
  );
  const { version, size, isMigrated } = rows[0]!;
  const description = `PostgreSQL ${version}, ${size}`;
  if (!isMigrated)
    return { finding: fine(about, `${description}, empty until the server starts`), isUsable: false };
  const { refusal, edited, missing, applied } = await compareHistory(query, project);
  const notApplied = `${missing.join(', ')} not applied: restart the server.`;
  const fault = refusal ?? edited ?? (missing.length > 0 ? notApplied : null);
  return {
    finding: fault ? wrong(about, fault) : fine(about, `${description}, all ${applied} migrations applied`),
    isUsable: refusal === null && missing.length === 0,
  };
}

/** Connects to the mail server and signs in. It sends a mail too when an address is given. */
export async function checkMail(
  { mail: config, productName }: Pick<Config, 'mail' | 'productName'>,
  address: string | null,
): Promise<Finding> {
  const mailer = createMailer(config);
  const where = config.smtpUrl ? `the server ${new URL(config.smtpUrl).host}` : config.outboxDir;
  try {
    // The first mail makes the folder of captured ones.
    if (config.smtpUrl || existsSync(config.outboxDir)) await mailer.check();
    const text = `This email shows that email from ${productName} arrives.`;
    const subject = `Email from ${productName} arrives`;
    if (address) await mailer.send({ to: address, subject, text, html: `<p>${text}</p>` });
    if (!config.smtpUrl)
      return fine(
        'mail',
        `${address ? `an email to ${address} is` : 'emails are'} kept in ${where}, not sent`,
      );
    return address
      ? fine('mail', `${where} accepted an email to ${address}: check that it arrives`)
      : fine('mail', `${where} accepts email; ${commandLine('doctor --mail ADDRESS')} sends one`);
  } catch (error) {
    return wrong(
      'mail',
      `${where} does not accept email (${mailProblem(error)}): check SMTP_URL and MAIL_FROM.`,
    );
  } finally {
    await mailer.close();
  }
}

/** Closed to others, and the ones that the built site carries. */
export const checkKeys = (config: Pick<Config, 'dataDir' | 'keys' | 'siteDir'>): Finding[] =>
  config.keys.publishable === ''
    ? [fine('keys', 'made at the first start')]
    : [checkMode(join(config.dataDir, 'keys.json')), checkSite(config.siteDir, config.keys.publishable)];

function checkMode(path: string): Finding {
  if (!existsSync(path)) return fine('keys', 'all set in the environment');
  const mode = statSync(path).mode & 0o777;
  if ((mode & 0o077) === 0) return fine('keys', `${path} is closed to others`);
  return wrong(
    'keys',
    `${path} can be read by others (mode ${mode.toString(8)}): chmod 600 it and replace the keys.`,
  );
}

function checkSite(siteDir: string, publishable: string): Finding {
  if (!existsSync(siteDir)) return warning('site', `there is none in ${siteDir}, so the server has no pages`);
  const files = readdirSync(siteDir, { recursive: true, withFileTypes: true }).filter(({ name }) =>
    /\.(js|html)$/.test(name),
  );
  const holdsKey = files.some((file) =>
    readFileSync(join(file.parentPath, file.name), 'utf8').includes(publishable),
  );
  if (holdsKey) return fine('site', 'built with the present publishable key');
  return wrong('site', 'built with another publishable key: build it again.');
}

/** Returns why a mail server accepted no mail, in words. It names the setting to change where one is known. */
function mailProblem(error: unknown): string {
  const { message, timeoutType } = error as { message: string; timeoutType?: string };
  // OpenSSL's and Node's words for a chain that ends at no authority known here.
  if (/self[- ]signed certificate|unable to (verify the first|get local issuer) certificate/.test(message))
    return 'its certificate is of an authority that is not known here, which NODE_EXTRA_CA_CERTS names';
  // OpenSSL's words for an answer that is not TLS.
  if (/wrong version number|packet length too long/.test(message))
    return 'it does not speak TLS from the start, which smtp:// is for';
  if (timeoutType === 'GREETING_TIMEOUT') return 'it does not greet, and TLS from the start needs smtps://';
  return message;
}
