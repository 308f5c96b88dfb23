import { addDays, type CalendarDate, isAfter, isBefore } from '../../kernel/calendar-date.ts'
import type { Language, Problem } from '../../kernel/problem.ts'

/** A member's alert settings. A `null` limit or a false flag turns that alert off. */
export interface UsageAlerts {
  readonly dailyKwh: number | null
  readonly projectedBillCents: number | null
  readonly continuousWater: boolean
  readonly baseLoadDoubled: boolean
}

export type UsageAlertProblem = Problem & {
  readonly code: keyof (typeof texts)['en']
  readonly field: 'dailyKwh' | 'projectedBillCents' | 'snoozedUntil'
}

/** Upper bounds, sized for a factory. */
const maxDailyKwh = 100_000
const mostBillCents = 10_000_000
const mostSnoozeDays = 90

type Limits = Pick<UsageAlerts, 'dailyKwh' | 'projectedBillCents'>

/** Checks that the limits are whole, positive and within bounds. @returns every problem. */
export function checkUsageLimits({ dailyKwh, projectedBillCents }: Limits): readonly UsageAlertProblem[] {
  const isOut = (limit: number | null, most: number) =>
    limit !== null && (!Number.isSafeInteger(limit) || limit < 1 || limit > most)
  return [
    ...(isOut(dailyKwh, maxDailyKwh) ? [{ code: 'daily-limit', field: 'dailyKwh' } as const] : []),
    ...(isOut(projectedBillCents, mostBillCents) ? [{ code: 'bill-limit', field: 'projectedBillCents' } as const] : []),
  ]
}

/** Checks the limits and the end of a snooze. @returns every problem. */
export function checkUsageAlerts(
  alerts: Limits & { readonly snoozedUntil: CalendarDate | null },
  today: CalendarDate,
): readonly UsageAlertProblem[] {
  const { snoozedUntil } = alerts
  const isSnoozeOut =
    snoozedUntil !== null && (isBefore(snoozedUntil, today) || isAfter(snoozedUntil, addDays(today, mostSnoozeDays)))
  return [
    ...checkUsageLimits(alerts),
    ...(isSnoozeOut ? [{ code: 'snooze-range', field: 'snoozedUntil' } as const] : []),
  ]
}

const texts = {
  en: {
    'daily-limit': 'Enter a daily limit from 1 to 100,000 kWh, without decimals.',
    'bill-limit': 'Enter a bill limit from $0.01 to $100,000.00.',
    'snooze-range': `Choose a day within the next ${mostSnoozeDays} days.`,
  },
  es: {
    'daily-limit': 'Escriba un límite diario de 1 a 100,000 kWh, sin decimales.',
    'bill-limit': 'Escriba un límite de factura de $0.01 a $100,000.00.',
    'snooze-range': `Elija un día dentro de los próximos ${mostSnoozeDays} días.`,
  },
} as const satisfies Record<Language, object>

export const usageAlertMessage = (code: UsageAlertProblem['code'], language: Language): string => texts[language][code]
