export { countItems } from './runs.store.ts'
export { importReturns } from './import-returns.ts'
