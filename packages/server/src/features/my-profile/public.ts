export { myProfileFeature } from './my-profile.routes.ts'
