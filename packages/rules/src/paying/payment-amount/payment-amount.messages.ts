import { formatUsd } from '../../kernel/money.ts'
import type { Language } from '../../kernel/problem.ts'
import type { AccountsTogetherProblem, PaymentAmountProblem } from './check-payment-amount.ts'
import type { BelowCutoffMinimum, CutoffFee } from './amount-limits.ts'

type Problem = PaymentAmountProblem | AccountsTogetherProblem
/** Sentences by code; `figure` is the amount that the sentence names, with the fees in words, or a number of accounts. */
type Sentences = Record<Problem['code'], (figure: string) => string>

const sentences: Record<Language, Sentences> = {
  en: {
    'amount-not-valid': () => 'You must enter valid amount.',
    'amount-not-positive': () => 'Payment amount should be greater than 0.',
    'amount-too-large': (figure) => `You must enter a payment amount less than ${figure}.`,
    // The requirements quote the two prepaid sentences without a full stop.
    'below-prepaid-reconnect': (figure) => `You must pay the minimum reconnect amount of ${figure}`,
    'below-prepaid-minimum': (figure) => `You must pay the minimum amount of ${figure}`,
    'below-cutoff-minimum': (figure) => `At this time, you are required to pay a minimum payment amount of ${figure}.`,
    'underpay-not-allowed': () => 'You may not pay less than your account balance.',
    'overpay-not-allowed': () => 'You may not overpay your account balance.',
    'no-account-chosen': () => 'Select at least one account to pay.',
    'too-many-accounts': (figure) => `You can pay up to ${figure} accounts at a time.`,
  },
  es: {
    'amount-not-valid': () => 'Debe ingresar un monto válido.',
    'amount-not-positive': () => 'El monto del pago debe ser mayor que 0.',
    'amount-too-large': (figure) => `Debe ingresar un monto de pago menor que ${figure}.`,
    'below-prepaid-reconnect': (figure) => `Debe pagar el monto mínimo de reconexión de ${figure}`,
    'below-prepaid-minimum': (figure) => `Debe pagar el monto mínimo de ${figure}`,
    'below-cutoff-minimum': (figure) => `En este momento, debe pagar un monto mínimo de ${figure}.`,
    'underpay-not-allowed': () => 'No puede pagar menos del saldo de su cuenta.',
    'overpay-not-allowed': () => 'No puede pagar más del saldo de su cuenta.',
    'no-account-chosen': () => 'Seleccione al menos una cuenta para pagar.',
    'too-many-accounts': (figure) => `Puede pagar hasta ${figure} cuentas a la vez.`,
  },
}

const feeNames: Record<Language, Record<CutoffFee['kind'], string>> = {
  en: {
    'reconnect-fee': 'a reconnect fee of',
    'additional-deposit': 'an additional deposit of',
    'disconnect-fee': 'a disconnect fee of',
  },
  es: {
    'reconnect-fee': 'un cargo por reconexión de',
    'additional-deposit': 'un depósito adicional de',
    'disconnect-fee': 'un cargo por desconexión de',
  },
}

/** The documented sentence for a problem with the payment amount, or its Spanish counterpart. */
export const paymentAmountMessage = (problem: Problem, language: Language): string =>
  sentences[language][problem.code](figureIn(problem, language))

function figureIn(problem: Problem, language: Language): string {
  if (problem.code === 'too-many-accounts') return String(problem.most)
  if ('lessThan' in problem) return formatUsd(problem.lessThan)
  if ('fees' in problem) return formatUsd(problem.minimum) + feesIn(language, problem)
  return 'minimum' in problem ? formatUsd(problem.minimum) : ''
}

// Names only the fees above 0 (REQ-D-042): 'A', 'A and B', 'A, B and C'.
function feesIn(language: Language, { fees }: BelowCutoffMinimum): string {
  const named = fees.map((fee) => `${feeNames[language][fee.kind]} ${formatUsd(fee.amount)}`)
  const last = named.pop()
  if (last === undefined) return ''
  const and = language === 'es' ? ' y ' : ' and '
  const list = named.length === 0 ? last : `${named.join(', ')}${and}${last}`
  return language === 'es' ? `, que incluye ${list}` : ` which includes ${list}`
}
