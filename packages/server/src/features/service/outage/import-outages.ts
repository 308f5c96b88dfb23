import { basename } from 'node:path'
import type { Tx } from '../../../platform/db/open-database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { allAtOnce, type ImportEntry, showValue, withoutEffect } from '../../site/integration/public.ts'
import { type CorrectedStart, listCorrectedStarts } from './corrected-starts.store.ts'
import {
  clearAffected,
  endIncidents,
  findGeneratedAt,
  insertEstimates,
  listActiveIncidents,
  listUnseenIncidents,
  markAffected,
  noteCurrentEstimates,
  setGeneratedAt,
  updatePower,
  upsertIncidents,
} from './incidents.store.ts'
import { type OutageFile, OutageFileRefused, type OutageIncident, parseOutageFile } from './outage-file.ts'
import { readImportText } from './read-import-text.ts'

export interface OutageImport {
  readonly dryRun?: boolean
  readonly report?: (entry: ImportEntry) => void
}

export interface OutageImportSummary {
  /** Number of imported incidents. */
  readonly incidents: number
  /** Number of active incidents ended because a full file left them out. */
  readonly ended: number
  readonly refused: number
  readonly notices: number
}

const longestBytes = 64 * 1024 * 1024
const rowsAtOnce = 1_000
const namesAtOnce = 5_000

/**
 * Imports an outage file in one transaction: every valid incident, the outage status of affected accounts, and the outage
 * history. Reports and skips broken incidents. Imports run one at a time and refuse a file older than the last one, so of two
 * concurrent imports the newer file wins.
 *
 * @throws OutageFileRefused when nothing is imported; AnotherImportRuns.
 */
export async function importOutages(
  { db, clock, settings }: Pick<Deps, 'db' | 'clock'> & Partial<Pick<Deps, 'settings'>>,
  path: string,
  { dryRun = false, report }: OutageImport = {},
): Promise<OutageImportSummary> {
  const file = parseOutageFile(await readImportText(path, longestBytes), clock.now())
  const remarks: ImportEntry[] = []
  const note = (severity: ImportEntry['severity'], column: string, value: string, reason: string) =>
    remarks.push({ severity, file: basename(path), line: 0, column, value: showValue(value), reason })
  const staleHours = settings?.current().outageStaleHours ?? 0
  const run = dryRun ? withoutEffect : allAtOnce
  const ended = await run(db, async (inTransaction) =>
    inTransaction(async (tx) => {
      remarks.length = 0
      for (const { severity, path: place, value, reason } of file.remarks) note(severity, place, value, reason)
      return writeOutages(tx, { ...file, staleHours }, (column, value, reason) => note('notice', column, value, reason))
    }),
  )
  for (const remark of remarks) report?.(remark)
  return {
    incidents: file.incidents.length,
    ended,
    refused: file.refused,
    notices: remarks.filter(({ severity }) => severity === 'notice').length,
  }
}

type Notice = (column: string, value: string, reason: string) => void

/** A file, and the hours after which a delta ends incidents that no file mentions; 0: never. */
type AcceptedFile = OutageFile & { readonly staleHours: number }

/** @returns the number of incidents that the file ended because it does not have them. */
async function writeOutages(tx: Tx, file: AcceptedFile, notice: Notice): Promise<number> {
  const { generatedAt, incidents } = file
  const last = await findGeneratedAt(tx)
  if (last !== undefined && generatedAt < last)
    throw new OutageFileRefused(
      `The file was written at ${generatedAt.toISOString()}, before the last imported file (${last.toISOString()}).`,
    )
  await setGeneratedAt(tx, generatedAt)
  const corrected: CorrectedStart[] = []
  for (let from = 0; from < incidents.length; from += rowsAtOnce) {
    const some = incidents.slice(from, from + rowsAtOnce)
    const rows = some.map((incident) => toRow(incident, generatedAt))
    corrected.push(...(await listCorrectedStarts(tx, rows)))
    await upsertIncidents(tx, rows)
    await insertEstimates(tx, some.flatMap(toEstimates))
    await noteCurrentEstimates(
      tx,
      some.map(({ id }) => id),
      generatedAt,
    )
  }
  for (const incident of incidents) await writeAffected(tx, incident, notice)
  const ended = await endMissing(tx, file, notice)
  const touched = [...incidents.map(({ id }) => id), ...ended]
  const update = { restoredAt: generatedAt, corrected }
  for (let after: string | null = ''; after !== null; ) after = await updatePower(tx, touched, after, update)
  return ended.length
}

const toRow = (incident: OutageIncident, generatedAt: Date) => ({
  incident_id: incident.id,
  is_active: incident.status === 'active',
  started_at: incident.startedAt,
  restored_at: incident.status === 'active' ? null : (incident.restoredAt ?? latest(incident.startedAt, generatedAt)),
  cause: incident.cause,
  crew: incident.crew,
  estimate_at: incident.estimatedRestoration,
  customers: incident.customersAffected,
  longitude: incident.point?.longitude ?? null,
  latitude: incident.point?.latitude ?? null,
  area: incident.area,
  seen_at: generatedAt,
})

const latest = (one: Date, other: Date): Date => (one > other ? one : other)

const toEstimates = ({ id, estimates }: OutageIncident) =>
  estimates.map(({ statedAt, estimatedRestoration }) => ({
    incident_id: id,
    stated_at: statedAt,
    estimate_at: estimatedRestoration,
  }))

async function writeAffected(tx: Tx, { id, accounts, meters, feeders }: OutageIncident, notice: Notice): Promise<void> {
  if (accounts === undefined && meters === undefined && feeders === undefined) return
  await clearAffected(tx, [id])
  for (const [kind, names] of [
    ['account', accounts],
    ['meter', meters],
    ['feeder', feeders],
  ] as const) {
    if (names === undefined || names.length === 0) continue
    for (let from = 0; from < names.length; from += namesAtOnce) {
      const unknown = await markAffected(tx, id, kind, names.slice(from, from + namesAtOnce))
      for (const name of unknown) notice(`${id}.${kind}s`, name, `no such ${kind} is on file`)
    }
  }
}

/** A refused incident without a readable id could be any active incident, so end none. */
async function endMissing(tx: Tx, file: AcceptedFile, notice: Notice): Promise<readonly string[]> {
  if (file.scope === 'delta') return endStale(tx, file, notice)
  if (file.isAnyUnnamed) {
    notice('', '', 'A refused incident has no id, so no incident was ended because it is missing from the file')
    return []
  }
  const kept = new Set([...file.incidents.map(({ id }) => id), ...file.refusedIds])
  const ended: string[] = []
  for (let after: string | undefined = ''; after !== undefined; ) {
    const active = await listActiveIncidents(tx, after, rowsAtOnce)
    const missing = active.filter((id) => !kept.has(id))
    await endIncidents(tx, missing, file.generatedAt)
    ended.push(...missing)
    after = active.length < rowsAtOnce ? undefined : active.at(-1)
  }
  return ended
}

/** A delta file does not end missing incidents. An incident that no file has listed for long counts as ended. */
async function endStale(tx: Tx, { generatedAt, staleHours }: AcceptedFile, notice: Notice): Promise<readonly string[]> {
  if (staleHours === 0) return []
  const since = new Date(generatedAt.getTime() - staleHours * 3_600_000)
  const ended: string[] = []
  for (;;) {
    const stale = await listUnseenIncidents(tx, since, rowsAtOnce)
    await endIncidents(tx, stale, generatedAt)
    for (const id of stale) notice('', id, `was ended: no file of the last ${staleHours} hours has it`)
    ended.push(...stale)
    if (stale.length < rowsAtOnce) return ended
  }
}
