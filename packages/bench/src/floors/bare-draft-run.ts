import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'

/**
 * The floor of P11, after a run: the rows that it wrote, written again by one bare statement for each table, into tables with the
 * same columns and indexes, in one transaction; and the lines of the bank file joined without a check.
 */
const [folder = ''] = process.argv.slice(2)
const written = [
  'pay.run_item',
  'pay.payment',
  'pay.payment_item',
  'pay.move',
  'pay.posting',
  'pay.booking',
  'pay.ledger_entry',
  'pay.unacknowledged_credit',
  'portal.audit',
  'outbox.event',
  'outbox.message',
]
const client = new pg.Client({ connectionString: process.env['DATABASE_URL'] })
await client.connect()
await client.query('create schema bare')
for (const table of written)
  await client.query(`create table bare.${table.split('.')[1]} (like ${table} including indexes)`)
await client.query('begin')
for (const table of written) await client.query(`insert into bare.${table.split('.')[1]} select * from ${table}`)
await client.query('commit')
const { rows } = await client.query<{ account_number: string; amount: string; payer_name: string; trace: string }>(
  `select account_number, amount::text, payer_name, trace_number as trace from pay.run_item order by trace_number`,
)
const lines = rows.map(
  ({ account_number: account, amount, payer_name: name, trace }) =>
    `627091000019${account.padEnd(17)}${amount.padStart(10, '0')}${account.padEnd(15)}${name.padEnd(22)}R 0${trace}`,
)
writeFileSync(join(folder, 'bare.ach'), `${lines.join('\n')}\n`)
await client.end()
