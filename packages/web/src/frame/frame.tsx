import type { SiteStart } from '@coopline/contract/site/site/site.contract'
import { paths } from '@coopline/contract/paths'
import { escapeHtml } from '@coopline/rules/kernel/escape-html'
import type { Language } from '@coopline/rules/kernel/problem'
import { renderToStaticMarkup } from 'react-dom/server'
import { StaticRouter } from 'react-router'
import { ChatPlace } from '../app/chat-place.tsx'
import { favIconAddress } from '../app/fav-icon-address.ts'
import { pageAddress as addressIn } from '../app/page-address.ts'
import { PortalContexts } from '../app/portal.tsx'
import { routes } from '../app/routes.tsx'
import { shortFormTarget } from '../app/short-forms.ts'
import { announcementHash } from '../app/shell/announcement-hash.ts'
import { Shell } from '../app/shell/shell.tsx'
import { allowsSiteScripts as allowedIn } from '../app/site-scripts/allows-site-scripts.ts'
import { brandCss } from '../portal/page/brand-css.ts'
import { notLoadedId, type PageReads } from '../portal/call/early-work.ts'
import { pageTitle } from '../portal/page/page-title.ts'
import { findRoute, routeTitles } from '../portal/page/route-table.tsx'
import { AssumedMember } from '../portal/session/session.tsx'
import { findTexts } from '../portal/text/text-store.ts'
import { unknownAddress } from '../portal/page/unknown-address.ts'
import type { ThemeChoice } from '../portal/page/theme-choice.ts'
import { markLoading } from './mark-loading.ts'
import { pageFrames } from './page-frames.ts'
import { readsOf } from './page-reads.ts'
import { provideAllTexts } from './provide-all-texts.ts'
import { Alert } from '@coopline/ui/alert'
import { useText } from '../portal/text/text.tsx'

export { announcementHash }
export { offlineChunks, offlinePages } from './offline-shell.ts'

export interface FrameInput {
  /** Path of the request, without its query. */
  readonly path: string
  readonly site: SiteStart
  readonly language: Language
  readonly theme: ThemeChoice
  /** Whether the visitor's cookie `coopline_announcement` is `announcementHash(emergencyAnnouncementMessage)`. */
  readonly announcementClosed?: boolean
  /** True when the browser sends the cookie of a session. A visitor without one is redirected to sign in. */
  readonly hasSession?: boolean
}

export interface Frame {
  /** For the mark in the body: shell and page as they look before any script has run. Holds no inline style. */
  readonly html: string
  /** For the mark in the head: title, icon, start-up data. */
  readonly headTags: string
  /** The link to the cooperative's style sheet. Goes behind the early script, which would wait for it. */
  readonly siteStyle: string
  /** Goes at the end of the page's inlined style: the cooperative's colors, and the sizes of the skeletons. */
  readonly css: string
  /** Keys of the build's manifest whose files the page needs beyond the entry's own. */
  readonly preloadChunks: readonly string[]
  /** Whether the page begins with reads, which leave before the scripts are asked for. */
  readonly startsReads: boolean
}

await provideAllTexts()

/** The key of the frame for all paths without a page: home, where the browser will go, with the notice that says why. */
const unknownPath = '/*'

/** The path whose frame a request gets, or the key of the one for all unknown paths. Keys the cache. */
export function framePath(path: string, site: SiteStart): string {
  if (site.underMaintenance) return paths.maintenance()
  return routeAt(path)?.path ?? unknownPath
}

/** The address of the page that a path means, `null` when there is no such page. Elsewhere the browser goes home. */
export const pageAddress = (path: string): string | null => addressIn(routes, path)

export { withoutLinkPunctuation } from '../app/page-address.ts'

/** Whether a page may have analytics, chat and the cooperative's script: what its security policy must allow. */
export const allowsSiteScripts = (path: string, site: SiteStart): boolean =>
  allowedIn(routes, path, site.underMaintenance)

/** Whether the address of a page must reach no other site. A path without a page may be one with a secret, mistyped. */
export const isSecretPage = (path: string): boolean => routeAt(path)?.secret ?? true

const routeAt = (path: string) => findRoute(routes, shortFormTarget(routes, path) ?? path)

/** Draws the frame of a page. The same input has the same frame until the settings change. */
export function renderFrame({
  path,
  site,
  language,
  theme,
  announcementClosed = false,
  hasSession = false,
}: FrameInput): Frame {
  const key = framePath(path, site)
  const isUnknown = key === unknownPath
  const shownPath = isUnknown ? paths.home() : key
  const entry = findRoute(routes, shownPath)
  const { Frame = null, chunk } = pageFrames.get(shownPath) ?? {}
  const isMembers = entry?.guarded === true
  const texts = ['shell', ...(entry?.texts ?? [])].map((section) => `src/messages/${language}/${fileOf(section)}.ts`)
  const { html, sizes } = withSizes(
    renderToStaticMarkup(
      <PortalContexts site={site} language={language} theme={theme} table={routes}>
        <NotLoaded />
        <StaticRouter location={{ pathname: shownPath, state: isUnknown ? unknownAddress : null }}>
          {hasSession && entry?.staff !== true ? (
            <AssumedMember>
              <Shell announcementClosedOnServer={announcementClosed} accountList={null}>
                {Frame && <Frame />}
              </Shell>
            </AssumedMember>
          ) : (
            <Shell announcementClosedOnServer={announcementClosed}>{!isMembers && Frame && <Frame />}</Shell>
          )}
          <ChatPlace />
        </StaticRouter>
      </PortalContexts>,
    ),
  )
  // What a page for members begins with is asked for only where the browser has a session.
  const first = isMembers && !hasSession ? {} : readsOf(shownPath, site, language)
  const titles = entry === undefined ? [] : routeTitles(routes, entry).map((title) => title?.in(language))
  return {
    html: noScript(language) + markLoading(html),
    headTags: headTags(pageTitle(titles, site.settings.coopName), { site, language, ...first }),
    siteStyle: siteStyle(site),
    css: brandCss(site.settings.brandColor) + sizes,
    preloadChunks: chunk === undefined ? texts : [chunk, ...texts],
    startsReads: first.reads !== undefined,
  }
}

/**
 * The security policy refuses `style` attributes. Those that hold a size, a skeleton's, become rules of the page's inlined style;
 * others go. No text can look like one, since its quotes are escaped.
 */
function withSizes(markup: string): { readonly html: string; readonly sizes: string } {
  const sizes = new Set<string>()
  const html = markup.replaceAll(/ style="(?<style>[^"]*)"/gu, (_, style: string) => {
    if (!/^(?:width|height):[\d.]+(?:rem|em|px|%)$/u.test(style)) return ''
    sizes.add(style)
    return ` data-size="${style}"`
  })
  return { html, sizes: [...sizes].map((size) => `[data-size="${size}"]{${size}}`).join('') }
}

/** `quickPay` lies in `quick-pay.ts`. */
const fileOf = (section: string): string => section.replaceAll(/[A-Z]/gu, (letter) => `-${letter.toLowerCase()}`)

const noScript = (language: Language): string =>
  `<noscript><p>${escapeHtml(findTexts(language, 'shell')?.common.noScript ?? '')}</p></noscript>`

interface ServedStart {
  readonly site: SiteStart
  readonly language: Language
  readonly reads?: PageReads
}

const headTags = (title: string, start: ServedStart): string =>
  [
    `<title>${escapeHtml(title)}</title>`,
    `<link rel="icon" href="${escapeHtml(favIconAddress(start.site.settings.portalFavIconPath))}">`,
    `<script type="application/json" id="coopline-start">${scriptJson(start)}</script>`,
  ].join('')

const siteStyle = ({ settings: { featureFlagCustomCss: href } }: SiteStart): string =>
  href === '' ? '' : `<link rel="stylesheet" data-coopline="custom-css" href="${escapeHtml(href)}">`

/** JSON for the inside of a script element: nothing in it can end the element or open a comment. */
const scriptJson = (value: unknown): string => JSON.stringify(value).replaceAll('<', String.raw`\u003c`)

/** Says that the portal's scripts did not load. Hidden until the early script shows it. */
function NotLoaded() {
  const { common } = useText('shell')
  return (
    <div id={notLoadedId} hidden>
      <Alert tone="error" title={common.notLoaded}>
        {/* oxlint-disable-next-line jsx-a11y/anchor-is-valid -- the page's own address, so that no script is needed to reload it */}
        <a href="">{common.reload}</a>
      </Alert>
    </div>
  )
}
