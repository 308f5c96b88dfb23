export { runQuickPayCommand } from './run-quick-pay-command.ts'
export { quickPayFeature } from './quick-pay.routes.ts'
