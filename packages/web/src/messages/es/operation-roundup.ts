import type { texts as english } from '../en/operation-roundup.ts'

export const texts: typeof english = {
  lead: 'Elija las cuentas cuyas facturas quiere que redondeemos.',
  loading: 'Cargando sus cuentas',
  search: 'Buscar',
  searchHint: 'Número de cuenta o dirección',
  noMatch: 'Ninguna cuenta coincide con su búsqueda.',
  help: {
    link: 'Cómo funciona Operation RoundUp',
    close: 'Cerrar',
    text: 'Redondeamos su factura al siguiente dólar. Los centavos adicionales ayudan a personas de nuestra comunidad. Puede dejar de participar en cualquier momento.',
    plus: 'Con un monto, también sumamos ese monto a cada factura. Con una fecha de finalización, su inscripción termina ese día.',
  },
  all: 'Seleccionar todas',
  columns: {
    select: 'Seleccionar',
    account: 'Cuenta',
    type: 'Tipo',
    address: 'Dirección',
    enrolled: 'Inscrita',
    amount: 'Monto',
    expiration: 'Fecha de finalización',
  },
  ofAccount: (column, accountNumber) => `${column}, cuenta ${accountNumber}`,
  proceed: 'Continuar',
  saving: 'Guardando…',
  selectFirst: 'Seleccione al menos una cuenta.',
  nothingChanged: 'Estas cuentas ya tienen estas opciones.',
}
