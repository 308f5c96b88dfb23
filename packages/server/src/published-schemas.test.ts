import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { calendarDate } from '@coopline/rules/kernel/calendar-date'
import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readDemoFacts } from '../demo/demo-facts.ts'
import { stormFile } from '../demo/load-demo-storm.ts'
import { outageFileSchema } from './features/service/outage/outage-file.ts'
import { readingColumns, readingRowSchema, weatherRowSchema } from './features/usage/usage/file-columns.ts'
import { localDays } from './features/usage/usage/local-day.ts'
import { createRowParser } from './features/usage/usage/parse-reading.ts'
import { publishedSchemas } from './published-schemas.ts'
import { nearby } from './testing/nearby.ts'

const docs = join(import.meta.dirname, '../../../docs')
const ajv = new Ajv2020({ strict: true, strictRequired: false, formats: { date: true, 'date-time': true } })
const isReading = ajv.compile(readingRowSchema())
const isWeather = ajv.compile(weatherRowSchema())
const isOutageFile = ajv.compile(outageFileSchema())

it('docs has the schema of each format as the code reads and writes it (npm run docs writes them)', async () => {
  const written = readdirSync(docs, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.schema.json'))
    .map((name) => [name.replaceAll('\\', '/'), JSON.parse(readFileSync(join(docs, name), 'utf8'))])
  expect(Object.fromEntries(written)).toEqual(await publishedSchemas())
  expect(written).toHaveLength(32)
})

describe('readings', () => {
  const isDay = (name: string) => ['day', 'demand', 'end_reading', 'charge', 'prepaid_vendor'].includes(name)
  const example = (kind: 'day' | 'start'): Record<string, string> =>
    Object.fromEntries(
      readingColumns
        .filter(({ name }) => (kind === 'day' ? name !== 'start' && name !== 'minutes' : !isDay(name)))
        .map(({ name, example: value }) => [name, value]),
    )
  const context = {
    days: localDays('America/Chicago'),
    now: new Date('2028-01-01T00:00:00Z'),
    of: undefined,
    times: {},
  }
  /** Returns the reason that the import refuses a row; undefined when it accepts it. */
  const refusal = (row: Readonly<Record<string, string>>) => {
    const header = new Map(Object.keys(row).map((name, place) => [name, place]))
    const read = createRowParser(header, context)({ line: 2, fields: Object.values(row) })
    return 'reason' in read ? read.reason : undefined
  }
  /** Reasons for refusals that a pattern in a JSON schema cannot express. */
  const moreThanForm = /in the future|is before|is more than|is no moment|is no start of an interval/u

  it.each(['day', 'start'] as const)(
    'accepts and refuses the values of a file with %s that the import does',
    (kind) => {
      const columns = readingColumns.filter(
        ({ name }) => Object.hasOwn(example(kind), name) && !name.endsWith('_number'),
      )
      const compare = ([name, value]: readonly [string, string]) => {
        const row = { ...example(kind), [name]: value }
        const reason = refusal(row)
        if (reason !== undefined && moreThanForm.test(reason)) return
        expect({ name, value, isAccepted: isReading(row) }).toEqual({ name, value, isAccepted: reason === undefined })
      }
      expect([isReading(example(kind)), refusal(example(kind))]).toEqual([true, undefined])
      for (const { name } of columns)
        for (const value of ['', '-0', '-0.0', '+1', '-1', '.5', '5.', '1e3', '5', '05', '15.0', 'Actual', 'keyed'])
          compare([name, value])
      const values = fc
        .constantFrom(...columns)
        .chain((column) => nearby(column.example).map((value) => [column.name, value] as const))
      fc.assert(fc.property(values, compare), { numRuns: 3_000 })
    },
  )

  it('asks for a day or a start, and a usage, under the names that public data sets use, too', () => {
    const { day, used, ...rest } = example('day')
    expect(isReading({ ...rest, date: day, kwh: used })).toBe(true)
    for (const row of [
      { ...rest, used },
      { ...rest, day },
      { ...rest, day, used, start: '2027-03-01T18:30Z' },
    ])
      expect(isReading(row)).toBe(false)
    expect(isReading({ ...rest, day, used, nickname: 'x' })).toBe(false)
  })
})

describe('weather', () => {
  const row = { STATION: 'USW1', NAME: 'EAU CLAIRE, WI US', DATE: '2026-01-02', TMAX: '12', TMIN: '-5.5' }

  it('accepts rows of NOAA with more columns, without temperatures and without a station', () => {
    const { STATION: _station, ...ofOne } = row
    for (const valid of [row, ofOne, { ...row, TMAX: '', TMIN: 'NA' }, { ...row, TMAX: '64.03999999999999' }])
      expect(isWeather(valid)).toBe(true)
  })

  it.each([{ DATE: '01/02/2026' }, { DATE: '2026-02-30' }, { TMAX: '12 F' }, { TMIN: '0x1' }])(
    'refuses %o',
    (wrong) => {
      expect(isWeather({ ...row, ...wrong })).toBe(false)
    },
  )
})

it('accepts the outage file of the demo and that of docs/IMPORT.md, and refuses one with an unknown status', () => {
  const storm = stormFile(new Date('2026-11-20T15:00:00Z'), calendarDate('2026-11-20'), readDemoFacts())
  const [, example = ''] = /```json\n(\{\n {2}"format": "coopline-outages\/1"[^`]*)```/u.exec(
    readFileSync(join(docs, 'IMPORT.md'), 'utf8'),
  ) ?? ['']
  const documented = JSON.parse(example) as { readonly incidents: readonly object[] }
  expect([isOutageFile(storm), isOutageFile(documented)]).toEqual([true, true])
  expect(isOutageFile({ ...documented, incidents: [{ ...documented.incidents[0], status: 'gone' }] })).toBe(false)
})
