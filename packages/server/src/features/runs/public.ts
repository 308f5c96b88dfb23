export { importReturns } from './import-returns.ts'
export { runNachaCommand, runRunsCommand } from './run-runs-command.ts'
