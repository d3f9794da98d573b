import { z } from 'zod';
import { audit } from '../steps/audit.ts';
import type { Handler } from '../request/call.ts';
import { bodyOf, presentTime } from '../request/call.ts';
import { deleteSessions } from '../store/sessions.ts';
import { hideUser } from '../store/hide-user.ts';
import { deleteUser } from '../store/users.ts';
import { lockedTarget } from './admin-target.ts';

const schema = z.object({ should_soft_delete: z.boolean().nullish() });

/** DELETE /admin/users/{user_id} `{should_soft_delete?}`: removes the account, or all it says of a person. */
export const adminDeleteUser: Handler = async (call) => {
  const soft = call.request.body ? Boolean(bodyOf(call, schema).should_soft_delete) : false;
  await call.auth.database.transaction(async (query) => {
    const { user } = await lockedTarget(call, query);
    await audit(call, query, 'user_deleted', user.id, { by: 'service_role', soft });
    if (!soft) return deleteUser(query, user.id);
    await hideUser(query, user.id, presentTime(call));
    await deleteSessions(query, user.id);
  });
  return {};
};
