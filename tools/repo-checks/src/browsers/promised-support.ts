import data from '@mdn/browser-compat-data' with { type: 'json' }
import type { BrowserName, CompatData, Identifier, SimpleSupportStatement } from '@mdn/browser-compat-data'
import { promisedBrowsers } from '../../../../packages/web/build/promised-browsers.ts'

export const compatData: CompatData = data

const namesInData = new Map<string, BrowserName>([
  ['chrome', 'chrome'],
  ['edge', 'edge'],
  ['firefox', 'firefox'],
  ['safari', 'safari'],
  ['ios_saf', 'safari_ios'],
])

const promised: readonly (readonly [BrowserName, string])[] = [...promisedBrowsers].map(([name, version]) => {
  const inData = namesInData.get(name)
  if (inData === undefined) throw new Error(`No compatibility data is read for "${name}"`)
  return [inData, version]
})

/**
 * Lists the promised browsers whose oldest version lacks a feature, such as `firefox 114 (since 121)`. Prefixed and flagged
 * support counts as none, support that is partial in a detail counts as whole. A feature without data, or with unknown support, is not listed.
 */
export function listBrowsersWithout(feature: Identifier | undefined): readonly string[] {
  const support = feature?.__compat?.support
  if (support === undefined) return []
  return promised.flatMap(([browser, version]) => {
    const found = support[browser]
    if (found === undefined) return []
    const since = [found]
      .flat()
      .filter((statement) => isWhole(statement, version))
      .map(sinceOf)
    if (since.some((one) => one === null || (typeof one === 'string' && !isLater(one, version)))) return []
    return [`${browser} ${version} (${typeof since[0] === 'string' ? `since ${since[0]}` : 'never'})`]
  })
}

const isWhole = (statement: SimpleSupportStatement, version: string): boolean =>
  statement.flags === undefined &&
  statement.prefix === undefined &&
  statement.alternative_name === undefined &&
  (typeof statement.version_removed !== 'string' || isLater(statement.version_removed, version))

const sinceOf = ({ version_added: since }: SimpleSupportStatement): string | false | null =>
  typeof since === 'string' ? since.replace('≤', '') : since

/** Whether version `one` is later than `other`. Previews are later than every release. */
function isLater(one: string, other: string): boolean {
  if (!/^\d/u.test(one)) return true
  const [a, b] = [one, other].map((version) => version.split('.').map(Number))
  for (let part = 0; part < Math.max(a?.length ?? 0, b?.length ?? 0); part += 1) {
    const difference = (a?.[part] ?? 0) - (b?.[part] ?? 0)
    if (difference !== 0) return difference > 0
  }
  return false
}
