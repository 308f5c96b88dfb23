import { addDays, type CalendarDate, calendarDate } from '@coopline/rules/kernel/calendar-date'
import { cents } from '@coopline/rules/kernel/money'
import type { NetMeteringPeriod } from '../src/features/usage/usage/public.ts'

/** A billing period and the energy sent to the grid in it, in thousandths of a kWh. */
export interface SentPeriod {
  readonly to: CalendarDate
  readonly sent: number
}

const centsPerKwh = 6.2

/**
 * The ledger of an account whose energy is banked until the true-up on March 31, when what is left expires.
 *
 * @param periods oldest first.
 */
export function demoNetMetering(periods: readonly SentPeriod[]): readonly NetMeteringPeriod[] {
  let bank = 0
  let last: CalendarDate | undefined
  return periods.map(({ to, sent }) => {
    const trueUpOn = nextTrueUp(to)
    const expired = last === undefined || last === trueUpOn ? 0 : bank
    const added = Math.round(sent / 1000)
    bank = bank - expired + added
    last = trueUpOn
    return {
      periodEnd: to,
      addedKwh: added,
      usedKwh: 0,
      expiredKwh: expired,
      bankKwh: bank,
      bankValue: cents(Math.round(bank * centsPerKwh)),
      expiresOn: addDays(trueUpOn, 1),
      trueUpOn,
    }
  })
}

function nextTrueUp(day: CalendarDate): CalendarDate {
  const year = Number(day.slice(0, 4))
  const inYear = calendarDate(`${year}-03-31`)
  return day <= inYear ? inYear : calendarDate(`${year + 1}-03-31`)
}
