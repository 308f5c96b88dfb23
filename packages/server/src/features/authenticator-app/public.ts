export { authenticatorAppFeature } from './authenticator-app.routes.ts'
