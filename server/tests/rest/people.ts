import type { Lab } from './lab.ts';

/** The rows of lab.people that tests of writing begin with. */
export const before = ['Person A', 'Person B', 'Person C'];

export const names = async (lab: Lab): Promise<unknown[]> =>
  (await lab.sql('select name from lab.people order by id')).map(({ name }) => name);

/** Removes what the test before wrote. */
export async function forgetWritten(lab: Lab): Promise<void> {
  await lab.sql('delete from lab.people where id > 3');
  await lab.sql("delete from lab.compound where note is distinct from 'one' and a > 2");
  await lab.sql('delete from lab.tasks where id > 4');
}
