import { accountNumber, isoDate, oneOf, textOf, type ValueSchema } from '../../site/integration/public.ts'
import type { ReadingStatus } from './usage.tables.ts'

/** A column of a CSV file of readings or weather. */
export interface FileColumn {
  readonly name: string
  /** A name that public data sets use for it. */
  readonly synonym?: string
  /** The values that the import accepts, in keywords of JSON Schema. */
  readonly schema: object
  readonly example: string
  readonly meaning: string
}

export const amountForm = /^[-+]?\d{1,18}(?:\.\d{1,12})?$/u
export const startForm = /^(\d{4}-\d\d-\d\d)[T ](\d\d):(\d\d)(?::(\d\d))?(Z|[+-]\d\d:\d\d)?$/u
export const intervalLengths: readonly string[] = ['5', '15', '30', '60']
export const readingStatuses = ['actual', 'estimated', 'keyed'] as const satisfies readonly ReadingStatus[]
/** A temperature in degrees Fahrenheit, with the many decimals of one that a program converted from degrees Celsius. */
export const temperatureForm = /^[-+]?\d{1,3}(?:\.\d{1,20})?$/u

const orEmpty = (schema: ValueSchema) => ({ anyOf: [{ const: '' }, schema] })
// What `amountForm` matches, without those below zero.
const amount = { pattern: '^(?:\\+?\\d{1,18}(?:\\.\\d{1,12})?|-0{1,18}(?:\\.0{1,12})?)$' }
const charge = { pattern: '^-?(?:[0-9]+(?:\\.[0-9]{0,2})?|\\.[0-9]{1,2})$', maxLength: 32 }
const temperature = { anyOf: [{ enum: ['', 'NA'] }, { pattern: temperatureForm.source }] }

const column = (name: string, schema: object, example: string, meaning: string, synonym?: string): FileColumn => ({
  name,
  schema,
  example,
  meaning,
  ...(synonym !== undefined && { synonym }),
})

const startMeaning = 'Start of an interval; without an offset from UTC, standard time all year'

/** The columns of a CSV file of readings. */
export const readingColumns: readonly FileColumn[] = [
  column('account_number', accountNumber.schema, '100100101', 'The account, as in meters.csv'),
  column('meter_number', textOf(40).schema, 'E-4410027', 'The meter, as in meters.csv'),
  column('day', isoDate.schema, '2027-03-01', 'The local day of a daily reading', 'date'),
  column('start', { pattern: startForm.source }, '2027-03-01T18:30:00-06:00', startMeaning, 'reading_datetime'),
  column('minutes', orEmpty(oneOf(...intervalLengths).schema), '15', 'Interval length; empty: that in meters.csv'),
  column(
    'used',
    { pattern: amountForm.source },
    '31.456',
    'Usage in the unit of meters.csv, at most 1000000; below zero only of a net meter: energy sent to the grid',
    'kwh',
  ),
  column('received', orEmpty(amount), '2.5', 'Energy sent to the grid, at most 1000000; empty: none'),
  column('status', orEmpty(oneOf(...readingStatuses).schema), 'actual', 'What the reading is; empty means actual'),
  column('demand', orEmpty(amount), '4.2', 'Days only: highest demand of the day in kW; may be empty'),
  column('end_reading', orEmpty(amount), '10432', 'Days only: meter reading at the end of the day; may be empty'),
  column('charge', orEmpty(charge), '3.10', 'Days only, prepaid: cost of the day in dollars; may be empty'),
  column('prepaid_vendor', {}, 'Vendor', 'Days only, prepaid: the vendor that reports the cost; may be empty'),
]

/** The columns of a CSV file of weather that the import reads. */
const weatherColumns: readonly FileColumn[] = [
  column('STATION', {}, 'USW00014839', 'The weather station; absent in a file of one station'),
  column('DATE', isoDate.schema, '2027-03-01', 'The day'),
  column('TMAX', temperature, '41', 'Highest temperature of the day in °F; a day without one is left out'),
  column('TMIN', temperature, '-3.5', 'Lowest temperature of the day in °F; a day without one is left out'),
]

const propertiesOf = (columns: readonly FileColumn[]) =>
  Object.fromEntries(
    columns.flatMap(({ name, synonym, schema, example, meaning }) => {
      const property = { description: meaning, examples: [example], type: 'string', ...schema }
      return [
        [name, property] as const,
        ...(synonym === undefined ? [] : [[synonym, { ...property, description: `The same as ${name}` }] as const]),
      ]
    }),
  )

const oneOfColumns = (...names: readonly string[]) => ({ oneOf: names.map((name) => ({ required: [name] })) })

/** The JSON Schema of a row of a CSV file of readings, published as `docs/readings.schema.json`. */
export const readingRowSchema = (): object => ({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'A row of a CSV file of readings',
  description: 'account_number and meter_number may be absent when coopline import has --account and --meter.',
  type: 'object',
  properties: propertiesOf(readingColumns),
  allOf: [oneOfColumns('day', 'date', 'start', 'reading_datetime'), oneOfColumns('used', 'kwh')],
  additionalProperties: false,
})

/** The JSON Schema of a row of a CSV file of weather, published as `docs/weather.schema.json`. */
export const weatherRowSchema = (): object => ({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'A row of a CSV file of weather, as of NOAA’s Climate Data Online in standard units',
  description: 'The import ignores other columns, and the case of the names.',
  type: 'object',
  properties: propertiesOf(weatherColumns),
  required: ['DATE', 'TMAX', 'TMIN'],
})
