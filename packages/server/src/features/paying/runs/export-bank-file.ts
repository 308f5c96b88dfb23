import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { calendarDateIn } from '@coopline/rules/kernel/calendar-date'
import { type Cents, formatUsd } from '@coopline/rules/kernel/money'
import { hourIn, settlementDay } from '@coopline/rules/paying/runs/banking-days'
import { recordAudit } from '../../../platform/audit/audit.store.ts'
import type { CommandOutcome } from '../../../platform/command-outcome.ts'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import { insertEvent } from '../../../platform/events/event.store.ts'
import { openBankNumbers, stopDraft } from '../drafts/public.ts'
import { returnBankDebit } from '../payments/public.ts'
import {
  type BankFile,
  beginFile,
  type FileItem,
  findOpenFile,
  listFileItems,
  lockBankFiles,
  rejectItem,
  releaseFile,
} from './bank-files.store.ts'
import { NachaCheck } from './read-nacha.ts'
import type { Deps } from '../../../platform/deps.ts'
import {
  largestNachaAmount,
  longestNachaAccount,
  mostNachaEntries,
  type NachaEntry,
  nachaLines,
  offsetAmounts,
} from './write-nacha.ts'

const pageSize = 1_000
const bytesPerWrite = 65_536

/**
 * Writes the bank file of everything waiting to be collected, reads it back and releases it. If a process dies at any point, the
 * next export writes the same file again, with the same name and entries. A released file is never written again. The file
 * contains full bank numbers, so only its owner may read it.
 *
 * @param most the maximum number of entries per file. The others go into another file.
 */
export async function exportBankFile(deps: Deps, directory: string, most = mostNachaEntries): Promise<CommandOutcome> {
  const { achOriginator, timeZone } = deps.settings.current()
  const missing = (['destination', 'origin', 'companyName', 'companyId'] as const).filter((key) => !achOriginator[key])
  if (missing.length > 0)
    return { output: `The setting achOriginator lacks ${missing.join(', ')}. No file was written.`, exitCode: 1 }
  const now = deps.clock.now()
  const fileDate = calendarDateIn(timeZone, now)
  const effectiveDate = settlementDay(fileDate, hourIn(timeZone, now), achOriginator.cutoffHour)
  const written: CommandOutcome[] = []
  for (;;) {
    const begun = await begin(deps, { fileDate, effectiveDate, originator: achOriginator, createdAt: now, most })
    if (begun === undefined) break
    const outcome = await exportFile(deps, begun, directory)
    if (outcome.exitCode !== 0) return outcome
    written.push(outcome)
  }
  const lines =
    written.length === 0 ? ['Nothing waits to be collected. No file was written.'] : written.map((one) => one.output)
  return { output: lines.join('\n'), exitCode: 0, value: written.flatMap(({ value }) => value ?? []) }
}

/** The description that the Nacha rules require on the payer's statement for a debit that is presented again. */
const retryDescription = 'RETRY PYMT'

/** Returns the file that was begun before, or else a new one; `undefined` when no entry waits. */
async function begin(deps: Deps, file: Parameters<typeof beginFile>[1]): Promise<BankFile | undefined> {
  return inTransaction(deps.db, async (tx) => {
    await lockBankFiles(tx)
    const before = await findOpenFile(tx)
    if (before !== undefined) return before
    const retries = { ...file, originator: { ...file.originator, entryDescription: retryDescription } }
    const isBegun = (await beginFile(tx, file, 'first')) || (await beginFile(tx, retries, 'retries'))
    return isBegun ? findOpenFile(tx) : undefined
  })
}

async function exportFile(deps: Deps, begun: BankFile, directory: string): Promise<CommandOutcome> {
  deps.failPoints.reach('bank-file.begun')
  await mkdir(directory, { recursive: true })
  const path = join(directory, `nacha-${begun.fileDate}-${begun.modifier}.ach`)
  const draft = `${path}.${process.pid}.part`
  try {
    const file = await writeFitting(deps, begun, draft)
    if (file.entries > 0) return await releaseWritten(deps, file, { draft, path })
    await inTransaction(deps.db, (tx) => releaseFile(tx, file.id, deps.clock.now(), ''))
    return { output: 'Nothing that waits fits into a bank file. No file was written.', exitCode: 0 }
  } finally {
    await rm(draft, { force: true })
  }
}

/** Writes the file, and writes it again without the entries that do not fit. @returns the resulting file. */
async function writeFitting(deps: Deps, begun: BankFile, draft: string): Promise<BankFile> {
  const misfits = await writeLines(deps, begun, draft)
  for (const misfit of misfits) await reject(deps, begun, misfit)
  const file = await inTransaction(deps.db, findOpenFile)
  if (file?.id !== begun.id) throw new Error('Another export released the bank file meanwhile')
  return file.entries === 0 || (misfits.length === 0 && file.entries === begun.entries)
    ? file
    : writeFitting(deps, file, draft)
}

async function releaseWritten(
  deps: Deps,
  file: BankFile,
  { draft, path }: { readonly draft: string; readonly path: string },
): Promise<CommandOutcome> {
  const { totals, faults, sha256 } = await readBack(draft)
  const offsets = file.originator.balanced ? offsetAmounts(file.debits).length : 0
  const isRight = totals.entries === file.entries + offsets && totals.debits === file.debits
  if (faults.length > 0 || !isRight) {
    const reasons = faults.slice(0, 10).map(({ line, reason }) => `line ${line} ${reason}`)
    deps.log.error({ file: file.id, reasons, isRight }, 'A bank file failed its check')
    return {
      output: ['The file failed its check and is not released.', ...reasons].join('\n'),
      exitCode: 1,
    }
  }
  deps.failPoints.reach('bank-file.written')
  await rename(draft, path)
  deps.failPoints.reach('bank-file.renamed')
  await release(deps, file, sha256)
  return {
    output: `${path}: ${file.entries} entries, ${formatUsd(file.debits)}, settles on ${file.effectiveDate}`,
    exitCode: 0,
    value: { path, sha256, entries: file.entries, debitCents: file.debits, effectiveDate: file.effectiveDate },
  }
}

/** Writes the lines of a file. @returns the items that do not fit into an entry and are not in the file. */
async function writeLines(deps: Deps, file: BankFile, path: string): Promise<readonly Misfit[]> {
  const { timeZone } = deps.settings.current()
  const clock = new Intl.DateTimeFormat('en-US', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
  const head = { ...file.originator, ...file, fileTime: clock.format(file.createdAt).replaceAll(/\D/gu, '') }
  const misfits: Misfit[] = []
  const handle = await open(path, 'w', 0o600)
  try {
    let lines = ''
    for await (const line of nachaLines(head, entriesOf(deps, file, misfits))) {
      lines += `${line}\n`
      if (lines.length < bytesPerWrite) continue
      await handle.write(lines, null, 'latin1')
      lines = ''
    }
    await handle.write(lines, null, 'latin1')
    await handle.sync()
  } finally {
    await handle.close()
  }
  return misfits
}

/** Validates the file as stored on disk. */
async function readBack(path: string): Promise<ReturnType<NachaCheck['end']> & { readonly sha256: string }> {
  const [check, hash] = [new NachaCheck(), createHash('sha256')]
  let rest = ''
  for await (const chunk of createReadStream(path)) {
    const bytes = chunk as Buffer
    hash.update(bytes)
    const lines = (rest + bytes.toString('latin1')).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) check.add(line)
  }
  return { ...check.end(rest), sha256: hash.digest('hex') }
}

async function* entriesOf(deps: Deps, file: BankFile, misfits: Misfit[]): AsyncGenerator<NachaEntry> {
  for await (const item of itemsOf(deps, file)) {
    if (item.bankNumbers === null) throw new Error(`Entry ${item.id} of the bank file has no bank numbers`)
    const numbers = openBankNumbers(deps.keys, item.bankNumbers, item.accountNumber)
    const misfit = misfitOf(numbers.bankAccountNumber, item.amount)
    if (misfit !== null) misfits.push({ item, ...misfit })
    else
      yield {
        ...numbers,
        accountKind: item.accountKind === 'Savings' ? 'Savings' : 'Checking',
        amount: item.amount,
        individualId: item.accountNumber,
        name: item.payerName,
        traceNumber: item.traceNumber,
      }
  }
}

async function* itemsOf({ db }: Deps, file: BankFile): AsyncGenerator<FileItem> {
  let page: readonly FileItem[]
  let after = ''
  do {
    page = await listFileItems(db, file.id, { after, limit: pageSize })
    yield* page
    after = page.at(-1)?.traceNumber ?? ''
  } while (page.length === pageSize)
}

interface Misfit {
  readonly item: FileItem
  readonly code: string
  readonly reason: string
}

/** Reverses an item that does not fit into an entry, as if the bank had returned it, so that it does not block the others. */
async function reject(deps: Deps, file: BankFile, { item, code, reason }: Misfit): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    if (!(await rejectItem(tx, file.id, item, code))) return
    if (item.transNo === null) {
      // Without a prenote, the draft would wait forever.
      await stopDraft(deps, tx, { accountNumber: item.accountNumber, eventId: Number(item.enrollmentId) })
      return
    }
    await returnBankDebit(deps, tx, {
      ...item,
      transNo: item.transNo,
      lastFour: item.lastFour ?? '',
      eventId: `bank-file:${item.transNo}`,
      reason,
      feeWaiver: 'never-collected',
      occurredAt: deps.clock.now(),
    })
  })
}

/** Finds the reason why an item does not fit. The requirements allow 18 digits of an account number, the format 17. */
function misfitOf(bankAccountNumber: string, amount: Cents) {
  if (bankAccountNumber.length > longestNachaAccount)
    return {
      code: 'account-number-too-long',
      reason: 'The bank account number has more digits than a bank file can hold',
    }
  if (amount > largestNachaAmount)
    return { code: 'amount-too-large', reason: 'The amount has more digits than a bank file can hold' }
  return null
}

/** Releases the file once. */
async function release(deps: Deps, file: BankFile, sha256: string): Promise<void> {
  const now = deps.clock.now()
  const detail = {
    file: `${file.fileDate}-${file.modifier}`,
    entries: file.entries,
    debits: file.debits,
    settlesOn: file.effectiveDate,
    sha256,
  }
  await inTransaction(deps.db, async (tx) => {
    if (!(await releaseFile(tx, file.id, now, sha256))) return
    await insertEvent(tx, { accountNumber: null, kind: 'bank-file.released', body: detail, now })
    await recordAudit(tx, { kind: 'runs.bank-file-released', at: now, detail })
  })
}
