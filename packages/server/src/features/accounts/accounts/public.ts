export { type Account, eligibilityOf, payableOf } from './account.ts'
export { owedOn } from './apply-credit.ts'
export {
  accountRows,
  emailOf,
  findAccount,
  findByPhone,
  findLanguage,
  listAccounts,
  listAccountsByNumber,
  listEmails,
  toAccount,
} from './accounts.store.ts'
export { unacknowledgedCredit } from './unacknowledged-credit.store.ts'
export { mailOnFile } from './mail-on-file.ts'
export { loadPayable } from './load-payable.ts'
