export { passkeysFeature } from './passkeys.routes.ts'
export { suspendPasskeys } from './passkeys.store.ts'
