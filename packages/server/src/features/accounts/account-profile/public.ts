export { findFirstName } from './account-profile.store.ts'
export { listProfilesPendingReview } from './profiles-pending-review.store.ts'
export type { Profile } from './profile.ts'
