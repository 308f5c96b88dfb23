export { quickPayFeature } from './quick-pay.routes.ts'
