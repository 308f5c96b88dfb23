import { expect, it } from 'vitest'
import { useTestDatabase } from '../../testing/test-database.ts'
import { portalSchemas } from './database-roles.ts'

const database = useTestDatabase()

const namesOf = async (sql: string): Promise<unknown[]> => (await database.runScript(sql)).map(({ name }) => name)

/** Tables of the schema `pay` whose rows change, and why that is safe: none of them says what money moved. */
const changing = [
  'pay.alarm', // Settled by staff.
  'pay.bank_file', // Released once; its entries are bookings of their own.
  'pay.bank_return', // When a returned debit is presented again; what it reverses is booked.
  'pay.compared_day', // When a day was compared.
  'pay.guest_payment', // Loses the guest when their login is erased; the payment stays.
  'pay.method_request', // Answered once by the provider.
  'pay.payment', // Its state; each move is in pay.move.
  'pay.payment_item', // Written once with its payment.
  'pay.provider_notice', // When the provider is asked next, and whether that was done.
  'pay.refund', // Its state; the audit has each request, and the ledger what was refunded.
  'pay.reported_payment', // Deleted by the reconciliation that wrote it.
  'pay.run', // How far a run has come.
  'pay.run_item', // The outcome of a due date; collected amounts are booked.
  'pay.stored_method', // Named, made the default and removed by its member.
  'pay.unacknowledged_credit', // Deleted once the cooperative has acknowledged the payment.
]

const withTrigger = (name: string): string => `
  select tgrelid::regclass::text as name from pg_trigger where tgname = '${name}' order by 1`

it('grants the serving role the rows of every schema that has tables', async () => {
  const schemas = await namesOf(`
    select distinct schemaname as name from pg_tables
    where schemaname not in ('pg_catalog', 'information_schema', 'public') order by 1`)
  // The job queue creates its own schema at its first start.
  expect(new Set([...schemas, 'job'])).toEqual(new Set(portalSchemas))
})

it('keeps every table of money append-only, but those that are listed as changing', async () => {
  const money = await namesOf(`
    select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname = 'pay' order by 1`)
  const appendOnly = await namesOf(withTrigger('append_only'))
  expect(money.filter((name) => !appendOnly.includes(name))).toEqual(changing)
})

it('refuses TRUNCATE of every table that is append-only', async () => {
  const appendOnly = await namesOf(withTrigger('append_only'))
  expect(appendOnly.length).toBeGreaterThanOrEqual(5)
  expect(await namesOf(withTrigger('append_only_truncate'))).toEqual(appendOnly)
})
