import type { TestServer } from '../../tests/harness/servers/server.ts';
import { sendApplications } from '../support/applications.ts';
import { medians } from '../support/numbers.ts';

const CLIENTS = 32;
const ROUNDS = 7;
const SECONDS = 3;

/** Sends applications to a small and to a large table in turn. A `ratio` of 1 means that size does not matter. */
export async function measureInsertsAtSizes(small: TestServer, large: TestServer): Promise<object> {
  const rounds = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const inSmall = await sendApplications(small, CLIENTS, SECONDS);
    const inLarge = await sendApplications(large, CLIENTS, SECONDS);
    rounds.push({
      ratio: inLarge.perSecond / inSmall.perSecond,
      processorRatio: inSmall.processorMs / inLarge.processorMs,
      smallPerSecond: inSmall.perSecond,
      largePerSecond: inLarge.perSecond,
      largeP99Ms: inLarge.p99Ms,
    });
  }
  const figures = medians(rounds);
  console.log(
    `  INSERT, ${CLIENTS} clients: ${figures.smallPerSecond}/s into the small table, ${figures.largePerSecond}/s into the ` +
      `large one (p99 ${figures.largeP99Ms} ms), ratio ${figures.ratio} (by processor time ${figures.processorRatio})`,
  );
  return figures;
}
