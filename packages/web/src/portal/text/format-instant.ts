import { formatInstant as instantIn, formatTime as timeIn } from '@coopline/rules/kernel/instant'
import type { Language } from '@coopline/rules/kernel/problem'

let known: string | undefined

/** The time zone of the browser. */
export const browserTimeZone = (): string => (known ??= new Intl.DateTimeFormat().resolvedOptions().timeZone)

/** The time of an instant in the time zone of the browser, such as "2:15 PM". */
export const formatTime = (instant: string, language: Language): string =>
  timeIn(new Date(instant), browserTimeZone(), language)

/** An instant as date and time in the time zone of the browser, such as "03/01/2027, 8:00 AM". */
export const formatInstant = (instant: string, language: Language): string =>
  instantIn(new Date(instant), browserTimeZone(), language)
