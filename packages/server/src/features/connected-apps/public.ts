export { runConnectCommand } from './run-connect-command.ts'
