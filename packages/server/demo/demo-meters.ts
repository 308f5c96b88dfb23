import { addDays, type CalendarDate } from '@coopline/rules/kernel/calendar-date'
import type { Cell, Rows } from './demo-rows.ts'

export const meterHeader = [
  'account_number',
  'meter_number',
  'unit',
  'interval_minutes',
  'in_service_from',
  'in_service_to',
  'is_net_metered',
] as const

/** Features that named accounts demonstrate. One in ten of the other accounts has 15-minute intervals. */
const named: Readonly<
  Record<string, { readonly minutes?: number; readonly isSolar?: true; readonly swappedDaysAgo?: number }>
> = {
  '100100101': { minutes: 15 },
  '100600101': { minutes: 60 },
  '100800101': { swappedDaysAgo: 75 },
  '102400101': { minutes: 15, isSolar: true },
  '102800101': { minutes: 5 },
}

const firstOrdinary = 200_000_000

function minutesOf(accountNumber: string, type: string): number | null {
  const one = named[accountNumber]?.minutes
  if (one !== undefined) return one
  const number = Number(accountNumber)
  return number >= firstOrdinary && type === 'Electric' && Math.floor(number / 100) % 10 === 3 ? 15 : null
}

/** Builds an account's rows of meters.csv. The second to last row is a replaced meter, if any. */
export function meterRows(accountNumber: string, type: string, meters: readonly string[], today: CalendarDate): Rows {
  const { isSolar = false, swappedDaysAgo } = named[accountNumber] ?? {}
  const minutes = minutesOf(accountNumber, type)
  const unit = type === 'Water' ? 'Gallons' : 'kWh'
  const row = (meter: string, from: CalendarDate | null, to: CalendarDate | null): readonly Cell[] => [
    accountNumber,
    meter,
    unit,
    minutes === null ? null : String(minutes),
    from,
    to,
    isSolar,
  ]
  if (swappedDaysAgo === undefined) return meters.map((meter) => row(meter, null, null))
  const swapped = addDays(today, -swappedDaysAgo)
  return meters.flatMap((meter) => [row(meter, null, addDays(swapped, -1)), row(`${meter}-N`, swapped, null)])
}
