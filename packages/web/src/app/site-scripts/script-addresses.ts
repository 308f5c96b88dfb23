import type { SiteStart } from '@coopline/contract/site/site/site.contract'
import { hasFeature } from '../../portal/page/site.tsx'

/** The scripts that the cooperative's settings ask for; each only when it is set. */
export interface ScriptAddresses {
  readonly analytics: string | undefined
  readonly chat: string | undefined
  readonly site: string | undefined
}

export function scriptAddresses(site: SiteStart): ScriptAddresses {
  const { googleAnalyticsCode, tagManagerUrl, webChatSetting, siteScriptPath } = site.settings
  const hasAnalytics = googleAnalyticsCode !== '' && tagManagerUrl !== ''
  return {
    analytics: hasAnalytics ? withId(tagManagerUrl, googleAnalyticsCode) : undefined,
    chat: hasFeature(site, 'WebChatEnabled') ? given(webChatSetting.scriptUrl) : undefined,
    site: given(siteScriptPath),
  }
}

export const hasScripts = (site: SiteStart): boolean =>
  Object.values(scriptAddresses(site)).some((address) => address !== undefined)

const given = (address: string): string | undefined => (address === '' ? undefined : address)

const withId = (loader: string, code: string): string =>
  `${loader}${loader.includes('?') ? '&' : '?'}id=${encodeURIComponent(code)}`
