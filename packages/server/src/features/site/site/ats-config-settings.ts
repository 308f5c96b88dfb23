import { findSetting, type Settings } from '@coopline/contract/site/site/settings-catalog'
import { writeSetting } from './written-setting.ts'

/** A setting as pages read it: flags are Y or N, lists are separated by commas (CG-02). */
export interface WrittenSetting {
  readonly key: string
  readonly value: string
}

/**
 * The settings of these keys, each once and in this order. Omits unknown keys, settings for the server only, and texts with
 * markup and objects, which have their own calls.
 */
export const atsConfigSettings = (settings: Settings, keys: readonly string[]): WrittenSetting[] =>
  [...new Set(keys)].flatMap((key) => {
    const value = valueOf(settings, key)
    return value === null ? [] : [{ key, value }]
  })

function valueOf(settings: Settings, key: string): string | null {
  const setting = findSetting(key)
  if (setting === undefined || setting.audience === 'server' || setting.kind === 'html') return null
  const written = writeSetting(setting, settings[setting.key])
  if (Array.isArray(written)) return written.every(isText) ? written.join(',') : null
  return isText(written) || typeof written === 'number' ? String(written) : null
}

const isText = (value: unknown): value is string => typeof value === 'string'
