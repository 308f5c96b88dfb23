export { type Account, eligibilityOf, payableOf } from './account.ts'
export { accountRows, emailOf, findAccount, findByPhone, listAccounts, toAccount } from './accounts.store.ts'
export { loadPayable } from './load-payable.ts'
export { accountsFeature } from './accounts.routes.ts'
