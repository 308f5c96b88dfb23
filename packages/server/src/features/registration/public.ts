export { registrationFeature } from './registration.routes.ts'
