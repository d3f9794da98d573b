import { startServer, type TestServer } from '../tests/harness/servers/server.ts';
import { medians } from './support/numbers.ts';
import { post } from './support/post.ts';
import { measureUse } from './support/process-use.ts';

export const TITLE = 'processor time of a session refresh';

const REFRESHES = 1_000;
const ROUNDS = 5;

/** One refresh after the other, each with the token of the previous answer. The first round warms up. */
export async function measure(): Promise<object> {
  const server = await startServer({ keepsLog: false });
  try {
    const email = 'refresh@lab.example';
    const { password } = await server.addAdmin(email);
    let session = await ask(server, 'password', { email, password });
    const rounds = [];
    for (let round = 0; round <= ROUNDS; round += 1) {
      const useOf = measureUse(server.pid);
      for (let count = 0; count < REFRESHES; count += 1)
        session = await ask(server, 'refresh_token', { refresh_token: session.refresh_token });
      rounds.push(useOf(REFRESHES));
    }
    const figures = medians(rounds.slice(1));
    console.log(`  ${figures.serverMs} ms of the server and ${figures.postgresMs} ms of PostgreSQL each`);
    return figures;
  } finally {
    await server.stop();
  }
}

async function ask(server: TestServer, grant: string, body: object): Promise<{ refresh_token: string }> {
  const answer = await post(server, `/auth/v1/token?grant_type=${grant}`, body);
  return JSON.parse(answer) as { refresh_token: string };
}
