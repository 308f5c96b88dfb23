export { isOptedOutPhone } from './choices.store.ts'
export { listContacts } from './contacts.store.ts'
