export { espiBase } from './espi-base.ts'
export { type Service, serviceKinds, serviceOf, usDollar } from './espi-codes.ts'
export { batchList, type Child, elements, entry, entryDocument, feedStart, idOf, nextLink } from './espi-entry.ts'
export {
  blockEntry,
  dayMinutes,
  type FeedFacts,
  type FeedMeter,
  linksOf,
  localTimeEntry,
  localTimeId,
  meterReadingEntry,
  parseSeriesName,
  periodOf,
  readingTypeEntry,
  readingTypeId,
  type Series,
  seriesName,
  summaryEntry,
  usagePointEntry,
  usagePointId,
  usagePointLink,
} from './espi-resources.ts'
export { listBilledPeriods } from './billed-periods.store.ts'
export { findBillBearer } from './find-bill-bearer.ts'
export { importReadingsFile } from './import-readings-file.ts'
export { type ReadingsCall, runReadingsCommand, toArguments } from './run-import-command.ts'
export { writeBlocks, writeGreenButton } from './write-green-button.ts'
