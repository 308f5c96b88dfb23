export { delinquentHistoryFeature } from './delinquent-history.routes.ts'
