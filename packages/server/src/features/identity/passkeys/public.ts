export { dropPasskey, suspendPasskeys } from './change-passkeys.ts'
export { shownPasskey } from './kept-passkey.ts'
export { listPasskeys } from './passkeys.store.ts'
