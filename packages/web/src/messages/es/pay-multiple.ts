import type { texts as english } from '../en/pay-multiple.ts'

export const texts: typeof english = {
  heading: 'Hacer un pago',
  payLater: 'No puedo pagar todo',
  lead: 'Elija las cuentas que desea pagar, cuánto y cómo.',
  loading: 'Cargando lo que se puede pagar…',
  later: 'Aquí podrá pagar sus cuentas.',
  account: 'Cuenta que va a pagar',
  accounts: 'Cuentas que va a pagar',
  search: 'Buscar una cuenta',
  found: (count) =>
    count === 0
      ? 'Ninguna cuenta coincide con su búsqueda.'
      : count === 1
        ? 'Coincide 1 cuenta.'
        : `Coinciden ${count} cuentas.`,
  selectDue: 'Seleccionar todas las que tengan un monto por pagar',
  selectDueGroup: (first, last, count) => `Seleccionar de la ${first} a la ${last} de ${count} con un monto por pagar`,
  selected: (count, most) =>
    count > most
      ? `Puede pagar hasta ${most} cuentas a la vez. Hay ${count} seleccionadas: quite ${count - most} y pague el resto después.`
      : `Puede pagar hasta ${most} cuentas a la vez. ${count === 1 ? 'Hay 1 seleccionada' : `Hay ${count} seleccionadas`}.`,
  clear: 'Quitar la selección',
  showAll: (count) => `Mostrar las ${count} cuentas`,
  name: (type, accountNumber) => `${type}, cuenta ${accountNumber}`,
  forAccount: (accountNumber) => `para la cuenta ${accountNumber}`,
  atAccount: (accountNumber, problem) => `Cuenta ${accountNumber}: ${problem}`,
  arrangement: 'Próximo pago del acuerdo',
  arranged: (due) => `Lo próximo que debe pagar es ${due}. Su acuerdo de pago le da más tiempo para el resto.`,
  payWhole: (balance) => `Pagar todo el saldo, ${balance}`,
  payDue: (due) => `Pagar solo ${due}`,
  payment: 'Su pago',
  count: (count) => (count === 1 ? 'Para 1 cuenta.' : `Para ${count} cuentas.`),
  taxIncluded: 'Impuestos incluidos.',
  noneOnline: 'En este momento no puede pagar estas cuentas en línea.',
  toConfirm: {
    shown:
      'Su banco le pide que confirme. Pague con la misma tarjeta en la página siguiente, y su banco se lo preguntará allí.',
    waiting: (amount: string) => `Su banco le pide que confirme su pago de ${amount}. Todavía no se pagó nada.`,
    choose: (amount: string) => `Confirmar el pago de ${amount}`,
  },
  nextStored: 'Cobramos a esta forma de pago en cuanto seleccione Pagar.',
  cancel: 'Cancelar',
  others: 'Pagar otras cuentas',
  schedule: {
    submit: { label: 'Programar el pago', busyLabel: 'Programando' },
    next: 'Haremos el cargo a su forma de pago ese día. Hasta entonces puede eliminar el pago.',
    later: {
      date: 'Fecha del pago',
      hint: 'Déjela vacía para pagar ahora.',
      method: 'Forma de pago',
      choose: 'Elija una forma de pago',
      noMethod: 'Guarde una forma de pago antes de programar un pago.',
      addMethod: 'Formas de pago',
      notLoaded: 'Puede pagar ahora. Para elegir otro día, inténtelo de nuevo.',
    },
  },
}
