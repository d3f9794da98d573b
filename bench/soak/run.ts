import { saveResult } from '../support/result.ts';
import { secondsOf } from './duration.ts';
import { soak } from './soak.ts';
import { tableOf } from './table.ts';
import { isSound } from './verdict.ts';

const HELP = `npm run soak [-- DURATION [RATE]]: runs a day's work and reports whether anything grows or gets slower

  DURATION  30s to 99h, for example 90s, 60m or 24h (default 60m)
            In less than ten minutes the caches still fill, which counts as growth.
  RATE      requests a second on average, 1 to 100 (default 12)

  Starts the product with its own PostgreSQL, a second copy on the same database and a mail server, all on loopback and in
  a temporary folder. The work is pages, applications with their mails and confirmations, sign-ins and refreshes,
  reviews, exports, backups, retention and restarts of the second copy. Rate limits are off, because all clients have one
  address. Ctrl-C ends it early and prints the table, a second Ctrl-C ends it at once. The figures are kept in
  bench/results/figures.json.
  Exit code 1: a request failed, a journey was left out because the rate was not kept, or something grew beyond its
  bound (bench/soak/verdict.ts).`;

async function main([duration = '60m', rate = '12', ...more]: string[]): Promise<number> {
  const seconds = secondsOf(duration);
  const isRate = /^\d{1,3}$/.test(rate) && Number(rate) >= 1 && Number(rate) <= 100;
  if (duration === '--help' || seconds === null || !isRate || more.length > 0) {
    console[duration === '--help' ? 'log' : 'error'](HELP);
    return duration === '--help' ? 0 : 1;
  }
  console.log(`${duration} at ${rate} requests a second. Ctrl-C ends it and prints the table.`);
  const outcome = await soak(seconds, Number(rate), interruption());
  const grown = outcome.measures.filter(({ isFlat }) => !isFlat);
  console.log(`\n${tableOf(outcome.operations, outcome.measures)}\n`);
  for (const reason of outcome.reasons) console.log(`  failed: ${reason}`);
  for (const { name, start, end, bound } of grown)
    console.log(`  grown: ${name} ${start} → ${end}, at most ${bound}`);
  const { requests, failures, journeysLeftOut } = outcome;
  if (journeysLeftOut > 0)
    console.log(
      `  the rate was not kept: ${journeysLeftOut} journeys were left out, because too many were running`,
    );
  console.log(
    `${requests} requests in ${outcome.seconds} s, ${failures} failed, ${grown.length} measures grown`,
  );
  const growth = outcome.measures.map(({ name, start, end }) => [name, `${start} → ${end}`]);
  const figures = { seconds: outcome.seconds, rate: outcome.rate, requests, failures, journeysLeftOut };
  console.log(`kept in ${saveResult('soak', { ...figures, measures: Object.fromEntries(growth) })}`);
  return isSound(outcome) ? 0 : 1;
}

/** Aborts at the first Ctrl-C. The second ends the program. */
function interruption(): AbortSignal {
  const controller = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (controller.signal.aborted) process.exit(130);
      controller.abort();
    });
  }
  return controller.signal;
}

process.exit(await main(process.argv.slice(2)));
