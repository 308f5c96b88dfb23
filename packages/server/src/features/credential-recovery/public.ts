export { closeLinks, closeSecondSteps } from './reset-links.store.ts'
export { credentialRecoveryFeature } from './credential-recovery.routes.ts'
