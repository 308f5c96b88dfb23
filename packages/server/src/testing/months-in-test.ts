import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { addDays, type CalendarDate } from '@coopline/rules/kernel/calendar-date'
import { sql } from 'kysely'
import { afterAll } from 'vitest'
import { compareDays } from '../features/paying/payments/reconcile/compare-days.ts'
import { checkNacha } from './check-nacha.ts'
import { bankFileFaults } from './bank-file-faults.ts'
import { usePortalWithSandbox } from './sandbox-in-test.ts'

/** A due date that a run took, with its outcome. */
export interface DueDateInTest {
  readonly kind: string
  readonly account: string
  readonly due: string
  readonly run: string
  readonly state: string
  /** The amount in cents. */
  readonly amount: number
}

/** A taken due date as one line, for comparing lists that are in no order. */
export const dueDateLine = ({ kind, account, due, run, state, amount }: DueDateInTest): string =>
  `${kind} ${account} due ${due} run ${run} ${state} ${amount}`

/** A portal with the provider's sandbox and a folder of bank files, for tests of a file that simulate months day by day. */
export function useMonths() {
  const running = usePortalWithSandbox()
  const { portal } = running
  const directory = mkdtempSync(join(tmpdir(), 'coopline-months-'))
  afterAll(() => rmSync(directory, { recursive: true }))
  /** The one number, in a column `cents`, that a statement returns. */
  const inCents = async (statement: ReturnType<typeof sql<{ cents: number }>>): Promise<number> =>
    Number((await statement.execute(portal.db)).rows[0]?.cents)
  const files = (): readonly string[] =>
    readdirSync(directory)
      .filter((name) => name.endsWith('.ach'))
      .map((name) => readFileSync(join(directory, name), 'latin1'))
  const entries = (): readonly string[] =>
    files().flatMap((content) => content.split('\n').filter((line) => line.startsWith('6')))
  return {
    running,
    portal,
    /** The folder of the bank files. */
    directory,
    inCents,
    /** The lines of every entry sent to the bank so far. */
    entries,
    /** Every due date that runs took, as sorted lines. */
    taken: async (): Promise<readonly string[]> => {
      const { rows } = await sql<DueDateInTest>`
        select kind, account_number as account, due_date::text as due, run_date::text as run, state, amount
        from pay.run_item`.execute(portal.db)
      return rows.map(dueDateLine).toSorted()
    },
    /** The sum of a ledger account. */
    balanceOf: async (ledgerAccount: string): Promise<number> =>
      inCents(sql`select sum(amount) as cents from pay.ledger_entry where ledger_account = ${ledgerAccount}`),
    /** Returns the cents that the ledger has credited to members. */
    credited: async (): Promise<number> =>
      inCents(sql`select -sum(amount) as cents from pay.ledger_entry where ledger_account like 'member-account/%'`),
    /**
     * Reads the bank files: the faults that either of two readers finds, the sum of debits in cents, and `account
     * cents` of each entry.
     */
    sentToBank: () => {
      const checks = files().map((content) => checkNacha(content))
      return {
        faults: [...checks.flatMap(({ faults }) => faults), ...files().flatMap((content) => bankFileFaults(content))],
        debits: checks.reduce((sum, { totals }) => sum + totals.debits, 0),
        entries: entries()
          .map((line) => `${line.slice(39, 54).trim()} ${Number(line.slice(29, 39))}`)
          .toSorted(),
      }
    },
    /** Compares provider, ledger and events of all days, two days after the last one, when everything has settled. */
    compare: async (first: CalendarDate, last: CalendarDate) => {
      portal.clock.set(`${addDays(last, 2)}T20:00:00Z`)
      return compareDays(portal.deps, first, addDays(last, 1))
    },
  }
}

/** The result of `compare` when the sides do not differ. */
export const noDifference = { takenIn: 0, missing: 0, extra: 0, different: 0, eventsDiffer: 0, unreadable: 0 } as const
