/** The mails end with it too, so the contract has it. */
export { postalAddress } from '@solostead/contract/postal-address';
