import { readArguments, refuseArguments } from '../../server/start.mjs';
import { saveResult } from '../support/result.ts';

const HELP = `npm run soak [-- DURATION [RATE]]: drives a simulated day and reports what grows or gets slower

  DURATION  30s to 99h, for example 90s, 60m or 24h (default 60m)
            In less than ten minutes the caches still fill, which counts as growth.
  RATE      requests a second on average, 1 to 100 (default 12)

  Starts the product with its own PostgreSQL and a mail server, all on loopback and in a temporary folder. The work is
  pages, applications with their mails and confirmations, sign-ins and refreshes, reviews, exports, backups and
  retention. Rate limits are off, because all clients have one
  address. Ctrl-C ends it early and prints the table, a second Ctrl-C ends it at once. The figures go to
  bench/results/figures.json.
  Exit code 1: a request failed, a journey was left out because the rate was too high, or something grew beyond its
  bound (bench/soak/recorder.ts).`;

async function main([duration = '60m', rate = '12', ...more]: string[]): Promise<number> {
  const seconds = secondsOf(duration);
  const isRate = /^\d{1,3}$/.test(rate) && Number(rate) >= 1 && Number(rate) <= 100;
  if (seconds === null) return refuseArguments(HELP, `'${duration}' is not a duration from 30s to 99h`);
  if (!isRate) return refuseArguments(HELP, `'${rate}' is not a rate from 1 to 100`);
  if (more.length > 0) return refuseArguments(HELP, `Unknown argument '${more[0]}'`);
  const { soak } = await import('./soak.ts');
  console.log(`${duration} at ${rate} requests a second. Ctrl-C ends it and prints the table.`);
  const { measures, ...counts } = await soak(seconds, Number(rate), interruption());
  const { requests, failures } = counts;
  const rows = measures.map(({ name, start, end, bound }) => [name, { start, end, 'at most': bound }]);
  console.table(Object.fromEntries(rows));
  const grown = measures.filter(({ isFlat }) => !isFlat).map(({ name }) => name);
  for (const name of grown) console.log(`  grown: ${name}`);
  console.log(
    `${requests} requests in ${counts.seconds.toFixed(0)} s, ${failures} failed, ${grown.length} measures grown`,
  );
  const growth = Object.fromEntries(measures.map(({ name, start, end }) => [name, `${start} → ${end}`]));
  console.log(`saved in ${saveResult('soak', { rate: Number(rate), ...counts, measures: growth })}`);
  return requests > 0 && failures === 0 && grown.length === 0 ? 0 : 1;
}

const units: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600 };

/** Returns the seconds of `90s`, `60m` or `2h`, or null for anything else and for less than 30 seconds. */
function secondsOf(text: string): number | null {
  const [, count, unit] = /^(\d{1,5})([smh])$/.exec(text) ?? [];
  const seconds = Number(count) * units[unit ?? 's']!;
  return seconds >= 30 ? seconds : null;
}

/** Aborts at the first Ctrl-C. The second ends the program. */
function interruption(): AbortSignal {
  const controller = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => controller.abort());
  return controller.signal;
}

process.exit(await main(readArguments(HELP, {}, null).positionals));
