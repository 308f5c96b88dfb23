import { formatUsd, zeroCents } from '../../kernel/money.ts'
import type { Language } from '../../kernel/problem.ts'
import { convenienceFee, type FeeOption } from './convenience-fee.ts'

const texts = {
  en: (fee: string) => `A convenience fee of ${fee} is added to each payment.`,
  es: (fee: string, kind: FeeOption['kind']) =>
    `A cada pago se le agrega un cargo por conveniencia ${kind === 'percent' ? 'del' : 'de'} ${fee}.`,
} as const satisfies Record<Language, object>

/** A fee as a member reads it: '2.95%' or '$1.50'; empty when there is none. */
export function feeText(option: FeeOption): string {
  if (Number(option.value) === 0 || option.count === 0) return ''
  return option.kind === 'percent' ? `${option.value}%` : formatUsd(convenienceFee(option, zeroCents))
}

/** The fee of payments whose amounts are not known yet, as a sentence; empty when there is none. */
export function feeOfEachPayment(option: FeeOption, language: Language): string {
  const fee = feeText(option)
  return fee === '' ? '' : texts[language](fee, option.kind)
}
