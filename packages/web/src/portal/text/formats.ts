import type { Language } from '@coopline/rules/kernel/problem'

const locales: Readonly<Record<Language, string>> = { en: 'en-US', es: 'es-US' }

/** Making a formatter takes some 200 times as long as using it, and a chart uses it for each bar: there is one for each language. */
export function byLanguage<F>(make: (locale: string) => F): (language: Language) => F {
  const made: Partial<Record<Language, F>> = {}
  return (language) => (made[language] ??= make(locales[language]))
}

/** The formatter of numbers for a language, made when it is first needed. */
export const numberFormat = (options: Intl.NumberFormatOptions): ((language: Language) => Intl.NumberFormat) =>
  byLanguage((locale) => new Intl.NumberFormat(locale, options))
