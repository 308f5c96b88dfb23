/** The part of the bundler's context that is used here. */
interface Graph {
  getModuleInfo(id: string): {
    readonly importedIds: readonly string[]
    readonly dynamicallyImportedIds: readonly string[]
  } | null
}

interface ChunkGroup {
  readonly name: (id: string, graph: Graph) => string | null
  readonly debugName: string
  /** The rank among groups that want the same module: the highest number gets it. */
  readonly priority: number
}

/**
 * Groups the modules that pages share; otherwise the bundler would make a small file of each. What every page begins
 * with, all that `main.tsx` reaches by plain imports, is one file. The rest is put together by who needs it, so that
 * no one loads what only others need: home and Quick Pay, whose size is measured, and then visitors and members.
 *
 * A module that a group takes brings along all that it imports and no group before has taken. So what more pages need
 * comes first: a page that needs a module needs what it imports.
 */
export function chunkGroups(): ChunkGroup[] {
  let names: ReadonlyMap<string, string> | undefined
  return inThisOrder.map((name, place) => ({
    name: (id, graph) => ((names ??= namesIn(graph, id)).get(id) === name ? name : null),
    debugName: name,
    priority: inThisOrder.length - place,
  }))
}

/** Named by the index of their package, which the first page reaches, and used by later pages only. */
const notFirst = /\/(?:useMutation|mutationObserver)\.js$/u

const source = new URL('../src/', import.meta.url).pathname
const entry = `${source}app/main.tsx`
const accountList = `${source}app/shell/account-list.tsx`

/** Pages that people begin with, each measured by itself, and all others by who opens them. */
type FirstPage = 'home' | 'login' | 'overview' | 'quick-pay'
type Kind = FirstPage | Family | 'member' | 'pay-step' | 'visitor'
/** Pages that share much with one another that no other page needs. */
type Family = 'staff' | 'usage'

/** Every name that a shared chunk may have, widest need first. */
const inThisOrder = [
  'portal',
  'login-quick-pay',
  'login-overview',
  'overview',
  'login',
  'quick-pay',
  'member-pay-step-visitor',
  'member-visitor',
  'member-pay-step',
  'pay-step-visitor',
  'member',
  'pay-step',
  'visitor',
  'staff',
  'usage',
] as const

/**
 * The name of what some kinds of pages need. On a slow phone each file costs a trip to the server, and a browser makes six
 * trips at a time: a first page has one file with what it shares with all pages that are not first ones.
 */
function nameOf(pages: readonly string[]): string {
  const own = new Set(pages.map(kindOf))
  if (own.size === 1 && (own.has('staff') || own.has('usage'))) return [...own].join('')
  const kinds: ReadonlySet<Kind> = new Set(
    [...own].map((kind) => (kind === 'staff' || kind === 'usage' ? 'member' : kind)),
  )
  const isFor = (...names: readonly Kind[]) => names.every((name) => kinds.has(name))
  if (kinds.has('home') || isFor('quick-pay', 'overview')) return 'portal'
  if (isFor('quick-pay', 'login')) return 'login-quick-pay'
  if (isFor('overview', 'login')) return 'login-overview'
  if (kinds.has('overview')) return 'overview'
  if (kinds.has('login')) return 'login'
  // The pay step is opened from Quick Pay; what others share with it, the login page shares too, or nearly all of it.
  if (kinds.has('quick-pay')) return isFor('visitor') || isFor('member') ? 'login-quick-pay' : 'quick-pay'
  return [...kinds].toSorted().join('-')
}

/** The groups of pages by source file. Pages that are not listed here are for members. */
const kindsOfFiles: readonly (readonly [RegExp, Kind])[] = [
  [/^app\/home-route\.tsx$/u, 'home'],
  [/^features\/identity\/sign-in\/login\.page\.tsx$/u, 'login'],
  [/^(?:features\/accounts\/account-overview\/|app\/shell\/account-list)/u, 'overview'],
  [/^features\/paying\/quick-pay\/quick-pay\.page\.tsx$/u, 'quick-pay'],
  [/^features\/paying\/quick-pay\//u, 'pay-step'],
  [
    /^features\/(?:identity\/(?:credential-recovery|registration|sign-in)|paying\/payment-result|site\/site)\//u,
    'visitor',
  ],
  [/^features\/messages\/notifications\/unsubscribe/u, 'visitor'],
  [/^(?:features\/staff\/|app\/staff)/u, 'staff'],
  [/^(?:features\/usage\/usage\/|app\/usage-)/u, 'usage'],
]

/** Matches the files of pages. Other lazy files load after the first tap. */
const page = /(?:\.page|-route|pay\.step|account-list)\.tsx$/u

const kindOf = (id: string): Kind =>
  kindsOfFiles.find(([pattern]) => id.startsWith(source) && pattern.test(id.slice(source.length)))?.[1] ?? 'member'

/** The chunk of each module; a module used by only one page is absent. */
function namesIn(graph: Graph, about: string): ReadonlyMap<string, string> {
  if (graph.getModuleInfo(entry) === null) throw new Error(`${entry} is not in the build (asked about ${about})`)
  const first = reachedFrom(graph, entry, new Set())
  const names = new Map([...first].map((id) => [id, 'portal']))
  // The entry keeps a chunk of its own: the manifest and the template name it.
  names.delete(entry)
  const askers = new Map<string, string[]>()
  for (const lazyModule of lazyModules(graph, first)) {
    for (const id of reachedFrom(graph, lazyModule, first)) askers.set(id, [...(askers.get(id) ?? []), lazyModule])
  }
  for (const [id, users] of askers) {
    const pages = users.filter((asker) => page.test(asker))
    // The bundler divides what only later files share, because no page waits for it.
    if (users.length > 1 && pages.length > 0 && !users.includes(id)) names.set(id, nameOf(pages))
  }
  // Shown with the overview as with every page about an account.
  names.set(accountList, 'overview')
  return names
}

/** Modules that are imported when they are asked for, by the first ones or by one another. */
function lazyModules(graph: Graph, first: ReadonlySet<string>): ReadonlySet<string> {
  const found = new Set<string>()
  const left = [...first]
  for (let id = left.pop(); id !== undefined; id = left.pop()) {
    for (const lazy of graph.getModuleInfo(id)?.dynamicallyImportedIds ?? []) {
      if (found.has(lazy)) continue
      found.add(lazy)
      left.push(...reachedFrom(graph, lazy, first))
    }
  }
  return found
}

/** A module and all that it imports plainly, without those that are there already. */
function reachedFrom(graph: Graph, from: string, there: ReadonlySet<string>): ReadonlySet<string> {
  const reached = new Set<string>()
  const left = [from]
  for (let id = left.pop(); id !== undefined; id = left.pop()) {
    if (reached.has(id) || there.has(id) || (there.size === 0 && notFirst.test(id))) continue
    reached.add(id)
    left.push(...(graph.getModuleInfo(id)?.importedIds ?? []))
  }
  return reached
}
