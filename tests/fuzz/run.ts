import { readArguments, refuseArguments } from '../../server/start.mjs';

type Fuzz = (requests: number, seed: number) => Promise<readonly string[]>;

/** Each is loaded when it runs, because together they take three seconds to load. */
const targets: Readonly<Record<string, () => Promise<Fuzz>>> = {
  auth: async () => (await import('@solostead/server-testkit/fuzz/auth/fuzz')).fuzzAuth,
  rest: async () => (await import('@solostead/server-testkit/fuzz/rest/fuzz')).fuzzRest,
  applications: async () => (await import('./applications.ts')).fuzzApplications,
};

const HELP = `npm run fuzz -- ${Object.keys(targets).join('|')} [REQUESTS] [SEED]: sends random and hostile requests to a new server

  Exit code 1: an answer broke a rule. The same seed sends the same requests.`;

/** Returns the exit code. `npm run fuzz -- rest` sends hostile requests to the data API of a new server. */
async function main([
  name = '',
  requests = '100000',
  seed = String(Date.now() % 1_000_000),
  ...more
]: string[]) {
  const load = targets[name];
  if (!load) return refuseArguments(HELP, `'${name}' is not one of ${Object.keys(targets).join(', ')}`);
  const wrong = [requests, seed].find((number) => !/^\d+$/.test(number)) ?? more[0];
  if (wrong !== undefined) return refuseArguments(HELP, `Unknown argument '${wrong}'`);
  console.log(`fuzzing ${name}: ${requests} requests, seed ${seed}`);
  const findings = await (await load())(Number(requests), Number(seed));
  for (const finding of findings.slice(0, 20)) console.log(finding);
  console.log(`${findings.length} findings`);
  return findings.length > 0 ? 1 : 0;
}

process.exit(await main(readArguments(HELP, {}, null).positionals));
