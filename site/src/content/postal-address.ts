/** The mails end with it too, so the contract has it. */
export { postalAddress } from '../../../supabase/functions/_shared/contract/postal-address.ts';
