import { DatabaseSync } from 'node:sqlite'
import { formatUsd } from '@coopline/rules/kernel/money'
import { listUnequalBills, type UnequalBill } from './bill-totals.store.ts'
import type { BundleFile } from './bundle-file.ts'
import type { ImportEntry } from './import-entry.ts'
import type { InTransaction } from './import-transactions.ts'
import type { GoodRow } from './write-batch.ts'

/** Notices bills of an import whose lines do not add up to their amounts. */
export interface BillTotals {
  /** Remembers the bills of written rows. */
  readonly add: (file: BundleFile, rows: readonly GoodRow[]) => void
  /** Compares the remembered bills. */
  readonly check: (inTransaction: InTransaction, report: (entry: ImportEntry) => void) => Promise<void>
  readonly close: () => void
}

const pageRows = 5_000
/** A system that writes other lines than the portal expects does so for every bill. */
const mostNotices = 1_000

/** Stores the bills on disk, so that memory does not grow with the files. The file exists once there are bills. */
export function openBillTotals(): BillTotals {
  let store: DatabaseSync | undefined
  return {
    add: (file, rows) => {
      if (file.table !== 'cis.bill' && file.table !== 'cis.bill_line') return
      store ??= openStore()
      store
        .prepare('insert into bill select value ->> 0, value ->> 1 from json_each(?) where true on conflict do nothing')
        .run(JSON.stringify(billsOf(file, rows)))
    },
    check: async (inTransaction, report) => {
      let count = 0
      for (const keys of store === undefined ? [] : pagesOf(store))
        for (const bill of await inTransaction(async (tx) => listUnequalBills(tx, keys))) {
          count += 1
          if (count <= mostNotices) report(toNotice(bill))
        }
      if (count <= mostNotices) return
      const reason = `has ${count} bills whose lines do not add up; the first ${mostNotices} are listed`
      report({ ...about, reason })
    },
    close: () => store?.close(),
  }
}

function openStore(): DatabaseSync {
  const store = new DatabaseSync('')
  store.exec(`pragma journal_mode = off; pragma synchronous = off; pragma cache_size = -16000;
    create table bill (account text, day text, primary key (account, day)) without rowid; begin`)
  return store
}

/** Each bill of some rows once: the lines of a bill usually follow one another. */
function billsOf(file: BundleFile, rows: readonly GoodRow[]): readonly BillKey[] {
  const place = (name: string) => file.columns.findIndex((column) => column.name === name)
  const [account, day] = [place('account_number'), place('bill_date')]
  const keys = rows.map(({ values }) => [values[account] ?? '', values[day] ?? ''] as const)
  return [...new Map(keys.map((key) => [key.join(' '), key])).values()]
}

type BillKey = readonly [account: string, day: string]

function* pagesOf(store: DatabaseSync): Generator<readonly BillKey[]> {
  const page = store.prepare(
    'select account, day from bill where (account, day) > (?, ?) order by account, day limit ?',
  )
  for (let after: BillKey | undefined = ['', '']; after !== undefined; ) {
    const keys: readonly BillKey[] = page
      .all(...after, pageRows)
      .map(({ account, day }) => [String(account), String(day)] as const)
    if (keys.length > 0) yield keys
    after = keys.at(-1)
  }
}

const toNotice = ({ accountNumber, billDate, amount, lines }: UnequalBill): ImportEntry => ({
  ...about,
  column: 'account_number bill_date',
  value: `${accountNumber} ${billDate}`,
  reason: `has lines of ${formatUsd(lines)} together; the bill is ${formatUsd(amount)}`,
})

const about: ImportEntry = { severity: 'notice', file: 'bill-lines.csv', line: 0, column: '', value: '', reason: '' }
