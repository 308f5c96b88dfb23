export { runQuickPayCommand } from './run-quick-pay-command.ts'
