import type { SiteStart } from '@coopline/contract/site/site/site.contract'
import { sendPageView, startAnalytics } from './analytics.ts'
import { allowScripts, loadScript } from './load-script.ts'
import { scriptAddresses } from './script-addresses.ts'
import { startWebChat } from './web-chat.ts'

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
