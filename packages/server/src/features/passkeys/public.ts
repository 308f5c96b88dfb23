export { suspendPasskeys } from './passkeys.store.ts'
