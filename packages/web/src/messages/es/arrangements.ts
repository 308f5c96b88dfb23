import type { texts as english } from '../en/arrangements.ts'

export const texts: typeof english = {
  heading: 'Acuerdos de pago',
  loading: 'Cargando sus acuerdos',
  notation: 'Acuerdo',
  unnamed: 'Acuerdo de pago',
  nextDue: 'Vencimiento del próximo pago',
  nextAmount: 'Próximo pago',
  balance: 'Saldo restante',
  overdue: 'Vencido',
  empty: 'Esta cuenta no tiene un acuerdo de pago. Llámenos si necesita más tiempo para pagar.',
}
