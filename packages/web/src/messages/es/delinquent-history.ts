import type { texts as english } from '../en/delinquent-history.ts'

export const texts: typeof english = {
  heading: 'Pagos atrasados',
  loading: 'Cargando su historial',
  about: (holder, status) => `${holder} · ${status}`,
  billDate: 'Fecha de la factura',
  pastDue: 'Vencido',
  lateFee: 'Recargo por mora',
  cutoffDate: 'Fecha de corte',
  document: 'Documento',
  view: 'Ver el PDF',
  ofDay: (day) => ` del ${day}`,
  billOf: (day) => `Factura atrasada del ${day}`,
  empty: 'No hay pagos atrasados.',
}
