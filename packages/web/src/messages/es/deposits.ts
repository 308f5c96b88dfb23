import type { texts as english } from '../en/deposits.ts'

export const texts: typeof english = {
  heading: 'Depósitos',
  loading: 'Cargando sus depósitos',
  type: 'Depósito',
  date: 'Recibido',
  state: 'Estado',
  held: 'En depósito',
  refunded: (day) => `Devuelto el ${day}`,
  interest: 'Intereses',
  amount: 'Monto',
  empty: 'Esta cuenta no tiene depósitos.',
}
