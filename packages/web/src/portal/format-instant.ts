import type { Language } from '@coopline/rules/kernel/problem'
import { dateFormat } from './formats.ts'

const timeFormat = dateFormat({ timeStyle: 'short' })
const instantFormat = dateFormat({ dateStyle: 'medium', timeStyle: 'short' })

/** The time of an instant in the time zone of the browser, such as "2:15 PM". */
export const formatTime = (instant: string, language: Language): string =>
  timeFormat(language).format(new Date(instant))

/** An instant as date and time in the time zone of the browser, such as "Mar 1, 2027, 8:00 AM". */
export const formatInstant = (instant: string, language: Language): string =>
  instantFormat(language).format(new Date(instant))
