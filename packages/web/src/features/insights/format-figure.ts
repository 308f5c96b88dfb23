import type { ChangeFigure } from '@coopline/rules/insights/bill-change'
import { cents, formatUsd } from '@coopline/rules/kernel/money'
import type { Language } from '@coopline/rules/kernel/problem'
import type { TextsOf } from '../../portal/text-store.ts'

/** A number as members read it in their language. */
export const formatNumber = (value: number, language: Language, mostDigits = 1): string =>
  new Intl.NumberFormat(language === 'es' ? 'es-US' : 'en-US', { maximumFractionDigits: mostDigits }).format(value)

/** Puts a plus before what was added; text that is negative has its sign. */
export const signed = (text: string, value: number): string => (value > 0 ? `+${text}` : text)

/** A figure of both bills as text. */
export function formatFigure(
  { kind, name, before, after }: ChangeFigure,
  text: TextsOf<'billChange'>['figures'],
  language: Language,
): string {
  const format = (value: number | null): string => {
    if (value === null) return text.none
    if (kind === 'line') return formatUsd(cents(Math.round(value)))
    // Cents for one unit, of which a rate has up to four decimals.
    return kind === 'price' ? `${formatNumber(value, language, 4)}¢` : formatNumber(value, language)
  }
  if (kind === 'share') return text.share(signed(format(after), after ?? 0), name)
  return text[kind](format(before), format(after), name)
}
