import { randomUUID } from 'node:crypto';
import type { Queryable } from '../../../database/database.ts';
import { type Dated, datedAt, deleteRows, findRow, insertRow, updateRow } from '../../../database/rows.ts';
import type { AssuranceLevel } from '../../kernel/entities/session.rules.ts';
import type { ExternalIdentity } from '../external/provider-profile.rules.ts';
import type { CodeChallenge } from './code-challenge.rules.ts';

/** A sign-in that left for a mailbox or another service and is to come back. */
export interface FlowState {
  readonly id: string;
  readonly user_id: string | null;
  readonly code_challenge: string | null;
  readonly code_challenge_method: 's256' | 'plain' | null;
  readonly provider_type: string;
  readonly provider_access_token: string | null;
  readonly provider_refresh_token: string | null;
  readonly authentication_method: string;
  readonly auth_code_issued_at: string | null;
  readonly created_at: string;
  readonly referrer: string | null;
  readonly oauth_client_state_id: string | null;
  readonly linking_target_id: string | null;
  readonly session_aal: AssuranceLevel | null;
  /** The identity that the session of a returned link adds. */
  readonly shown_identity: ExternalIdentity | null;
}

/** The account that an identity is to be added to, and the session that asks for it, with its level. */
export interface LinkOrigin {
  readonly linking_target_id: string;
  readonly session_id: string;
  readonly session_aal: AssuranceLevel;
}

type NewFlowState = Pick<FlowState, 'provider_type' | 'authentication_method'> &
  Partial<Pick<FlowState, 'user_id' | 'referrer' | 'oauth_client_state_id'>> & {
    /** Null for the implicit flow. */
    readonly challenge: CodeChallenge | null;
    /** Null when the flow signs in. */
    readonly link?: LinkOrigin | null;
  };

/** @returns the new flow's id */
export function insertFlowState(db: Dated, { challenge, link, ...columns }: NewFlowState): Promise<string> {
  return insertRow(db, 'auth.flow_state', {
    ...columns,
    ...link,
    code_challenge: challenge?.challenge,
    code_challenge_method: challenge?.method,
    ...datedAt(db),
  });
}

const lockRow = (db: Queryable, condition: string, values: readonly unknown[]) =>
  findRow<FlowState>(db, 'auth.flow_state', `${condition} for update`, values);

/** Held until the transaction ends, so that a flow comes back once. */
export const lockFlowState = (db: Queryable, id: string) => lockRow(db, 'id = $1', [id]);

export const findFlowStateByCode = (db: Queryable, code: string) =>
  findRow<FlowState>(db, 'auth.flow_state', 'auth_code = $1', [code]);

/** Held until the transaction ends, so that a code is good once. */
export const lockFlowStateByCode = (db: Queryable, code: string) => lockRow(db, 'auth_code = $1', [code]);

/** The newest flow in which a user asked for a mail of one kind, held until the transaction ends. */
export const lockLatestFlowState = (db: Queryable, userId: string, method: string) =>
  lockRow(db, 'user_id = $1 and authentication_method = $2 order by created_at desc limit 1', [
    userId,
    method,
  ]);

/** The code the browser takes home, to be exchanged with the verifier. */
export async function issueAuthCode(
  db: Dated,
  flowId: string,
  issued: { userId: string; accessToken?: string; refreshToken?: string | null },
): Promise<string> {
  const code = randomUUID();
  await updateRow(db, 'auth.flow_state', 'id', flowId, {
    auth_code: code,
    user_id: issued.userId,
    provider_access_token: issued.accessToken,
    provider_refresh_token: issued.refreshToken,
    auth_code_issued_at: db.at,
    updated_at: db.at,
  });
  return code;
}

/** Keeps when the session that a flow leads to must end. */
export async function insertSessionEnd(db: Queryable, flowId: string, notAfter: Date): Promise<void> {
  await db.query('insert into auth.flow_session_ends (flow_state_id, not_after) values ($1, $2)', [
    flowId,
    notAfter,
  ]);
}

/** Returns the time at which the session of a flow must end, or null for our own rules. */
export async function findSessionEnd(db: Queryable, flowId: string): Promise<Date | null> {
  const end = await findRow<{ not_after: string }>(db, 'auth.flow_session_ends', 'flow_state_id = $1', [
    flowId,
  ]);
  return end && new Date(end.not_after);
}

/** Marks a flow that needs no code as over. */
export const closeFlowState = (db: Dated, flowId: string): Promise<void> =>
  updateRow(db, 'auth.flow_state', 'id', flowId, { auth_code_issued_at: db.at, updated_at: db.at });

/** Keeps the identity of a link that came back until its session asks for it with the code. */
export const keepShownIdentity = (db: Queryable, flowId: string, identity: ExternalIdentity): Promise<void> =>
  updateRow(db, 'auth.flow_state', 'id', flowId, { shown_identity: identity });

/** Deletes a user's flows at providers, which are links and codes that no browser has exchanged yet. */
export async function deleteProviderFlows(db: Queryable, userId: string): Promise<void> {
  await db.query(
    `delete from auth.flow_state
     where linking_target_id = $1 or (user_id = $1 and auth_code is not null)`,
    [userId],
  );
}

export const deleteFlowState = (db: Queryable, id: string) => deleteRows(db, 'auth.flow_state', { id });

/** Deletes a user's open flows (links to a provider, requested mails) but those of the method `except`. */
export async function deleteOpenFlows(db: Queryable, userId: string, except: string | null): Promise<void> {
  await db.query(
    `delete from auth.flow_state where (user_id = $1 or linking_target_id = $1)
       and authentication_method is distinct from $2`,
    [userId, except],
  );
}

/** Keeps our own code verifier of a flow at a provider. @returns the row's id */
export const insertClientState = (db: Dated, provider_type: string, code_verifier: string) =>
  insertRow(db, 'auth.oauth_client_states', { provider_type, code_verifier, created_at: db.at });

/** Removes the verifier, which works once. */
export async function takeCodeVerifier(db: Queryable, id: string): Promise<string | null> {
  const { rows } = await db.query<{ code_verifier: string | null }>(
    'delete from auth.oauth_client_states where id = $1 returning code_verifier',
    [id],
  );
  return rows[0]?.code_verifier ?? null;
}
