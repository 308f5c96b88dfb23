import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/db/open-database.ts'
import { resetSetting, setSettings } from './set-setting.ts'
import { listSettingAuthors } from './site.store.ts'

/**
 * Sets prepared settings and resets earlier prepared ones that are no longer among them. Settings that a person has changed
 * since stay unchanged.
 *
 * @param by the name that marks the prepared settings.
 * @throws BadInput when a prepared setting is invalid.
 */
export async function keepPreparedSettings(
  deps: { readonly db: Database; readonly clock: Clock },
  prepared: Readonly<Record<string, unknown>>,
  by: string,
): Promise<void> {
  const authors = new Map((await listSettingAuthors(deps.db)).map((one) => [one.key, one.by]))
  const ours = Object.entries(prepared).filter(([key]) => (authors.get(key) ?? by) === by)
  await setSettings(deps, Object.fromEntries(ours), by)
  const dropped = [...authors].filter(([key, author]) => author === by && !Object.hasOwn(prepared, key))
  for (const [key] of dropped) await resetSetting(deps, key, by)
}
