import type { CalendarDate } from '@coopline/rules/kernel/calendar-date'
import type { Cents } from '@coopline/rules/kernel/money'
import type { Generated } from 'kysely'

/** Source of a reading: the meter, an estimate, or a number that staff or the member keyed in. */
export type ReadingStatus = 'actual' | 'estimated' | 'keyed'

/** Thousandths of the unit by interval since local midnight; `null` is a gap. */
export type IntervalValues = readonly (number | null)[]

/** The quality of each interval, as an index into `qualities`; `null` is a gap. */
export type IntervalQualities = readonly (number | null)[]

interface DailyReading {
  account_number: string
  meter_number: string
  day: CalendarDate
  used: number
  received: number | null
  demand: number | null
  status: 'actual' | 'estimated' | 'keyed'
  unit: string
  end_reading: number | null
  charge: Cents | null
  prepaid_vendor: string | null
  from_intervals: Generated<boolean>
}

interface IntervalDay {
  account_number: string
  meter_number: string
  day: CalendarDate
  minutes: number
  used: IntervalValues
  received: IntervalValues | null
  status: 'actual' | 'estimated' | 'keyed'
  qualities: IntervalQualities | null
}

interface WeatherDay {
  station: string
  day: CalendarDate
  low: string
  high: string
  average: string
}

interface WeatherZip {
  zip: string
  station: string
}

interface NetMetering {
  account_number: string
  period_end: CalendarDate
  added_kwh: string
  used_kwh: string
  expired_kwh: Generated<string>
  bank_kwh: string
  bank_value: Cents | null
  expires_on: CalendarDate | null
  true_up_on: CalendarDate | null
}

declare module '../../../platform/db/schema.ts' {
  interface Schema {
    'cis.net_metering': NetMetering
    'cis.holder_net_metering': NetMetering
    'meter.daily_reading': DailyReading
    'meter.interval_day': IntervalDay
    'meter.weather_day': WeatherDay
    'meter.weather_zip': WeatherZip
  }
}
