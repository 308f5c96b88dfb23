import { basename } from 'node:path'
import { type CalendarDate, parseCalendarDate } from '@coopline/rules/kernel/calendar-date'
import type { Tx } from '../../../platform/db/open-database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { allAtOnce, type CsvRow, type ImportEntry, readCsv, showValue } from '../../site/integration/public.ts'
import { temperatureForm } from './file-columns.ts'
import { DryRunEnded, ReadingsUnreadable, type ReadingsSummary, toUnreadable } from './import-readings.ts'
import type { WeatherDay } from './readings.store.ts'
import { setWeatherStation, upsertWeather } from './write-readings.store.ts'

export interface WeatherImport {
  /** The station of files without a STATION column. */
  readonly station: string
  /** ZIP codes that use this station's weather; `*` means all other ZIP codes. */
  readonly zips: readonly string[]
  /** Rolls everything back at the end. */
  readonly dryRun?: boolean
  readonly report?: (entry: ImportEntry) => void
  /** Runs in the import's transaction, before it commits. */
  readonly beforeCommit?: (tx: Tx) => Promise<void>
}

const batchDays = 2_000

/**
 * Imports daily temperatures in °F from a NOAA Climate Data Online file (`STATION,…,DATE,…,TMAX,TMIN`) or from a file of one
 * station without its name (`date,…,TMAX,TMIN`). Leaves out days without temperatures. All or nothing. Weather imports run one at a
 * time.
 *
 * @throws ReadingsUnreadable when the file does not exist or lacks these columns; AnotherImportRuns.
 */
export async function importWeather(
  { db }: Pick<Deps, 'db'>,
  path: string,
  { station, zips, report, dryRun = false, beforeCommit }: WeatherImport,
): Promise<ReadingsSummary> {
  const run: WeatherRun = {
    file: basename(path),
    station,
    report,
    counts: { rows: 0, written: 0, refused: 0, notices: 0 },
    waiting: new Map(),
    stations: new Set(),
  }
  try {
    const writeAll = async (tx: Tx): Promise<void> => {
      let places: Places | undefined
      for await (const { rows } of readCsv(path))
        for (const row of rows) {
          if (places === undefined) places = readPlaces(path, fieldsOf(row))
          else if (addRow(run, row, places) >= batchDays) await write(tx, run)
        }
      if (places === undefined) throw new ReadingsUnreadable(path, 'is empty')
      await write(tx, run)
      const [only] = run.stations
      if (only !== undefined && zips.length > 0) await setWeatherStation(tx, zips, only)
      await beforeCommit?.(tx)
      if (dryRun) throw new DryRunEnded()
    }
    await allAtOnce(db, async (inTransaction) => inTransaction(writeAll), { lock: 'weather' })
  } catch (error) {
    if (!(error instanceof DryRunEnded)) throw toUnreadable(path, error)
  }
  return run.counts
}

interface WeatherRun {
  readonly file: string
  readonly station: string
  readonly report: WeatherImport['report']
  readonly counts: { rows: number; written: number; refused: number; notices: number }
  /** Days waiting to be written, by station. */
  readonly waiting: Map<string, Map<CalendarDate, WeatherDay>>
  readonly stations: Set<string>
}

const fieldsOf = (row: CsvRow): readonly string[] => ('fields' in row ? row.fields.map((value) => value.trim()) : [])

/** @returns the number of waiting days of the row's station. */
function addRow(run: WeatherRun, row: CsvRow, places: Places): number {
  const { counts, waiting, file } = run
  counts.rows += 1
  const fields = fieldsOf(row)
  const found = 'broken' in row ? row.broken : readDay(fields, places)
  if (typeof found === 'string') {
    const isMissing = found === noTemperature
    counts[isMissing ? 'notices' : 'refused'] += 1
    const value = showValue(fields[places.date] ?? '')
    const severity = isMissing ? 'notice' : 'error'
    run.report?.({ severity, file, line: row.line, column: '', value, reason: found })
    return 0
  }
  const name = fields[places.station] ?? run.station
  run.stations.add(name)
  const days = waiting.get(name) ?? new Map<CalendarDate, WeatherDay>()
  waiting.set(name, days.set(found.day, found))
  return days.size
}

async function write(tx: Tx, { waiting, counts }: WeatherRun): Promise<void> {
  for (const [name, days] of waiting) counts.written += await upsertWeather(tx, name, [...days.values()])
  waiting.clear()
}

interface Places {
  readonly date: number
  readonly high: number
  readonly low: number
  /** -1 when the file has no station column. */
  readonly station: number
}

function readPlaces(path: string, fields: readonly string[]): Places {
  const names = fields.map((name) => name.replace(/^\uFEFF/u, '').toLowerCase())
  const places = { date: names.indexOf('date'), high: names.indexOf('tmax'), low: names.indexOf('tmin') }
  for (const [name, place] of Object.entries({ DATE: places.date, TMAX: places.high, TMIN: places.low }))
    if (place < 0) throw new ReadingsUnreadable(path, `has no column ${name}`)
  return { ...places, station: names.indexOf('station') }
}

const noTemperature = 'has no temperature and is left out'
/** Outside the coldest and hottest temperatures ever measured in the United States. */
const [coldest, hottest] = [-85, 140] as const

function readDay(fields: readonly string[], places: Places): WeatherDay | string {
  const day = parseCalendarDate(fields[places.date] ?? '')
  if (day === null) return 'is not a date in the form yyyy-MM-dd'
  const [high = '', low = ''] = [fields[places.high], fields[places.low]]
  if ([high, low].some((text) => text === '' || text === 'NA')) return noTemperature
  if (!temperatureForm.test(high) || !temperatureForm.test(low)) return 'has a temperature that is no number'
  const degrees = [low, high].map(Number)
  const [lowest = Number.NaN, highest = Number.NaN] = degrees.map((value) => Math.round(value * 10) / 10)
  if (!(lowest >= coldest && highest <= hottest)) return `has temperatures beyond ${coldest} and ${hottest} °F`
  if (lowest > highest) return 'has a low above its high'
  return { day, low: lowest, high: highest, average: Math.round((lowest + highest) * 5) / 10 }
}
