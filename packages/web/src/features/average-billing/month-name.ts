import type { Language } from '@coopline/rules/kernel/problem'

/** 'June' for 6. */
export const monthName = (month: number, language: Language): string =>
  new Intl.DateTimeFormat(language === 'es' ? 'es-US' : 'en-US', { month: 'long', timeZone: 'UTC' }).format(
    Date.UTC(2001, month - 1, 1),
  )
