import { findSetting, type ListedSetting } from '@coopline/contract/site/site/settings-catalog'
import type { BodyOf } from '@coopline/contract/endpoint'
import type {
  PreviewedChange,
  staffSettings,
  WantedValue,
} from '@coopline/contract/staff/staff-settings/staff-settings.contract'
import { checkSettingChange } from '@coopline/rules/staff/staff-settings/check-setting-change'
import { settingChangeMessage } from '@coopline/rules/staff/staff-settings/setting-change.messages'
import { recordAudit } from '../../../platform/audit/audit.store.ts'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import type { Executor, Tx } from '../../../platform/db/open-database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { BadInput, Conflict, NotFound, Refused } from '../../../platform/errors.ts'
import { refusal } from '../../../platform/refusal.ts'
import {
  applySettings,
  contentTree,
  findSettingChange,
  lockSettings,
  readWritten,
  textOfWritten,
  writeSetting,
  writtenFromText,
} from '../../site/site/public.ts'
import {
  endPlannedChange,
  insertPlannedChange,
  listPlannedChanges,
  lockPlannedChange,
  mostPlanned,
  type PlannedChange,
  type PlannedValue,
  updateWanted,
} from './planned-changes.store.ts'
import { valuesInForce, versionsOf, writtenText } from './setting-values.ts'

type ChangeDeps = Pick<Deps, 'db' | 'clock'>

/**
 * Checks new values as `coopline settings set` does and shows what would change.
 *
 * @throws BadInput with every fault; Conflict when a setting is not what the caller looked at; NotFound when the history has no
 *   such change.
 */
export async function previewChange(
  { db }: ChangeDeps,
  changes: readonly WantedValue[],
): Promise<readonly PreviewedChange[]> {
  await requireVersions(db, changes)
  const planned = await resolveValues(db, changes)
  const inForce = await valuesInForce(db)
  return readPlanned(planned).map(({ setting, fit }) => {
    const before = textOfWritten(inForce.get(setting.key))
    const value = fit === null ? setting.default : fit.value
    const after = textOfWritten(writeSetting(setting, value))
    return {
      name: setting.key,
      before,
      after,
      isChanged: before !== after,
      isCleaned: fit?.changedBySanitizing ?? false,
      content: setting.kind === 'html' ? contentTree(String(value)) : null,
    }
  })
}

/**
 * Changes settings now, or keeps the change until its start. With an end, the former values return then, except those of settings
 * that were changed in between.
 *
 * @returns the settings that were changed.
 * @throws BadInput and Refused with every fault; Conflict when a setting is not what the caller looked at, or too many changes
 *   wait; NotFound when the history has no such change.
 */
export async function changeSettings(
  { db, clock }: ChangeDeps,
  { by }: { readonly by: string },
  form: BodyOf<typeof staffSettings.change>,
): Promise<readonly string[]> {
  const at = clock.now()
  const startsAt = form.startsAt === null ? null : new Date(form.startsAt)
  const endsAt = form.endsAt === null ? null : new Date(form.endsAt)
  const reason = form.reason.trim()
  requireTerms({ reason, startsAt, endsAt }, at)
  return inTransaction(db, async (tx) => {
    // Every change takes this lock, so versions and the number of waiting changes stay the same until the end.
    await lockSettings(tx)
    await requireVersions(tx, form.changes)
    const wanted = await resolveValues(tx, form.changes)
    // A change that starts later is checked too: a value that does not fit is refused while its author is there.
    readPlanned(wanted)
    if (startsAt !== null || endsAt !== null) {
      const { length } = await listPlannedChanges(tx, mostPlanned)
      if (length >= mostPlanned) throw new Conflict(refusal(settingChangeMessage, 'too-many-planned'))
    }
    if (startsAt === null) return makeChange(tx, { wanted, endsAt, by, reason }, at)
    await insertPlannedChange(tx, { startsAt, endsAt, wanted, isEnd: false, at, by, reason })
    await recordPlanned(tx, 'setting-planned', { wanted, by }, at)
    return []
  })
}

/**
 * Makes a change within the transaction that holds the lock of settings. A value whose setting has another version than it names
 * is left out.
 *
 * @throws BadInput with every value that does not fit.
 */
export async function makeChange(
  tx: Tx,
  change: Pick<PlannedChange, 'wanted' | 'endsAt' | 'by' | 'reason'> & { readonly isEnd?: boolean },
  at: Date,
): Promise<readonly string[]> {
  const { endsAt, by, reason, isEnd = false } = change
  const keys = change.wanted.map(({ key }) => key)
  const versions = await versionsOf(tx, keys)
  const wanted = change.wanted.filter(({ key, version }) => version === null || version === versions.get(key))
  const temporary = await listTemporary(tx, versions)
  const applied = await applySettings(
    tx,
    readPlanned(wanted).map(({ setting, fit }) => ({
      key: setting.key,
      ...(fit !== null && { value: fit.value }),
      isRenewed: !isEnd && temporary.has(setting.key),
    })),
    { at, by, reason },
  )
  const now = await versionsOf(tx, keys)
  await relinkEnds(tx, change.wanted, { before: versions, now })
  if (endsAt !== null && applied.length > 0) {
    const former = applied.map(({ key, before }) => ({
      key,
      value: writtenText(key, before),
      version: now.get(key) ?? null,
      over: versions.get(key) ?? 0,
    }))
    await insertPlannedChange(tx, { startsAt: endsAt, endsAt: null, wanted: former, isEnd: true, at, by, reason })
  }
  return applied.map(({ key }) => key)
}

/**
 * Settings whose value is that of a temporary change. The same value again is a change of its own: the end of the first leaves
 * it as it is.
 */
async function listTemporary(tx: Tx, versions: ReadonlyMap<string, number>): Promise<ReadonlySet<string>> {
  const planned = await listPlannedChanges(tx, 2 * mostPlanned)
  const given = planned.filter(({ isEnd }) => isEnd).flatMap(({ wanted }) => wanted)
  return new Set(given.filter(({ key, version }) => version === versions.get(key)).map(({ key }) => key))
}

interface Versions {
  readonly before: ReadonlyMap<string, number>
  readonly now: ReadonlyMap<string, number>
}

/**
 * Keeps the ends of changes that overlap together, so that the last of them gives back the value from before all of them
 * (REQ-D-396).
 */
async function relinkEnds(tx: Tx, ended: readonly PlannedValue[], versions: Versions): Promise<void> {
  const ends = ended.filter(({ version }) => version !== null)
  if (ends.length === 0) return
  for (const { id, wanted } of await listPlannedChanges(tx, 2 * mostPlanned)) {
    const linked = wanted.map((one) => ends.reduce((value, end) => relink(value, end, versions), one))
    if (linked.some((one, place) => one !== wanted[place])) await updateWanted(tx, id, linked)
  }
}

/** @param end has been made, or was left out because a later change was made over its own. */
function relink(one: PlannedValue, end: PlannedValue, { before, now }: Versions): PlannedValue {
  if (one.key !== end.key || one.version === null || end.over === undefined) return one
  // The value that was given back has a version of its own.
  if (end.version === before.get(end.key))
    return one.version === end.over ? { ...one, version: now.get(end.key) ?? null } : one
  return one.over === end.version ? { ...one, value: end.value, over: end.over } : one
}

/**
 * Cancels a scheduled change. @throws NotFound when there is none that waits.
 *
 * @param mayCancel whether the caller may change these settings.
 */
export async function cancelPlanned(
  { db, clock }: ChangeDeps,
  by: string,
  id: number,
  mayCancel: (planned: PlannedChange) => boolean,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    // A process that makes the change holds this lock.
    await lockSettings(tx)
    const planned = await lockPlannedChange(tx, id)
    if (planned === undefined || !mayCancel(planned)) throw new NotFound('No such scheduled change')
    const at = clock.now()
    await endPlannedChange(tx, id, at, by)
    await recordPlanned(tx, 'setting-plan-canceled', { wanted: planned.wanted, by }, at)
  })
}

const recordPlanned = async (tx: Tx, kind: string, { wanted, by }: Pick<PlannedChange, 'wanted' | 'by'>, at: Date) =>
  recordAudit(tx, { kind, at, detail: { by, keys: wanted.map(({ key }) => key).join(',') } })

function requireTerms(
  terms: { readonly reason: string; readonly startsAt: Date | null; readonly endsAt: Date | null },
  now: Date,
): void {
  const form = {
    reason: terms.reason,
    startsAt: terms.startsAt?.getTime() ?? null,
    endsAt: terms.endsAt?.getTime() ?? null,
  }
  const problems = checkSettingChange(form, now.getTime())
  if (problems.length > 0)
    throw new Refused(...problems.map((one) => refusal(settingChangeMessage, one.code, one.field)))
}

/** @throws Conflict when a setting was changed since the caller looked at it. */
async function requireVersions(db: Executor, changes: readonly WantedValue[]): Promise<void> {
  const versions = await versionsOf(
    db,
    changes.map(({ name }) => name),
  )
  if (changes.some(({ name, version }) => versions.get(name) !== version))
    throw new Conflict(refusal(settingChangeMessage, 'setting-changed'))
}

/** @throws NotFound when the history has no such change. */
async function resolveValues(db: Executor, changes: readonly WantedValue[]): Promise<readonly PlannedValue[]> {
  const values: PlannedValue[] = []
  for (const { name: key, value, putBack } of changes) {
    if (putBack === undefined) {
      values.push({ key, value: value ?? null, version: null })
      continue
    }
    const past = await findSettingChange(db, key, putBack)
    if (past === undefined) throw new NotFound('No such change')
    values.push({ key, value: writtenText(key, past.before), version: null })
  }
  return values
}

/** Each setting with the value to keep; `null` resets it. @throws BadInput with every fault. */
function readPlanned(wanted: readonly PlannedValue[]) {
  const read = wanted.map(({ key, value }) => {
    const setting = findSetting(key)
    if (setting === undefined) return { setting, fit: readWritten(key, value) }
    return { setting, fit: value === null ? null : readWritten(key, writtenFromText(setting, value)) }
  })
  const faults = read.flatMap(({ fit }) => (fit !== null && 'code' in fit ? [fit] : []))
  if (faults.length > 0) throw new BadInput(...faults)
  return read.filter(isFit)
}

type Read = { readonly setting: ListedSetting | undefined; readonly fit: ReturnType<typeof readWritten> | null }
type Fit = {
  readonly setting: ListedSetting
  readonly fit: Exclude<ReturnType<typeof readWritten>, { readonly code: string }> | null
}

const isFit = (one: Read): one is Fit => one.setting !== undefined && (one.fit === null || 'value' in one.fit)
