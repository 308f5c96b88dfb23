export { accountProfileFeature } from './account-profile.routes.ts'
export { listHeldProfiles } from './held-profiles.store.ts'
export type { Profile } from './profile.ts'
