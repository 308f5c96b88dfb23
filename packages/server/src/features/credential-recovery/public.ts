export { credentialRecoveryFeature } from './credential-recovery.routes.ts'
