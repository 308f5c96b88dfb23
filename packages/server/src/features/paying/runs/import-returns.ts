import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { calendarDateIn } from '@coopline/rules/kernel/calendar-date'
import { addBankingDays } from '@coopline/rules/paying/runs/banking-days'
import { isReturnCode, listExceededRates, readCorrection, returnAction } from '@coopline/rules/paying/runs/return-codes'
import { recordAudit } from '../../../platform/audit/audit.store.ts'
import type { CommandOutcome } from '../../../platform/command-outcome.ts'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import type { Tx } from '../../../platform/db/open-database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { currentKeyFor, hmac } from '../../../platform/keys.ts'
import { type ImportRecord, recordImport } from '../../../platform/imports/record-import.ts'
import { correctDraft, stopDraft } from '../drafts/public.ts'
import { forbidChecks, raiseAlarm } from '../payments/public.ts'
import type { NachaFault } from './read-nacha.ts'
import { type BankReturn, readReturns } from './read-returns.ts'
import {
  type CollectedEntry,
  insertReturn,
  listReturnCodes,
  lockEntryByTrace,
  readReturnFigures,
  rejectedCode,
} from './returns.store.ts'
import { NotApplied, reverseDebit } from './reverse-debit.ts'

/** A debit that lacked money is presented again this many banking days later. */
const retryBankingDays = 3

/**
 * Applies a file of the bank (`coopline import ach-returns FILE`). Each return reverses its payment and each notification of change
 * corrects its draft, in a separate transaction and only once, even when the file is imported again. Entries that cannot be applied are
 * listed with their lines and recorded in the audit; the others are applied.
 */
export async function importReturns(deps: Deps, file: string): Promise<CommandOutcome> {
  return recordImport(deps, { kind: 'bank-returns', paths: [file] }, async (record) => applyFile(deps, file, record))
}

async function applyFile(deps: Deps, file: string, record: ImportRecord): Promise<CommandOutcome> {
  const name = basename(file)
  const content = await readFile(file, 'latin1').catch(() => null)
  if (content === null) {
    record.addEntry({ severity: 'error', file: name, line: 0, column: '', reason: 'cannot be read' })
    return { output: `${file} cannot be read`, exitCode: 1 }
  }
  const { returns, faults: unreadable } = readReturns(content)
  const faults: NachaFault[] = [...unreadable]
  const counts = new Map<string, number>()
  for (const one of returns) {
    const outcome = await applyOnce(deps, one)
    if ('fault' in outcome) faults.push({ line: one.line, reason: outcome.fault })
    else counts.set(outcome.done, (counts.get(outcome.done) ?? 0) + 1)
  }
  await alarmOfReturnRates(deps)
  const sorted = faults.toSorted((a, b) => a.line - b.line)
  for (const { line, reason } of sorted) {
    record.addEntry({ severity: 'error', file: name, line, column: '', reason })
    await recordAudit(deps.db, { kind: 'runs.return-not-applied', at: deps.clock.now(), detail: { line, reason } })
  }
  const applied = [...counts].filter(([done]) => done !== appliedBefore).reduce((sum, [, count]) => sum + count, 0)
  record.addFile({
    name,
    rows: returns.length + unreadable.length,
    stored: applied,
    refused: sorted.length,
  })
  const lines = [
    ...sorted.map(({ line, reason }) => `${file}, line ${line}: ${reason}`),
    ...[...counts].toSorted(([a], [b]) => a.localeCompare(b)).map(([done, count]) => `${done.padEnd(26)}${count}`),
    ...(sorted.length === 0 ? [] : [`${sorted.length} lines need a person. The others were applied.`]),
    ...(counts.size === 0 && sorted.length === 0 ? ['The file has no return and no notification of change.'] : []),
  ]
  return {
    output: lines.join('\n'),
    exitCode: sorted.length === 0 ? 0 : 1,
    value: { done: Object.fromEntries(counts), notApplied: sorted },
  }
}

const appliedBefore = 'applied before'

/** The number of days over which Nacha counts returns. */
const rateDays = 60

/** Raises an alarm for each return rate that exceeds the Nacha limit: once a month for each whole percent. */
async function alarmOfReturnRates(deps: Deps): Promise<void> {
  const now = deps.clock.now()
  const { debits, returned } = await readReturnFigures(deps.db, new Date(now.getTime() - rateDays * 86_400_000))
  const month = calendarDateIn(deps.settings.current().timeZone, now).slice(0, 7)
  for (const { rate, perMille } of listExceededRates(debits, returned))
    await raiseAlarm(deps.db, deps.log, {
      kind: 'return-rate',
      transNo: null,
      detail: { rate, perMille, debits, returned: returned[rate] },
      dedupeKey: `return-rate:${rate}:${month}`,
      figures: `${Math.floor(perMille / 10)} %`,
      now,
    })
}

async function applyOnce(deps: Deps, one: BankReturn): Promise<Applied> {
  try {
    return await inTransaction(deps.db, (tx) => apply(deps, tx, one))
  } catch (error) {
    if (!(error instanceof NotApplied)) throw error
    if (error.alarm !== undefined) await raiseAlarm(deps.db, deps.log, error.alarm)
    return { fault: error.message }
  }
}

type Applied = { readonly done: string } | { readonly fault: string }

async function apply(deps: Deps, tx: Tx, one: BankReturn): Promise<Applied> {
  const entry = await lockEntryByTrace(tx, one.trace)
  if (entry === undefined) return { fault: `names trace number ${one.trace}, which no entry of ours has` }
  const codes = await listReturnCodes(tx, entry.itemId)
  const isChange = one.code.startsWith('C')
  if (codes.includes(rejectedCode) && !codes.includes(one.code))
    return {
      fault: `${isChange ? 'corrects' : 'returns'} (${one.code}) what was taken back before as rejected, so it changes nothing: ask the bank`,
    }
  if (isChange) return applyChange(deps, tx, one, entry)
  if (!isReturnCode(one.code)) return { fault: `has code ${one.code}, which is not the return of a debit` }
  if (one.amount !== entry.amount) return { fault: 'returns another amount than we collected' }
  return applyReturn(deps, tx, one, entry)
}

async function applyReturn(deps: Deps, tx: Tx, { code }: BankReturn, entry: CollectedEntry): Promise<Applied> {
  const { itemId, accountNumber, memberNumber, draftEvent, originalOn, transNo } = entry
  const now = deps.clock.now()
  const today = calendarDateIn(deps.settings.current().timeZone, now)
  const nextDay = addBankingDays(today, retryBankingDays)
  const action = returnAction(code, { ...entry, isPrenote: entry.kind === 'prenote', retryOn: nextDay })
  const retryOn = action === 'retry' ? nextDay : null
  const retries = entry.retries + 1
  if (!(await insertReturn(tx, { itemId, code, action, draftEvent, retryOn, originalOn, retries, now })))
    return { done: appliedBefore }
  if (transNo !== null) {
    const eventId = `ach-return:${itemId}:${code}`
    const reason = `The bank returned it: ${code}`
    const feeWaiver = entry.retries > 0 ? 'presented-again' : undefined
    await reverseDebit(deps, tx, { ...entry, transNo }, { eventId, reason, feeWaiver })
  }
  if (action !== 'retry') await stopDraft(deps, tx, { accountNumber, eventId: Number(draftEvent) })
  if (action === 'no-more-checks') await forbidChecks(deps, tx, { memberNumber, accountNumber, code })
  await recordAudit(tx, {
    kind: 'runs.returned',
    at: now,
    memberNumber,
    accountNumber,
    detail: { transNo, code, action, retryOn },
  })
  return { done: `returned, ${action}` }
}

async function applyChange(deps: Deps, tx: Tx, one: BankReturn, entry: CollectedEntry): Promise<Applied> {
  const { code } = one
  const { itemId, accountNumber, memberNumber, draftEvent, originalOn } = entry
  const now = deps.clock.now()
  const correction = readCorrection(code, one.corrected)
  if (correction === null) return { fault: `has code ${code}, which corrects no bank account: tell the payer's bank` }
  const noted = { itemId, code, draftEvent, retryOn: null, originalOn, retries: entry.retries, now }
  if (!(await insertReturn(tx, { ...noted, action: 'corrected' }))) return { done: appliedBefore }
  const draft = { accountNumber, eventId: Number(draftEvent) }
  const outcome = await correctDraft(deps, tx, draft, correction)
  if (outcome === 'unusable')
    throw new NotApplied(`has a correction (${code}) that names no bank account: ask the payer's bank`, {
      kind: 'bank-correction',
      transNo: entry.transNo,
      detail: { code, trace: one.trace },
      dedupeKey: `bank-correction:${itemId}:${code}`,
      // Tells one correction from another. Without the key, the account number could be guessed from it.
      figures: Buffer.from(hmac(currentKeyFor(deps.keys, 'bank-correction'), one.corrected)).toString('hex', 0, 4),
      now,
    })
  await recordAudit(tx, {
    kind: 'runs.bank-corrected',
    at: now,
    memberNumber,
    accountNumber,
    detail: { code, outcome },
  })
  return {
    done: outcome === 'corrected' ? 'corrected' : 'correction, draft gone',
  }
}
