export { accountOverviewFeature } from './account-overview.routes.ts'
export { documentHandle } from './document-handle.ts'
