export { type AccountChoices, listAccountChoices, lockLogin, type RoundUp } from './member-details.store.ts'
export { roundUpDiff } from './not-offered.ts'
export { saveAccountChanges } from './save-changes.ts'
