export { importReadingsFile } from './import-readings-file.ts'
export { readUsagePoints } from './read-usage-points.ts'
