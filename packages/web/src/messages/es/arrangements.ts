import type { texts as english } from '../en/arrangements.ts'

export const texts: typeof english = {
  heading: 'Convenios de pago',
  loading: 'Cargando sus convenios',
  notation: 'Convenio',
  unnamed: 'Convenio de pago',
  nextDue: 'Vence el próximo pago',
  nextAmount: 'Próximo pago',
  balance: 'Por pagar',
  overdue: 'Vencido',
  empty: 'Aquí aparecería un convenio de pago. Esta cuenta no tiene ninguno; llámenos si lo necesita.',
}
