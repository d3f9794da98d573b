import type { Database } from '../../../../server/src/database/database.ts';

export const onOff = ['on', 'off'] as const;

/** Prints the limits on applying, after switching proof of work on or off for every copy if asked to. */
export async function abuseProtection(
  database: Database,
  proofOfWork?: (typeof onOff)[number],
): Promise<void> {
  if (proofOfWork)
    await database.query('update private.brakes set proof_of_work = $1', [proofOfWork === 'on']);
  const { rows } = await database.query<Record<string, string>>(
    `select per_address, per_network, address_window::text,
            case when proof_of_work then 'on' else 'off' end as proof from private.brakes`,
  );
  const { per_address, per_network, address_window, proof } = rows[0]!;
  console.log(`per address: ${per_address} in ${address_window}
per network (/24, /48): ${per_network} in ${address_window}
proof of work: ${proof}`);
}
