export { isOptedOutPhone } from './choices.store.ts'
export { listContacts } from './contacts.store.ts'
export { isDaytime } from './notify-of-bills.job.ts'
