import { z } from 'zod';
import { audit } from '../kernel/audit.ts';
import { type Handler, optionalBodyOf, presentTime } from '../kernel/call.ts';
import { deleteSessions } from '../sessions/store/sessions.store.ts';
import { softDeleteUser } from './soft-delete-user.store.ts';
import { deleteUser } from '../accounts/store/users.store.ts';
import { lockedTarget } from '../accounts/target-account.ts';

const schema = z.object({ should_soft_delete: z.boolean().nullish() });

/** DELETE /admin/users/{user_id} `{should_soft_delete?}` removes the account, or its personal data. */
export const adminDeleteUser: Handler = async (call) => {
  const soft = Boolean(optionalBodyOf(call, schema)?.should_soft_delete);
  await call.auth.database.transaction(async (query) => {
    const { user } = await lockedTarget(call, query);
    await audit(call, query, 'user_deleted', user.id, { by: 'service_role', soft });
    if (!soft) return deleteUser(query, user.id);
    await softDeleteUser(query, user.id, presentTime(call));
    await deleteSessions(query, user.id);
  });
  return {};
};
