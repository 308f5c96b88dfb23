export { dropPasskey, suspendPasskeys } from './change-passkeys.ts'
export { displayedPasskey } from './stored-passkey.ts'
export { listPasskeys } from './passkeys.store.ts'
