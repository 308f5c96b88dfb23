export { depositsFeature } from './deposits.routes.ts'
