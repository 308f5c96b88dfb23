import type { Calls } from '@coopline/contract/calls'
import type { site } from '@coopline/contract/site/site.contract'
import type { UseQueryResult } from '@tanstack/react-query'
import { useRead } from './use-read.ts'

const settingsLine = 'GET /v3/site/ats-config-settings' satisfies (typeof site)['atsConfigSettings']['call']

/** Settings by key; `undefined` for a key the portal does not publish. */
export type Settings<K extends string> = Readonly<Partial<Record<K, string>>>

/** Loads settings by key: `useSettings<'timeZone' | 'ssnDigits'>('timeZone,ssnDigits')` (AC-02). */
export function useSettings<K extends string>(keys: string): UseQueryResult<Settings<K>> {
  return useRead(settingsLine, { query: { keys } }, { select: byKey })
}

const byKey = ({ results }: Calls[typeof settingsLine]['answer']): Settings<string> =>
  Object.fromEntries(results.map(({ key, value }) => [key, value]))
