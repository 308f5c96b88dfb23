import { type CalendarDate, formatUsDate } from '../../kernel/calendar-date.ts'
import type { Language } from '../../kernel/problem.ts'

const texts = {
  en: {
    unsupported: 'Usage data is not supported for the selected account.',
    suspended: 'Usage data is not available at the moment. Please contact us if you have questions.',
    noData: 'There were no usage data found for this account.',
    noDataInRange: (from: string, to: string) =>
      `No usage data was found for the selected date range ${from} to ${to}. Please adjust the date range using the fields above.`,
    noIntervals: (date: string) =>
      `There were no hourly usage data found for the selected date ${date}. You need to adjust your date range...`,
  },
  es: {
    unsupported: 'No hay datos de consumo disponibles para la cuenta seleccionada.',
    suspended:
      'Los datos de consumo no están disponibles en este momento. Comuníquese con nosotros si tiene preguntas.',
    noData: 'No se encontraron datos de consumo para esta cuenta.',
    noDataInRange: (from: string, to: string) =>
      `No se encontraron datos de consumo para el rango de fechas seleccionado, del ${from} al ${to}. Cambie las fechas en los campos de arriba.`,
    noIntervals: (date: string) =>
      `No se encontraron datos de consumo por hora para la fecha seleccionada ${date}. Cambie el rango de fechas...`,
  },
} as const

/** The message for an account that does not show usage (US-37). */
export const unsupportedUsageMessage = (language: Language): string => texts[language].unsupported

/** The default message for suspended usage, when the cooperative has not set its own (US-40, US-42). */
export const suspendedUsageMessage = (language: Language): string => texts[language].suspended

/** The message when the first load finds no usage (US-66, REQ-D-231). */
export const noUsageMessage = (language: Language): string => texts[language].noData

/** The message when a search finds no usage (US-67, REQ-D-231). */
export const noUsageInRangeMessage = (from: CalendarDate, to: CalendarDate, language: Language): string =>
  texts[language].noDataInRange(formatUsDate(from), formatUsDate(to))

/** The message for a day without interval data (US-65, REQ-D-231). */
export const noIntervalsMessage = (date: CalendarDate, language: Language): string =>
  texts[language].noIntervals(formatUsDate(date))
