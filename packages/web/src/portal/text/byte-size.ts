import type { Language } from '@coopline/rules/kernel/problem'

const units = ['B', 'kB', 'MB', 'GB'] as const

/** Formats a number of bytes, such as "1.2 MB". */
export function byteSize(bytes: number, language: Language): string {
  const power = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3))
  const value = bytes / 1000 ** power
  const format = new Intl.NumberFormat(language === 'es' ? 'es-US' : 'en-US', {
    maximumFractionDigits: power === 0 ? 0 : 1,
  })
  return `${format.format(value)} ${units[power] ?? 'B'}`
}
