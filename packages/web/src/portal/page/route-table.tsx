import type { Language } from '@coopline/rules/kernel/problem'
import { createContext, type ComponentType, type ReactNode, useCallback, useContext } from 'react'
import { matchPath } from 'react-router'
import { isGuest, useSession, type Viewer } from '../session/session.tsx'
import { findTexts, type Section, type TextsOf } from '../text/text-store.ts'

/** One page of the portal: where it is, who may open it, and what the shell does around it. */
export interface PortalRoute {
  /** Such as `/quick-pay`; a segment may be a parameter, `/accountoverview/:link`. */
  readonly path: string
  /** Document title of the route; a route without one adds nothing to the title (REQ-D-200). */
  readonly title?: RouteTitle
  /** Path of the route whose title precedes this one's. */
  readonly parent?: string
  /** Needs a signed-in member (REQ-D-008). */
  readonly guarded: boolean
  /** Open to a login without a membership, which sees only what others share with it (decision 0150). */
  readonly guests: boolean
  /** Whether the sub-header shows the account list here when a member is signed in (SH-46). */
  readonly accountList: boolean
  /** False on pages that are shown without header menus (RU-08). */
  readonly menu: boolean
  /** True for a page that loads data after its first paint or redirects: the footer waits below the screen. Pages of members do. */
  readonly loadsLate: boolean
  /** A page of the staff console: nothing around it is for members. */
  readonly staff: boolean
  /** True on public content pages only: they may hold analytics, chat and the cooperative's own script. */
  readonly siteScripts: boolean
  /** Money is paid, or a password, code or secret address is shown: no script of the cooperative and no chat. */
  readonly secret: boolean
  /** Sections of the catalog that the page uses, loaded together with it. */
  readonly texts: readonly Section[]
  readonly load: () => Promise<{ readonly Page: ComponentType }>
}

/** A text of a section that the page loads, or of the shell. */
export interface RouteTitle {
  readonly section: Section
  /** Undefined while the section is not loaded. */
  readonly in: (language: Language) => string | undefined
}

export const titleOf = <S extends Section>(section: S, pick: (texts: TextsOf<S>) => string): RouteTitle => ({
  section,
  in: (language) => {
    const texts = findTexts(language, section)
    return texts === undefined ? undefined : pick(texts)
  },
})

/** A route of a table. Unless the draft says otherwise it is public, with account list and menu, without site scripts. */
export const route = (
  draft: Pick<PortalRoute, 'path' | 'load'> & Partial<Omit<PortalRoute, 'path' | 'load'>>,
): PortalRoute => ({
  guarded: false,
  guests: false,
  accountList: true,
  menu: true,
  loadsLate: draft.guarded === true,
  staff: false,
  siteScripts: false,
  secret: false,
  texts: [],
  ...draft,
})

export type RouteTable = readonly PortalRoute[]

/**
 * Caches the found routes: every link asks on every render, and each comparison compiles a pattern. The server asks, too, for each path
 * that a visitor requests.
 */
const found = new WeakMap<RouteTable, Map<string, PortalRoute | undefined>>()

/** More than the paths of all links. */
const mostPaths = 500

/** The route that shows a path; query and fragment may be given and do not count. */
export function findRoute(table: RouteTable, path: string): PortalRoute | undefined {
  const known = found.get(table) ?? new Map<string, PortalRoute | undefined>()
  found.set(table, known)
  const pathname = pathnameOf(path)
  if (!known.has(pathname)) {
    if (known.size >= mostPaths) known.clear()
    known.set(
      pathname,
      table.find((entry) => matchPath(entry.path, pathname) !== null),
    )
  }
  return known.get(pathname)
}

/** The titles that make up a page's document title: those of the routes above it come first. */
export function routeTitles(table: RouteTable, entry: PortalRoute): readonly PortalRoute['title'][] {
  const parent = table.find(({ path }) => path === entry.parent)
  return parent === undefined ? [entry.title] : [...routeTitles(table, parent), entry.title]
}

/** Whether the portal has a page at this path. */
export const routeExists = (table: RouteTable, path: string): boolean => findRoute(table, path) !== undefined

const pathnameOf = (path: string): string => path.split(/[?#]/u, 1)[0] ?? ''

const RouteTableContext = createContext<RouteTable>([])

interface RouteTableProviderProps {
  readonly table: RouteTable
  readonly children: ReactNode
}

export function RouteTableProvider({ table, children }: RouteTableProviderProps) {
  return <RouteTableContext value={table}>{children}</RouteTableContext>
}

export const useRouteTable = (): RouteTable => useContext(RouteTableContext)

/**
 * Says whether a link to a path works for the user: the page exists and is public, or the user is signed in or can sign in.
 * Other links are omitted.
 */
export function useReachable(): (path: string) => boolean {
  const table = useRouteTable()
  const session = useSession()
  return useCallback((path) => isReachable(table, session, path), [table, session])
}

export function isReachable(table: RouteTable, session: Viewer, path: string): boolean {
  const entry = findRoute(table, path)
  if (entry === undefined || !isOpenTo(entry, session)) return false
  return !entry.guarded || session.isValid || routeExists(table, '/login')
}

/** False for a page that a login without a membership cannot open. */
export const isOpenTo = (entry: PortalRoute, session: Viewer): boolean =>
  !entry.guarded || entry.guests || !isGuest(session)
