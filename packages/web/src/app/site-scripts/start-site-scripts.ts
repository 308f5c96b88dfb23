import type { SiteStart } from '@coopline/contract/site/site/site.contract'
import { scriptAddresses } from './script-addresses.ts'
import { startWebChat } from './web-chat.ts'
import { scriptUrlPolicy } from '../../portal/page/trusted-types.ts'

/** Addresses that the cooperative's settings name; no script is loaded from any other. */
const allowed = new Set<string>()

let policy: ReturnType<typeof scriptUrlPolicy> | undefined

/** Says which addresses the settings name; once, at start. @internal */
export function allowScripts(addresses: readonly string[]): void {
  for (const address of addresses) allowed.add(address)
}

/** Loads a script once. @throws TypeError when the settings do not name it. @internal */
export function loadScript(address: string): Promise<void> {
  const script = document.createElement('script')
  policy ??= scriptUrlPolicy('coopline-site-scripts', (known) => allowed.has(known))
  script.src = policy.createScriptURL(address)
  script.async = true
  return new Promise((resolve) => {
    script.addEventListener('load', () => resolve(), { once: true })
    // A third-party script that does not load is not an error of this page.
    script.addEventListener('error', () => resolve(), { once: true })
    document.head.append(script)
  })
}

/**
 * Starts analytics, web chat and the cooperative's own script, each when it is set.
 *
 * @returns the callback of analytics for every page view, when there is analytics.
 */
export function startSiteScripts({ settings, ...rest }: SiteStart): ((path: string) => void) | undefined {
  const { analytics, chat, site: own } = scriptAddresses({ settings, ...rest })
  allowScripts([analytics, chat, own].filter((address) => address !== undefined))
  if (chat !== undefined) void loadScript(chat).then(() => startWebChat(settings))
  if (own !== undefined) void loadScript(own)
  if (analytics === undefined) return undefined
  startAnalytics(settings.googleAnalyticsCode)
  void loadScript(analytics)
  return sendPageView
}

declare global {
  interface Window {
    dataLayer?: unknown[]
  }
}

/** The tag manager takes its commands as the `arguments` of a function, not as arrays (https://developers.google.com/tag-platform). */
function command(..._words: readonly unknown[]): void {
  window.dataLayer ??= []
  window.dataLayer.push(arguments)
}

/** Tells the tag manager which property to use; it must not count pages itself. */
function startAnalytics(code: string): void {
  command('js', new Date())
  command('config', code, { send_page_view: false })
}

/** Reports a page view. Only its path is sent: queries hold account numbers and tokens. */
function sendPageView(path: string): void {
  command('event', 'page_view', {
    page_path: path,
    page_location: `${window.location.origin}${path}`,
    page_referrer: '',
  })
}
