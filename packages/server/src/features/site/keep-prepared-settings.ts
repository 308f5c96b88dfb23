import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/open-database.ts'
import { resetSetting, setSettings } from './set-setting.ts'
import { listSettingAuthors } from './site.store.ts'

/**
 * Sets prepared settings and takes back those prepared earlier that are no longer among them. What a person has set since
 * is left alone.
 *
 * @param by the name under which the prepared settings are kept.
 * @throws BadInput when a prepared setting is not fit.
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
