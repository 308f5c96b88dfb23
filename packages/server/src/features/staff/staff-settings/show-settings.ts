import { findSetting, type ListedSetting, listSettings } from '@coopline/contract/site/site/settings-catalog'
import type * as Shown from '@coopline/contract/staff/staff-settings/staff-settings.contract'
import type { StaffRole } from '@coopline/rules/staff/staff-sign-in/staff-rights'
import type { Language } from '@coopline/rules/kernel/problem'
import { z } from 'zod'
import type { Database } from '../../../platform/db/open-database.ts'
import { NotAllowed, NotFound } from '../../../platform/errors.ts'
import { listSettingChanges, textOfWritten, writeSetting } from '../../site/site/public.ts'
import { listPlannedChanges, mostPlanned, type PlannedChange } from './planned-changes.store.ts'
import { valuesInForce, writtenText } from './setting-values.ts'

/** Texts that members read, and the switch that shows the announcement. */
const isContent = ({ key, kind, group }: ListedSetting): boolean =>
  kind === 'html' || group === 'web content' || key === 'displayEmergencyAnnouncement'

/**
 * Tells whether a role may see and change a setting. Administrators may name unknown keys and get an error that says
 * so.
 */
function mayChange(role: StaffRole, key: string): boolean {
  const setting = findSetting(key)
  return role === 'admin' || (setting !== undefined && isContent(setting))
}

/** @throws NotAllowed when one of the settings is not for the role. */
export function requireKeys(role: StaffRole, keys: readonly string[]): void {
  if (!keys.every((key) => mayChange(role, key))) throw new NotAllowed(`A setting is not for ${role}`)
}

/** Tells whether a role may see and cancel a scheduled change, which requires the right to every setting in it. */
export const isForRole = (role: StaffRole, { wanted }: Pick<PlannedChange, 'wanted'>): boolean =>
  wanted.every(({ key }) => mayChange(role, key))

/** The settings that a role may change, with the changes that wait. */
export async function showSettings(
  db: Database,
  role: StaffRole,
  language: Language,
): Promise<{ settings: Shown.ListedSetting[]; planned: Shown.PlannedChange[] }> {
  const values = await valuesInForce(db)
  return {
    settings: listSettings()
      .filter(({ key }) => mayChange(role, key))
      .map((setting) => toListed(setting, values.get(setting.key), language)),
    planned: await showPlanned(db, role, () => true),
  }
}

const mostPastChanges = 20

/** Settings with their whole values and what was and will be changed. @throws NotFound for a key that no setting has. */
export async function showSettingDetails(
  db: Database,
  role: StaffRole,
  keys: readonly string[],
  language: Language,
): Promise<{ settings: Shown.SettingDetail[]; history: Shown.PastChange[]; planned: Shown.PlannedChange[] }> {
  const settings = keys.map((key) => {
    const setting = findSetting(key)
    if (setting === undefined) throw new NotFound('No such setting')
    return setting
  })
  const values = await valuesInForce(db)
  const details: Shown.SettingDetail[] = []
  const history: Shown.PastChange[] = []
  for (const setting of settings) {
    const { key } = setting
    const past = await listSettingChanges(db, key, mostPastChanges)
    details.push({
      ...toListed(setting, values.get(key), language),
      value: textOfWritten(values.get(key), 2),
      default: textOfWritten(writeSetting(setting, setting.default), 2),
      choices: setting.schema instanceof z.ZodEnum ? setting.schema.options.map(String) : [],
      version: past[0]?.id ?? 0,
    })
    for (const { id, before, after, at, by, reason } of past)
      history.push({
        id,
        name: key,
        at: at.toISOString(),
        by,
        reason,
        before: cut(writtenText(key, before)),
        after: cut(writtenText(key, after)),
      })
  }
  return {
    settings: details,
    history: history.toSorted((one, other) => other.id - one.id),
    planned: await showPlanned(db, role, (key) => keys.includes(key)),
  }
}

async function showPlanned(
  db: Database,
  role: StaffRole,
  isShown: (key: string) => boolean,
): Promise<Shown.PlannedChange[]> {
  // Ends are added by changes that were counted, so there are at most twice as many.
  const planned = await listPlannedChanges(db, 2 * mostPlanned)
  return planned
    .filter((one) => isForRole(role, one) && one.wanted.some(({ key }) => isShown(key)))
    .map(({ wanted, startsAt, endsAt, at: _at, ...one }) => ({
      ...one,
      startsAt: startsAt.toISOString(),
      endsAt: endsAt?.toISOString() ?? null,
      values: wanted.map(({ key, value }) => ({ name: key, value: cut(value) })),
    }))
}

function toListed(setting: ListedSetting, written: unknown, language: Language): Shown.ListedSetting {
  const { key, kind, group, does } = setting
  const value = textOfWritten(written)
  return {
    name: key,
    kind,
    group,
    does: does[language],
    shown: cut(value),
    isDefault: value === textOfWritten(writeSetting(setting, setting.default)),
    isContent: isContent(setting),
  }
}

const longestDisplayed = 300

function cut(text: string): string
function cut(text: string | null): string | null
function cut(text: string | null): string | null {
  return text === null || text.length <= longestDisplayed ? text : `${text.slice(0, longestDisplayed)}…`.toWellFormed()
}
