import { variable } from './environment.ts';

/** Calls a database function with the service role and answers what it returns; rejects on any error. */
export async function callProcedure<Answer>(name: string, parameters: object): Promise<Answer> {
  const key = variable('SUPABASE_SERVICE_ROLE_KEY');
  const response = await fetch(`${variable('SUPABASE_URL')}/rest/v1/rpc/${name}`, {
    method: 'POST',
    headers: { apikey: key, authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(parameters),
    signal: AbortSignal.timeout(10_000),
  });
  if (!response.ok) throw new Error(`${name} answered ${response.status}.`);
  const text = await response.text();
  return (text === '' ? null : JSON.parse(text)) as Answer;
}
