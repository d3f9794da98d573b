/**
 * The server's mailer is the one its functions use, kept under `supabase/` because Supabase's CLI deploys from there
 * (docs/decisions: one mailer for both backends).
 */
export {
  createMailer,
  type Mail,
  type Mailer,
} from '../../../supabase/functions/_shared/mail-delivery/mailer.ts';
