import type { Language } from '../../kernel/problem.ts'
import type { UsageRangeProblem } from './check-usage-range.ts'

const texts: Record<Language, Record<UsageRangeProblem['code'], string>> = {
  en: {
    'date-missing': 'Date is required.',
    'date-too-early': 'Choose a later date.',
    'range-invalid': 'Invalid date range.',
    'range-too-long': 'The search date range should not exceed 180 days.',
    'start-too-early': 'The start date should be within 180 days before today.',
  },
  es: {
    'date-missing': 'La fecha es obligatoria.',
    'date-too-early': 'Elija una fecha posterior.',
    'range-invalid': 'El rango de fechas no es válido.',
    'range-too-long': 'El rango de fechas de la búsqueda no debe superar los 180 días.',
    'start-too-early': 'La fecha de inicio debe estar dentro de los 180 días anteriores a hoy.',
  },
}

/** The message for a usage search problem (US-47 to US-53). */
export const usageRangeMessage = ({ code }: Pick<UsageRangeProblem, 'code'>, language: Language): string =>
  texts[language][code]
