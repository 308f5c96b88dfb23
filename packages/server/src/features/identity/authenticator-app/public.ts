export { appSecretBytes, showAppSecret } from './show-app-secret.ts'
