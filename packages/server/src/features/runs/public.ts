export { runNachaCommand, runRunsCommand } from './run-runs-command.ts'
