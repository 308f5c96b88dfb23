import type { Language } from '../../kernel/problem.ts'
import { maxReasonLength, type ReasonProblem } from './check-reason.ts'
import type { RefundProblem } from './check-refund.ts'

/** The reason that nothing was done about a payment or an alarm. */
export type StaffPaymentRefusal =
  | ReasonProblem['code']
  | 'not-under-review'
  | 'no-such-report'
  | 'reports-differ'
  | 'no-money'
  | 'not-bookable'
  | 'not-refundable'
  | 'refund-under-way'
  | 'refund-refused'
  | 'refund-unknown'
  | RefundProblem['code']
  | 'refund-whole-only'
  | 'refund-too-old'
  | 'refund-not-settled'
  | 'refund-no-balance'
  | 'needs-another-person'
  | 'alarm-not-open'

const texts: Record<Language, Record<StaffPaymentRefusal, string>> = {
  en: {
    'reason-missing': 'Enter a reason.',
    'reason-too-long': `The reason can have up to ${maxReasonLength} characters.`,
    'not-under-review':
      'This payment is no longer under review. Another person may have decided it. Nothing was changed.',
    'no-such-report': 'The provider has no report of this payment that can be accepted. Nothing was changed.',
    'reports-differ': 'The provider reported different figures. Choose the report to accept. Nothing was changed.',
    'no-money': 'This report is not about a charge. Reject the payment. Nothing was changed.',
    'not-bookable':
      'The payment cannot be booked with these figures. Refund it at the provider and reject it here. Nothing was changed.',
    'not-refundable': 'Only a confirmed payment can be refunded. This one has changed. Nothing was done.',
    'refund-under-way':
      'Another person asked for this refund less than a minute ago. Reload the payment to see the result.',
    'needs-another-person': 'You have asked for this before. Another person must decide the same. Nothing was changed.',
    'refund-refused': 'The provider refused the refund. Check the payment at the provider.',
    'refund-unknown': 'The provider does not know this payment, so nothing was refunded.',
    'refund-amount-missing': 'Enter an amount above $0.00.',
    'refund-too-much': 'This is more than is left of the payment. Enter what is left or less. Nothing was refunded.',
    'refund-too-old': 'The payment is too old for the provider to refund. Pay the money back in another way.',
    'refund-not-settled': 'The provider cannot refund a part of this payment before it is settled. Try again tomorrow.',
    'refund-no-balance': 'The provider has too little of the cooperative’s money for this refund. Try again later.',
    'refund-whole-only': 'The provider refunds whole payments only. Enter the whole amount. Nothing was refunded.',
    'alarm-not-open':
      'This alarm is not open, or accepting or rejecting its payment will settle it. Nothing was changed.',
  },
  es: {
    'reason-missing': 'Ingrese un motivo.',
    'reason-too-long': `El motivo puede tener hasta ${maxReasonLength} caracteres.`,
    'not-under-review':
      'Este pago ya no está en revisión. Es posible que otra persona lo haya decidido. No se cambió nada.',
    'no-such-report': 'El proveedor no tiene ningún informe de este pago que se pueda aceptar. No se cambió nada.',
    'reports-differ':
      'El proveedor informó importes diferentes. Elija el informe que desea aceptar. No se cambió nada.',
    'no-money': 'Este informe no trata de un cobro. Rechace el pago. No se cambió nada.',
    'not-bookable':
      'El pago no se puede asentar con estos importes. Reembólselo con el proveedor y rechácelo aquí. No se cambió nada.',
    'not-refundable': 'Solo se puede reembolsar un pago confirmado. Este ha cambiado. No se hizo nada.',
    'refund-under-way':
      'Otra persona solicitó este reembolso hace menos de un minuto. Vuelva a cargar el pago para ver el resultado.',
    'needs-another-person': 'Usted ya lo solicitó. Otra persona debe decidir lo mismo. No se cambió nada.',
    'refund-refused': 'El proveedor no aceptó el reembolso. Revise el pago con el proveedor.',
    'refund-unknown': 'El proveedor no conoce este pago, así que no se reembolsó nada.',
    'refund-amount-missing': 'Ingrese un importe mayor que $0.00.',
    'refund-too-much':
      'Esto supera lo que queda del pago. Ingrese lo que queda o un importe menor. No se reembolsó nada.',
    'refund-whole-only':
      'El proveedor solo reembolsa pagos completos. Ingrese el importe completo. No se reembolsó nada.',
    'refund-too-old':
      'El pago es demasiado antiguo para que el proveedor lo reembolse. Devuelva el dinero de otra forma.',
    'refund-not-settled':
      'El proveedor no puede reembolsar una parte de este pago antes de liquidarlo. Inténtelo de nuevo mañana.',
    'refund-no-balance':
      'El proveedor tiene muy poco dinero de la cooperativa para este reembolso. Inténtelo de nuevo más tarde.',
    'alarm-not-open': 'Esta alarma no está abierta, o se cerrará al aceptar o rechazar su pago. No se cambió nada.',
  },
}

/** The sentence for staff. */
export const staffPaymentMessage = (code: StaffPaymentRefusal, language: Language): string => texts[language][code]
