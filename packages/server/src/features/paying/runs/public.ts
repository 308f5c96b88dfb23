export { countItems } from './runs.store.ts'
export { importReturns } from './import-returns.ts'
export { runNachaCommand, runRunsCommand } from './run-runs-command.ts'
