// Refuses the device's clock in the site. It may be wrong, so the site takes the time from site/src/supabase/clock.ts.
import { readFileSync } from 'node:fs';
import { listFiles } from '../lib/list-files.mjs';
import { fromRoot } from '../lib/project.mjs';

/** Tests, and files that need the device's clock, with the reasons. */
const exempt = new RegExp(
  [
    '\\.test\\.tsx?$',
    // It measures how far the device's clock is from the server's.
    'supabase/(session-)?clock\\.ts$',
    // The query library notes by the device's clock when data came, and only that is compared.
    'states/Offline\\.tsx$',
    // Written when the site is built.
    'pages/\\.well-known/',
  ].join('|'),
);

let found = 0;
for (const file of listFiles('site/src/*.ts*', 'site/src/*.astro').filter((name) => !exempt.test(name))) {
  readFileSync(fromRoot(file), 'utf8')
    .split('\n')
    .forEach((line, place) => {
      if (!/\bDate\.now\b|\bnew Date\(\)|\bDate\(\)|timeOrigin/.test(line)) return;
      console.log(`${file}:${place + 1} use serverNow of supabase/clock.ts: ${line.trim()}`);
      found += 1;
    });
}
process.exitCode = found > 0 ? 1 : 0;
