export { type Account, eligibilityOf, payableOf } from './account.ts'
export { findAccount, findByPhone, findEmail, listAccounts } from './accounts.store.ts'
export { loadPayable } from './load-payable.ts'
export { accountsFeature } from './accounts.routes.ts'
