export { shownPasskey } from './kept-passkey.ts'
export { deletePasskey, listPasskeys, suspendPasskeys } from './passkeys.store.ts'
