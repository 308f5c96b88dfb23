export { requireUsageAccount } from './require-usage.ts'
export {
  listMeters,
  loadDailyReadings,
  loadIntervalDays,
  loadWeather,
  monthlyTotals,
} from './readings.store.ts'
export type { DailyReading, IntervalDay, MeterFacts, MonthlyTotal, WeatherDay } from './readings.store.ts'
export type { IntervalValues, ReadingStatus } from './usage.tables.ts'
export {
  createMonths,
  setWeatherStation,
  upsertDailyReadings,
  upsertIntervalDays,
  upsertWeather,
} from './write-readings.store.ts'
export { intervalsOf, type LocalDay, localDays } from './local-day.ts'
export { importReadings, type ReadingsSummary, ReadingsUnreadable } from './import-readings.ts'
export { importWeather } from './import-weather.ts'
export { type FileQuery, prepareUsageFile } from './prepare-usage-file.ts'
export { readStoredDays, type StoredDay } from './stored-days.ts'
