import type { texts as english } from '../en/accounts.ts'

export const texts: typeof english = {
  page: {
    heading: 'Todas las cuentas',
    loading: 'Cargando sus cuentas',
  },
  totals: {
    loading: 'Sumando lo que debe',
    owed: 'Total a pagar',
    pastDue: 'Vencido',
    accounts: 'Cuentas',
  },
  search: {
    label: 'Buscar en sus cuentas',
    hint: 'Por número, nombre, dirección o tipo',
    nothing: (search) =>
      `Ninguna de sus cuentas coincide con «${search}». Pruebe con parte de un número, un nombre, una calle o un tipo como Agua.`,
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
    credit: 'A su favor',
    prepaid: 'Saldo prepagado',
    pastDue: 'Vencido',
    dueDate: 'Vencimiento',
    noDueDate: 'Ninguno',
    empty: 'Aquí verá sus cuentas.',
  },
  management: {
    heading: 'Administración de cuentas',
    lead: 'Todo sobre sus cuentas en un solo lugar.',
  },
}
