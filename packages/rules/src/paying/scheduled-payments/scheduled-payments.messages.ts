import { type CalendarDate, formatUsDate } from '../../kernel/calendar-date.ts'
import type { Language } from '../../kernel/problem.ts'
import type { ScheduleProblem } from './check-schedule.ts'

const texts = {
  en: {
    'date-missing': 'Enter a payment date.',
    'method-missing': 'Choose a payment method.',
    'date-too-early': (date: string) => `Choose ${date} or a later date.`,
    'date-too-late': (date: string) => `Choose ${date} or an earlier date.`,
    'same-payment': 'This payment is already scheduled.',
    'fee-changed': 'The convenience fee has changed. Check it again before you schedule the payment.',
    scheduled: 'Your payment has been scheduled.',
    deleted: 'The scheduled payment was deleted.',
    months: 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec',
  },
  es: {
    'date-missing': 'Ingrese la fecha del pago.',
    'method-missing': 'Elija una forma de pago.',
    'date-too-early': (date: string) => `Elija el ${date} o una fecha posterior.`,
    'date-too-late': (date: string) => `Elija el ${date} o una fecha anterior.`,
    'same-payment': 'Este pago ya está programado.',
    'fee-changed': 'El cargo por conveniencia cambió. Revíselo de nuevo antes de programar el pago.',
    scheduled: 'Su pago ha sido programado.',
    deleted: 'Se eliminó el pago programado.',
    months: 'ene feb mar abr may jun jul ago sep oct nov dic',
  },
} as const satisfies Record<Language, object>

export function scheduleMessage(problem: ScheduleProblem, language: Language): string {
  const text = texts[language]
  return 'limit' in problem ? text[problem.code](formatUsDate(problem.limit)) : text[problem.code]
}

type SchedulingText = 'same-payment' | 'fee-changed' | 'scheduled' | 'deleted'

export const schedulingText = (name: SchedulingText, language: Language): string => texts[language][name]

/** 'dd-MMM-yyyy', as scheduled payments show their days (SP-08). */
export const formatScheduleDate = (date: CalendarDate, language: Language): string =>
  `${date.slice(8)}-${texts[language].months.split(' ')[Number(date.slice(5, 7)) - 1] ?? ''}-${date.slice(0, 4)}`
