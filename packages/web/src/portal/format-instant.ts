import type { Language } from '@coopline/rules/kernel/problem'

const locales: Record<Language, string> = { en: 'en-US', es: 'es-US' }

/** The time of an instant in the time zone of the browser, such as "2:15 PM". */
export const formatTime = (instant: string, language: Language): string =>
  new Intl.DateTimeFormat(locales[language], { timeStyle: 'short' }).format(new Date(instant))

/** An instant as date and time in the time zone of the browser, such as "Mar 1, 2027, 8:00 AM". */
export const formatInstant = (instant: string, language: Language): string =>
  new Intl.DateTimeFormat(locales[language], { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(instant))
