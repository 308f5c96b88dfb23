import { queryOnce } from './postgresql-server.ts'

/** Tables that a payment writes to. The counters of attempts are left out: they have one row however often they count. */
const tables = [
  'pay.payment',
  'pay.payment_item',
  'pay.move',
  'pay.posting',
  'pay.booking',
  'pay.ledger_entry',
  'pay.unacknowledged_credit',
  'outbox.event',
  'outbox.message',
] as const

/** Counts the rows of a database that belong to payments. */
export async function countRows(url: string): Promise<number> {
  const counts = tables.map((table) => `(select count(*) from ${table})`).join(' + ')
  const [row] = await queryOnce(url, `select ${counts} as rows`)
  return Number(row?.['rows'])
}
