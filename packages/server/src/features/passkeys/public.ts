export { passkeysFeature } from './passkeys.routes.ts'
