import type { Identifier } from '@mdn/browser-compat-data'
import { compatData, listBrowsersWithout } from './promised-support.ts'

/** Names that scripts use, each with the browsers that lack it. */
export interface NewNames {
  /** `URLPattern` → browsers. */
  readonly globals: ReadonlyMap<string, readonly string[]>
  /** `AbortSignal.any`, `navigator.share` → browsers. */
  readonly exact: ReadonlyMap<string, readonly string[]>
  /** `toSorted` → browsers. A name is here only if every interface that has it got it too late. */
  readonly members: ReadonlyMap<string, readonly string[]>
  /** Interfaces and objects whose own methods `exact` knows. */
  readonly owners: ReadonlySet<string>
}

/** The interfaces whose methods are called on values without a telling name. The methods of rare ones have everyday names. */
const common =
  /^(?:Element|HTML\w*Element|Node|NodeList|Event|EventTarget|DOMTokenList|Range|Selection|AbortSignal|Response|Request|Headers|Blob|File|FormData|URLSearchParams|ReadableStream|Storage|Cache|CacheStorage)$/u

const objects = new Map([
  ['Window', 'window'],
  ['Document', 'document'],
  ['Navigator', 'navigator'],
])

/** Lists what is newer than the promised browsers, of the language and of the interfaces of a window or a worker. */
export function listNewNames(): NewNames {
  const globals = new Map<string, readonly string[]>()
  const exact = new Map<string, readonly string[]>()
  const members = new Map<string, readonly string[]>()
  const old = new Set<string>()
  const { Intl: intl, ...builtIns } = (compatData.javascript.builtins ?? {}) as Record<string, Identifier>
  const owners = { ...compatData.api, ...intl, ...builtIns } as Record<string, Identifier>
  for (const [owner, feature] of Object.entries(owners)) {
    const lackOwner = listBrowsersWithout(feature)
    if (lackOwner.length > 0) globals.set(owner, lackOwner)
    for (const [name, isStatic, member] of membersOf(feature)) {
      const lack = lackOwner.length > 0 ? lackOwner : listBrowsersWithout(member)
      // The data of the language does not say which methods are static.
      if (lack.length > 0) exact.set(`${objects.get(owner) ?? owner}.${name}`, lack)
      if (isStatic) continue
      if (lack.length === 0) old.add(name)
      else if (owner in builtIns || common.test(owner)) members.set(name, lack)
    }
  }
  for (const name of old) members.delete(name)
  return { globals, exact, members, owners: new Set([...Object.keys(owners), ...objects.values()]) }
}

function* membersOf(feature: Identifier): Generator<readonly [string, boolean, Identifier]> {
  for (const [key, member] of Object.entries(feature)) {
    if (/^\w+$/u.test(key) && !key.startsWith('__') && !key.endsWith('_event'))
      yield [key.replace(/_static$/u, ''), key.endsWith('_static'), member as Identifier]
  }
}
