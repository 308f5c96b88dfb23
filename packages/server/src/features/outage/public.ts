export { importOutages, type OutageImportSummary } from './import-outages.ts'
export { importTerritory } from './import-territory.ts'
export { runOutageImport } from './run-import-command.ts'
export { OutageFileRefused } from './outage-file.ts'
