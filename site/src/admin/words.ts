import type { AccountCopy } from '../content/account.ts';
import type { AdminCopy, LoginCopy } from '../content/admin.ts';
import type { ReviewCopy } from '../content/review.ts';

/** Every word of the admin area. */
export interface AdminWords {
  readonly admin: AdminCopy;
  readonly login: LoginCopy;
  readonly account: AccountCopy;
  readonly review: ReviewCopy;
}
