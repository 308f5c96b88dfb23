import { oneUnitWords, unitWords } from '@coopline/rules/accounts/account-status/cooperative-words.messages'
import type { ChangeFigure } from '@coopline/rules/usage/insights/bill-change'
import { cents, formatUsd } from '@coopline/rules/kernel/money'
import type { Language } from '@coopline/rules/kernel/problem'
import { numberFormat } from '../../../portal/text/formats.ts'
import type { TextsOf } from '../../../portal/text/text-store.ts'

const numbers = numberFormat({ maximumFractionDigits: 1 })
// Cents per unit: a rate has up to four decimals.
const prices = numberFormat({ maximumFractionDigits: 4 })

/** Formats a number in the member's language, with one decimal at most. */
export const formatNumber = (value: number, language: Language): string => numbers(language).format(value)

/** Prefixes a plus sign to a positive amount. Negative text already has its sign. */
export const signed = (text: string, value: number): string => (value > 0 ? `+${text}` : text)

/** Formats one figure of a bill; that of a line without the description of the line. */
export function formatFigure(
  { kind, name, before, after }: ChangeFigure,
  text: TextsOf<'billChange'>['figures'],
  language: Language,
): string {
  const format = (value: number | null): string => {
    if (value === null) return text.none
    if (kind === 'line') return formatUsd(cents(Math.round(value)))
    return kind === 'price' ? `${prices(language).format(value)}¢` : formatNumber(value, language)
  }
  if (kind === 'share') return text.share(format(Math.abs(after ?? 0)), unitWords(name, language), (after ?? 0) > 0)
  return text[kind](format(before), format(after), nameOf(kind, name, language))
}

/** The unit of a quantity or of a price. */
const nameOf = (kind: ChangeFigure['kind'], name: string, language: Language): string =>
  kind === 'price' ? oneUnitWords(name, language) : unitWords(name, language)
