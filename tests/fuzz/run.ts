type Fuzz = (requests: number, seed: number) => Promise<readonly string[]>;

/** Each is loaded when it runs, because together they take three seconds to load. */
const targets: Readonly<Record<string, () => Promise<Fuzz>>> = {
  auth: async () => (await import('@solostead/server-testkit/fuzz/auth/fuzz')).fuzzAuth,
  rest: async () => (await import('@solostead/server-testkit/fuzz/rest/fuzz')).fuzzRest,
  applications: async () => (await import('./applications.ts')).fuzzApplications,
};

/**
 * `npm run fuzz -- rest [REQUESTS] [SEED]` sends hostile requests to its own server. The exit code is 1 on a finding.
 */
async function main([name = '', requests = '100000', seed = String(Date.now() % 1_000_000)]: string[]) {
  const load = targets[name];
  if (!load) {
    const isRequested = name === '--help';
    console[isRequested ? 'log' : 'error'](
      `npm run fuzz -- ${Object.keys(targets).join('|')} [REQUESTS] [SEED]: sends random and hostile requests to a new server\n` +
        'Exit code 1: an answer broke a rule. The same seed sends the same requests.',
    );
    return isRequested ? 0 : 1;
  }
  console.log(`fuzzing ${name}: ${requests} requests, seed ${seed}`);
  const findings = await (await load())(Number(requests), Number(seed));
  for (const finding of findings.slice(0, 20)) console.log(finding);
  console.log(`${findings.length} findings`);
  return findings.length > 0 ? 1 : 0;
}

process.exit(await main(process.argv.slice(2)));
