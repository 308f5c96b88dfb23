import type { texts as english } from '../en/deposits.ts'

export const texts: typeof english = {
  heading: 'Depósitos',
  loading: 'Cargando sus depósitos',
  type: 'Depósito',
  date: 'Recibido',
  state: 'Estado',
  held: 'En nuestro poder',
  refunded: (day) => `Devuelto el ${day}`,
  interest: 'Intereses',
  amount: 'Importe',
  empty: 'Aquí aparecerían los depósitos que nos deje. Esta cuenta no tiene ninguno.',
}
