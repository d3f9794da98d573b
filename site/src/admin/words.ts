import type { AccountCopy } from '../content/admin/account.ts';
import type { AdminCopy, LoginCopy } from '../content/admin/admin.ts';
import type { ReviewCopy } from '../content/admin/review.ts';

/** Every word of the admin area. */
export interface AdminWords {
  readonly admin: AdminCopy;
  readonly login: LoginCopy;
  readonly account: AccountCopy;
  readonly review: ReviewCopy;
}
