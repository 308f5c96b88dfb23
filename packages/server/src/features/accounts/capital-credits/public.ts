export { findEntryDocument } from './credit-entries.store.ts'
