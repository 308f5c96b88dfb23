import { unitWords } from '../../accounts/account-status/cooperative-words.messages.ts'
import { formatUsDate } from '../../kernel/calendar-date.ts'
import type { Language } from '../../kernel/problem.ts'
import { maxReadingDigits, type MeterReadingProblem, type ReadingDoubt } from './check-meter-reading.ts'

const texts = {
  en: {
    'meter-missing': 'Choose a meter.',
    'reading-missing': 'Enter the reading.',
    'reading-not-valid': `Enter up to ${maxReadingDigits} digits. Leave out commas and decimals.`,
    date: (first: string, last: string) => `Choose a date from ${first} to ${last}.`,
    lower: (reading: string, day: string) =>
      `This reading is lower than the last one we have: ${reading} on ${day}. Please compare it with your meter.`,
    rollover: (reading: string, day: string) =>
      `This reading is lower than the last one we have: ${reading} on ${day}. A meter starts again at zero after its highest number. Please check whether yours did.`,
    high: (perDay: string, unit: string, usual: string, day: string) =>
      `This reading means about ${perDay} ${unit} a day since ${day}. Your usual use is about ${usual} ${unit} a day. Please compare it with your meter.`,
    'photo-type': 'The photo must be a JPEG or PNG picture.',
    'photo-broken': 'We could not read this picture. Please choose or take another one.',
    'photo-dimensions': 'This picture has too many pixels. Please choose a smaller one.',
    'photo-too-large': 'The photo can be up to 3 MB.',
    received: (reading: string, meter: string, day: string) =>
      `We received your reading: ${reading} on ${day} for meter ${meter}.`,
  },
  es: {
    'meter-missing': 'Elija un medidor.',
    'reading-missing': 'Ingrese la lectura.',
    'reading-not-valid': `Ingrese hasta ${maxReadingDigits} dígitos, sin comas ni decimales.`,
    date: (first: string, last: string) => `Elija una fecha del ${first} al ${last}.`,
    lower: (reading: string, day: string) =>
      `Esta lectura es menor que la última que tenemos: ${reading} del ${day}. Compárela con su medidor.`,
    rollover: (reading: string, day: string) =>
      `Esta lectura es menor que la última que tenemos: ${reading} del ${day}. Un medidor vuelve a cero después de su número más alto. Revise si el suyo lo hizo.`,
    high: (perDay: string, unit: string, usual: string, day: string) =>
      `Esta lectura equivale a unos ${perDay} ${unit} por día desde el ${day}. Su consumo habitual es de unos ${usual} ${unit} por día. Compárela con su medidor.`,
    'photo-type': 'La foto debe ser una imagen JPEG o PNG.',
    'photo-broken': 'No pudimos leer esta imagen. Elija o tome otra.',
    'photo-dimensions': 'Esta imagen tiene demasiados píxeles. Elija una más pequeña.',
    'photo-too-large': 'La foto puede tener hasta 3 MB.',
    received: (reading: string, meter: string, day: string) =>
      `Recibimos su lectura: ${reading} del ${day} para el medidor ${meter}.`,
  },
} as const

/** Formats a reading or an amount of usage as a whole number with separators. */
export const formatReading = (reading: number): string => Math.round(reading).toLocaleString('en-US')

/** The sentence for a problem of the form. */
export function meterReadingMessage(problem: MeterReadingProblem, language: Language): string {
  const text = texts[language]
  return problem.code === 'date-not-valid'
    ? text.date(formatUsDate(problem.first), formatUsDate(problem.last))
    : text[problem.code]
}

/** The question that a doubtful reading needs an answer to. @param unit unit of the meter, such as `kWh`. */
export function doubtMessage(doubt: ReadingDoubt, unit: string, language: Language): string {
  const text = texts[language]
  const day = formatUsDate(doubt.previous.day)
  return doubt.code === 'high'
    ? text.high(formatReading(doubt.perDay), unitWords(unit, language), formatReading(doubt.usualPerDay), day)
    : text[doubt.code](formatReading(doubt.previous.reading), day)
}

/** The confirmation after a reading is recorded. */
export const readingReceived = (
  { reading, meterNumber, readOn }: { readonly reading: number; readonly meterNumber: string; readonly readOn: string },
  language: Language,
): string => texts[language].received(formatReading(reading), meterNumber, readOn)
