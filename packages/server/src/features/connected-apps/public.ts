export { endConnections } from './end-connections.ts'
export { runConnectCommand } from './run-connect-command.ts'
