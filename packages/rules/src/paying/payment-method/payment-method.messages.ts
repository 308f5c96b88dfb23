import type { Language } from '../../kernel/problem.ts'
import type { MethodNotShared, NoSharedMethod, NotPayable, PaymentMethods, PaymentType } from './payment-methods.ts'

type Restriction = Exclude<PaymentMethods['restriction'], 'none'>

const texts = {
  en: {
    bothRestricted:
      'Both Echeck and Credit card payment methods are restricted for this account. Please contact customer support.',
    cutoffFallback:
      'You cannot pay this account online while a cutoff amount is due. Please contact customer support to pay.',
    methodRestricted: {
      cc: 'You cannot pay this account by card. Choose eCheck.',
      echeck: 'You cannot pay this account by eCheck. Choose a card.',
    },
    noSharedMethod: 'Some of these accounts take only cards and others only eChecks. Pay them in two payments.',
    methodNotShared: {
      cc: 'One or more of these accounts cannot be paid by card. Choose eCheck.',
      echeck: 'One or more of these accounts cannot be paid by eCheck. Choose a card.',
    },
    tooltips: {
      both: 'ECheck & Credit Card Payment Restricted.',
      card: 'Credit Card Payment Restricted.',
      echeck: 'ECheck Payment Restricted.',
    },
    methods: { cc: 'Credit or debit card', echeck: 'eCheck' },
  },
  es: {
    bothRestricted:
      'Los pagos con cheque electrónico y con tarjeta de crédito están restringidos para esta cuenta. Comuníquese con atención al cliente.',
    cutoffFallback:
      'No puede pagar esta cuenta en línea mientras deba un monto sujeto a desconexión. Comuníquese con atención al cliente para pagar.',
    methodRestricted: {
      cc: 'No puede pagar esta cuenta con tarjeta. Elija cheque electrónico.',
      echeck: 'No puede pagar esta cuenta con cheque electrónico. Elija una tarjeta.',
    },
    noSharedMethod:
      'Algunas de estas cuentas solo aceptan tarjeta y otras solo cheque electrónico. Páguelas en dos pagos.',
    methodNotShared: {
      cc: 'Al menos una de estas cuentas no se puede pagar con tarjeta. Elija cheque electrónico.',
      echeck: 'Al menos una de estas cuentas no se puede pagar con cheque electrónico. Elija una tarjeta.',
    },
    tooltips: {
      both: 'Pago con cheque electrónico y con tarjeta de crédito restringido.',
      card: 'Pago con tarjeta de crédito restringido.',
      echeck: 'Pago con cheque electrónico restringido.',
    },
    methods: { cc: 'Tarjeta de crédito o débito', echeck: 'Cheque electrónico' },
  },
} satisfies Record<
  Language,
  {
    bothRestricted: string
    cutoffFallback: string
    methodRestricted: Record<PaymentType, string>
    noSharedMethod: string
    methodNotShared: Record<PaymentType, string>
    tooltips: Record<Restriction, string>
    methods: Record<PaymentType, string>
  }
>

/**
 * The sentence for an account that cannot be paid (with that method).
 *
 * @param cutoffMessage the cooperative's own cutoff message, shown as it is; a general sentence replaces it when it is
 *   empty.
 */
export function notPayableMessage(problem: NotPayable, cutoffMessage: string, language: Language): string {
  if (problem.code === 'method-restricted') return texts[language].methodRestricted[problem.method]
  if (problem.code === 'both-methods-restricted') return texts[language].bothRestricted
  return cutoffMessage.trim() === '' ? texts[language].cutoffFallback : cutoffMessage
}

/** The sentence for accounts that cannot be paid together (with that method). */
export const notPayableTogetherMessage = (problem: NoSharedMethod | MethodNotShared, language: Language): string =>
  problem.code === 'no-shared-method' ? texts[language].noSharedMethod : texts[language].methodNotShared[problem.method]

/** The tooltip that says which methods are restricted; `null` when none is. */
export const restrictionTooltip = (restriction: PaymentMethods['restriction'], language: Language): string | null =>
  restriction === 'none' ? null : texts[language].tooltips[restriction]

/** Names a payment method as pages show it. */
export const paymentMethodName = (method: PaymentType, language: Language): string => texts[language].methods[method]
