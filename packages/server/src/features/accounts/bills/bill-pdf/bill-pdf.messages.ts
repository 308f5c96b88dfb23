import type { Language } from '@coopline/rules/kernel/problem'

const english = {
  title: (account: string, day: string) => `Bill dated ${day} for account ${account}`,
  heading: 'Bill',
  accountHolder: 'Name',
  account: 'Account number',
  serviceAddress: 'Service address',
  billDate: 'Bill date',
  dueDate: 'Due date',
  period: 'Service period',
  periodOf: (from: string, to: string) => `${from} to ${to}`,
  usage: 'Usage',
  amountDue: 'Amount due',
  summary: 'Summary',
  previousBalance: 'Previous balance',
  paymentsReceived: 'Payments received',
  charges: 'Charges on this bill',
  endingBalance: 'Balance',
  energyBank: 'Your energy bank',
  banked: 'Banked energy',
  bankValue: 'Value',
  expires: 'Expires',
  trueUp: 'True-up date',
  details: 'Charge details',
  description: 'Description',
  quantity: 'Quantity',
  amount: 'Amount',
  page: (page: number, of: number) => `Page ${page} of ${of}`,
}

/** The words of a drawn bill in one language. */
export type BillPdfTexts = typeof english

const spanish: BillPdfTexts = {
  title: (account, day) => `Factura del ${day} de la cuenta ${account}`,
  heading: 'Factura',
  accountHolder: 'Nombre',
  account: 'Número de cuenta',
  serviceAddress: 'Dirección del servicio',
  billDate: 'Fecha de la factura',
  dueDate: 'Fecha de vencimiento',
  period: 'Período de servicio',
  periodOf: (from, to) => `Del ${from} al ${to}`,
  usage: 'Consumo',
  amountDue: 'Monto a pagar',
  summary: 'Resumen',
  previousBalance: 'Saldo anterior',
  paymentsReceived: 'Pagos recibidos',
  charges: 'Cargos de esta factura',
  endingBalance: 'Saldo',
  energyBank: 'Su banco de energía',
  banked: 'Energía acumulada',
  bankValue: 'Valor',
  expires: 'Vence',
  trueUp: 'Fecha de ajuste anual',
  details: 'Detalle de los cargos',
  description: 'Descripción',
  quantity: 'Cantidad',
  amount: 'Monto',
  page: (page, of) => `Página ${page} de ${of}`,
}

export const billPdfTexts = (language: Language): BillPdfTexts => (language === 'es' ? spanish : english)
