export { accountOverviewFeature } from './account-overview.routes.ts'
export { documentHandle } from './document-handle.ts'
export { type Asked, refuseForeignAccount } from './refuse-foreign-account.ts'
