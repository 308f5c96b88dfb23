import type { texts as english } from '../en/delinquent-history.ts'

export const texts: typeof english = {
  heading: 'Pagos atrasados',
  loading: 'Cargando su historial',
  about: (holder, status) => `${holder} · ${status}`,
  billDate: 'Fecha de la factura',
  pastDue: 'Saldo vencido',
  lateFee: 'Recargo por mora',
  cutoffDate: 'Fecha de desconexión',
  document: 'Documento',
  view: 'Ver el PDF',
  ofDay: (day) => ` del ${day}`,
  billOf: (day) => `Factura vencida del ${day}`,
  empty: 'No hay pagos atrasados.',
}
