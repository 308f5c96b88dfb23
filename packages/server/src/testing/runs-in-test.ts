import { mkdtempSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { calendarDate } from '@coopline/rules/kernel/calendar-date'
import { bankDraft, newItem } from '../features/paying/drafts/drafts.fixtures.ts'
import { processRun } from '../features/paying/runs/process-run.ts'
import { runNachaCommand, runRunsCommand } from '../features/paying/runs/run-runs-command.ts'
import { inTransaction } from '../platform/db/in-transaction.ts'
import { bankFileFaults } from './bank-file-faults.ts'
import { openDrafts } from './drafts-in-test.ts'
import { payAsMember } from './member-payer.ts'
import { sendPostback, tell } from './provider-double.ts'
import { halvesOf, login } from './seed-login.ts'
import type { TestPortal } from './test-portal.ts'
import { untilWaiting } from './until-waiting.ts'

/** A cooperative whose bank takes its files. */
export const originator = {
  destination: '091000019',
  destinationName: 'Riverbend Bank',
  immediateDestination: '',
  origin: '1412345678',
  originName: 'Prairie Cooperative',
  companyName: 'Prairie Coop',
  companyId: '1412345678',
  entryDescription: 'UTIL PMT',
  cutoffHour: 17,
  balanced: false,
  offsetRoutingNumber: '',
  offsetAccountNumber: '',
}

/** Ada, with a bank draft of her electric account on day 15, where the portal runs drafts. It is Friday, 2026-11-20. */
export async function openRuns(portal: TestPortal, item: Parameters<typeof newItem>[0] = {}) {
  const ada = await openDrafts(portal)
  portal.set({ portalRunsDrafts: true, achOriginator: originator })
  await ada.send(bankDraft({ draftAccounts: [newItem({ draftStartDate: calendarDate('2026-11-20'), ...item })] }))
  const directory = mkdtempSync(join(tmpdir(), 'coopline-nacha-'))
  return {
    ...ada,
    /** Makes it 20:00 UTC of a day, 14:00 in the cooperative's zone, and runs what is due. */
    runOn: async (date: string) => {
      portal.clock.set(`${date}T20:00:00Z`)
      return processRun(portal.deps, calendarDate(date))
    },
    /**
     * Runs what is due on a day as `runOn` does, while a payment of the member is confirmed between the reads of the
     * run. Members must be allowed to pay.
     */
    runWhilePaying: async (date: string, paid: readonly [accountNumber: string, amount: number]) => {
      portal.clock.set(`${date}T20:00:00Z`)
      await confirmDuring(portal, paid, async () => processRun(portal.deps, calendarDate(date)))
    },
    command: async (...words: readonly string[]) => runRunsCommand(portal.deps, words),
    exported: async () => runNachaCommand(portal.deps, ['export', '--dir', directory]),
    /** The bank files so far. @throws Error when an independent reader finds a fault in one. */
    files: () =>
      readdirSync(directory)
        .toSorted()
        .map((name) => {
          const content = readFileSync(join(directory, name), 'latin1')
          const faults = bankFileFaults(content)
          if (faults.length > 0) throw new Error(`${name}: ${faults.join(', ')}`)
          const mode = statSync(join(directory, name)).mode & 0o777
          return { name, mode, lines: content.split('\n').slice(0, -1) }
        }),
    items: async () =>
      portal.db
        .selectFrom('pay.run_item')
        .select(['kind', 'due_date', 'run_date', 'account_number', 'amount', 'state', 'reason'])
        .orderBy('id')
        .execute(),
    payments: async () =>
      portal.db
        .selectFrom('pay.payment')
        .select(['trans_no', 'account_number', 'amount', 'state', 'origin', 'last_four'])
        .orderBy('requested_at')
        .execute(),
    entries: async () =>
      portal.db
        .selectFrom('pay.ledger_entry')
        .select(['ledger_account', 'amount'])
        .orderBy('booking_id')
        .orderBy('line')
        .execute(),
  }
}

/** Starts work that waits for a draft's row, and confirms a payment of Ada's before the work continues. */
async function confirmDuring(
  portal: TestPortal,
  paid: readonly [accountNumber: string, amount: number],
  work: () => Promise<unknown>,
): Promise<void> {
  const form = await payAsMember(portal, halvesOf(await login(portal)), [paid])
  let running: Promise<unknown> = Promise.resolve()
  await inTransaction(portal.db, async (tx) => {
    await tx.selectFrom('portal.draft').select('account_number').forUpdate().execute()
    running = work()
    await untilWaiting(portal.db)
    await sendPostback(portal, tell(form, 'payment.succeeded'))
  })
  await running
}
