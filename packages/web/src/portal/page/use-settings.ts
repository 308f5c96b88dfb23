import type { Calls } from '@coopline/contract/calls'
import type { site } from '@coopline/contract/site/site/site.contract'
import { readFlags } from '@coopline/rules/kernel/flag'
import type { UseQueryResult } from '@tanstack/react-query'
import { useRead } from '../call/use-read.ts'

export const settingsLine = 'GET /v3/site/ats-config-settings' satisfies (typeof site)['atsConfigSettings']['call']

/** The keys of settings: those read as text and those read as flags. */
export interface SettingKeys<T extends string, F extends string> {
  readonly texts: readonly T[]
  readonly flags?: readonly F[]
}

/** Settings by key. A key that the portal does not publish is `undefined` as text and `false` as a flag. */
export type Settings<T extends string, F extends string = never> = Readonly<
  Partial<Record<T, string>> & Record<F, boolean>
>

/** The query of the request for these settings. */
export const settingsQuery = ({ texts, flags = [] }: SettingKeys<string, string>) => ({
  keys: [...texts, ...flags].join(),
})

/** Loads settings by key: `useSettings({ texts: ['timeZone'], flags: ['hideNonElectricUsage'] })` (AC-02). */
export function useSettings<T extends string, F extends string = never>(
  keys: SettingKeys<T, F>,
): UseQueryResult<Settings<T, F>> {
  const select = ({ results }: Calls[typeof settingsLine]['answer']): Settings<T, F> => {
    const texts = Object.fromEntries(results.map(({ key, value }) => [key, value])) as Record<T | F, string | undefined>
    return readFlags(texts, keys.flags ?? []) as Settings<T, F>
  }
  return useRead(settingsLine, { query: settingsQuery(keys) }, { select })
}
