import type { Language } from '@coopline/rules/kernel/problem'

/** '2 hours', '90 minutes'. */
export function formatMinutes(minutes: number, language: Language): string {
  const [count, unit] = minutes % 60 === 0 ? [minutes / 60, 'hour'] : [minutes, 'minute']
  return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(count)
}
