import type { Language } from '@coopline/rules/kernel/problem'
import { dateFormat } from '../../portal/formats.ts'

const monthFormat = dateFormat({ month: 'long', timeZone: 'UTC' })

/** 'June' for 6. */
export const monthName = (month: number, language: Language): string =>
  monthFormat(language).format(Date.UTC(2001, month - 1, 1))
