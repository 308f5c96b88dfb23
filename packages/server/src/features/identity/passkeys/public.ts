export { dropPasskey, suspendPasskeys } from './change-passkeys.ts'
export { shownPasskey } from './stored-passkey.ts'
export { listPasskeys } from './passkeys.store.ts'
