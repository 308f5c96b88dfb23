import type { texts as english } from '../en/account-overview.ts'

export const texts: typeof english = {
  page: {
    heading: 'Resumen de la cuenta',
    loading: 'Cargando sus cuentas',
  },
  accounts: {
    title: 'Sus cuentas',
    number: 'Cuenta',
    primary: 'Cuenta principal',
    type: 'Tipo',
    address: 'Dirección del servicio',
    balance: 'Saldo',
    credit: 'A favor',
    pastDue: (amount) => `${amount} vencidos`,
    dueDate: 'Vencimiento',
    noDueDate: 'Nada por pagar',
    empty: 'Ninguna cuenta está vinculada a su sesión. Llámenos, por favor.',
    more: (shown, total) => `Se muestran las primeras ${shown} de sus ${total} cuentas.`,
  },
}
