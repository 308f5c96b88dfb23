import { addDays, type CalendarDate } from '@coopline/rules/kernel/calendar-date'
import { sql } from 'kysely'
import { importBundle } from '../features/site/integration/public.ts'
import { runEventsCommand } from '../features/site/integration/run-events-command.ts'
import { bundleFolder, csv } from './bundle-folder.ts'
import type { TestPortal } from './test-portal.ts'

/** The cooperative's own system in a test: it bills accounts, posts what the portal's events report, and exports its balances. */
export interface CooperativeSystem {
  /** Bills an account today. The next export tells the portal. */
  readonly bill: (accountNumber: string, date: CalendarDate, amount: number) => void
  /** Fetches the portal's new events, posts the money in them, and imports balances and bills as a nightly export would. */
  readonly exchange: () => Promise<void>
  /** Returns the cents that an account owes by this system's books. */
  readonly owedBy: (accountNumber: string) => number
  /** Cents by the kinds of the events about payments. */
  readonly posted: ReadonlyMap<string, number>
}

const daysToPay = 21

/** The effect of an event about a payment on the amount that the account owes: 1 raises it, -1 lowers it. */
const effects: Readonly<Record<string, -1 | 1>> = {
  'payment-confirmed': -1,
  'payment-refunded': 1,
  'payment-returned': 1,
  'payment-return-fee': 1,
  'payment-reinstated': -1,
}

interface PortalEvent {
  readonly id: number
  readonly kind: string
  readonly accountNumber: string | null
  readonly body: { readonly amount?: number }
}

interface Books {
  owed: number
  dueDate: string
  /** The last of the portal's events that these books include. */
  through: number | ''
  /** The columns of its balance that the portal imported first and nothing here changes. */
  readonly others: readonly string[]
}

/** Opens the books with the balances that the portal has imported. */
export async function openCooperativeSystem(portal: TestPortal): Promise<CooperativeSystem> {
  const accounts = await loadBooks(portal)
  const posted = new Map<string, number>()
  let bills: string[] = []
  let after = 0
  const booksOf = (accountNumber: string): Books => {
    const books = accounts.get(accountNumber)
    if (books === undefined) throw new Error(`The cooperative has no account ${accountNumber}`)
    return books
  }
  const post = ({ id, kind, accountNumber, body: { amount = 0 } }: PortalEvent) => {
    const effect = effects[kind]
    if (effect === undefined || accountNumber === null) return
    const books = booksOf(accountNumber)
    books.owed += effect * amount
    books.through = id
    posted.set(kind, (posted.get(kind) ?? 0) + amount)
  }
  const fetchEvents = async () => {
    const { output } = await runEventsCommand(portal.deps, ['list', '--after', String(after)])
    const events = output === '' ? [] : output.split('\n').map((line) => JSON.parse(line) as PortalEvent)
    for (const event of events) post(event)
    after = events.at(-1)?.id ?? after
    const others = events.filter(({ kind }) => effects[kind] === undefined).map(({ id }) => String(id))
    if (others.length > 0) await runEventsCommand(portal.deps, ['acknowledge', ...others])
  }
  return {
    bill: (accountNumber, date, amount) => {
      const books = booksOf(accountNumber)
      books.owed += amount
      books.dueDate = addDays(date, daysToPay)
      bills.push([accountNumber, date, books.dueDate, dollars(amount)].join(','))
    },
    exchange: async () => {
      await fetchEvents()
      const directory = bundleFolder({
        'balances.csv': csv(`${balanceColumns},payments_through_event`, ...[...accounts].map(balanceRow)),
        'bills.csv': csv('account_number,bill_date,due_date,amount', ...bills),
      })
      const faults: string[] = []
      await importBundle(portal.deps, { directory, report: (entry) => void faults.push(entry.reason) })
      if (faults.length > 0) throw new Error(`The export was not imported: ${faults.join(', ')}`)
      bills = []
    },
    owedBy: (accountNumber) => booksOf(accountNumber).owed,
    posted,
  }
}

const balanceColumns =
  'account_number,balance,due_date,past_due,cutoff_amount,cutoff_date,reconnect_fee,additional_deposit,disconnect_fee,over_pay_amount,prepaid_reconnect'

async function loadBooks({ db }: TestPortal): Promise<Map<string, Books>> {
  const { rows } = await sql<{ account: string; balance: number; due: string | null; others: readonly string[] }>`
    select account_number as account, balance, due_date::text as due, array[
      (past_due / 100.0)::numeric(12, 2)::text, (cutoff_amount / 100.0)::numeric(12, 2)::text, coalesce(cutoff_date::text, ''),
      (reconnect_fee / 100.0)::numeric(12, 2)::text, (additional_deposit / 100.0)::numeric(12, 2)::text,
      (disconnect_fee / 100.0)::numeric(12, 2)::text, (over_pay_amount / 100.0)::numeric(12, 2)::text,
      (prepaid_reconnect / 100.0)::numeric(12, 2)::text] as others
    from cis.balance order by account_number`.execute(db)
  return new Map(
    rows.map(({ account, balance, due, others }) => [
      account,
      { owed: balance, dueDate: due ?? '', through: '', others },
    ]),
  )
}

const balanceRow = ([account, { owed, dueDate, others, through }]: readonly [string, Books]): string =>
  [account, dollars(owed), dueDate, ...others, through].join(',')

const dollars = (cents: number): string => (cents / 100).toFixed(2)
