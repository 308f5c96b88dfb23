export { listMonthlyUsage } from './list-monthly-usage.ts'
export { requireUsageAccount, withVisibleUsage } from './require-usage.ts'
export { sumDailyCharges } from './daily-charges.store.ts'
export {
  hasStoredSeries,
  listMeters,
  listNewestDays,
  listStoredSeries,
  loadDailyReadings,
  loadIntervalDays,
  loadMeterHistory,
  loadWeather,
  statusAt,
} from './readings.store.ts'
export type { DailyReading, IntervalDay, MeterFacts, WeatherDay } from './readings.store.ts'
export type { ReadingStatus } from './usage.tables.ts'
export { intervalsOf, type LocalDay, type LocalDays, localDays } from './local-day.ts'
export { csvSource } from './csv-source.ts'
export { readingRowSchema, weatherRowSchema } from './file-columns.ts'
export { listKnownMeters, type MeterOnFile } from './known-meters.store.ts'
export {
  importReadings,
  type ReadingsImport,
  type ReadingsSource,
  type ReadingsSummary,
  ReadingsUnreadable,
  type SourceContext,
  type SourceFault,
  toUnreadable,
} from './import-readings.ts'
export {
  checkAmount,
  checkPastDay,
  type MeterName,
  type ParsedReading,
  type ReadingTime,
} from './parse-reading.ts'
export type { NetMeteringPeriod } from './net-metering.store.ts'
export { importWeather } from './import-weather.ts'
export { type FileQuery, prepareUsageFile } from './prepare-usage-file.ts'
export { readStoredDays, type StoredDay } from './stored-days.ts'
