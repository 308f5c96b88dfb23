import type { texts as english } from '../en/accounts.ts'

export const texts: typeof english = {
  page: {
    heading: 'Todas las cuentas',
    loading: 'Cargando sus cuentas',
  },
  totals: {
    loading: 'Cargando sus totales',
    owed: 'Total a pagar',
    pastDue: 'Saldo vencido',
    accounts: 'Cuentas',
  },
  search: {
    label: 'Buscar en sus cuentas',
    hint: 'Por número, nombre, dirección o tipo',
    nothing: (search) =>
      `Ninguna cuenta coincide con “${search}”. Pruebe con parte de un número de cuenta, un nombre, una calle o un tipo de servicio, como Agua.`,
  },
  table: {
    caption: 'Sus cuentas',
    number: 'Cuenta',
    primary: 'Cuenta principal',
    holder: 'Nombre',
    address: 'Dirección del servicio',
    type: 'Tipo',
    status: 'Estado',
    balance: 'Saldo',
    credit: 'Saldo a favor',
    prepaid: 'Saldo prepagado',
    pastDue: 'Saldo vencido',
    dueDate: 'Vencimiento',
    noDueDate: 'Ninguno',
    empty: 'Aquí verá sus cuentas.',
  },
  management: {
    heading: 'Administración de cuentas',
    lead: 'Todo sobre sus cuentas en un solo lugar.',
  },
}
