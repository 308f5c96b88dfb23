export { listProfilesPendingReview } from './profiles-pending-review.store.ts'
export type { Profile } from './profile.ts'
