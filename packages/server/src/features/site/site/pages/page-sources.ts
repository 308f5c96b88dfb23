import type { SiteStart } from '@coopline/contract/site/site/site.contract'
import type { PageSources } from '../../../../platform/http/security-headers.ts'

/** The Trusted Types policy under which the site's configured scripts are loaded; the pages use the same name. */
const siteScriptPolicy = 'coopline-site-scripts'

/** The policy under which the worker that reads PDF files is started, from our own origin and no other address. */
const documentPolicy = 'coopline-documents'

/** The policy under which the outage pages register their service worker (decision 0196). */
const workerPolicy = 'coopline-worker'

const originOf = (address: string): readonly string[] =>
  /^https?:\/\//u.test(address) && URL.canParse(address) ? [new URL(address).origin] : []

export interface SourceRules {
  /** Origins that a form may be posted to. */
  readonly formOrigins: readonly string[]
  /** False excludes third-party scripts, even those that the settings name. */
  readonly allowsScripts: boolean
  /** The setting: pages show MyMeter in a frame, and its address is in no start-up data. */
  readonly myMeterUrl: string
}

/** The sources that a page may load from beyond our own origin: exactly those that the settings name. */
export function pageSources(site: SiteStart, { formOrigins, allowsScripts, myMeterUrl }: SourceRules): PageSources {
  const { settings, configuration } = site
  const images = [
    settings.portalLogoPath,
    settings.portalFavIconPath,
    settings.homeBannerImagePath,
    settings.loginRightImage,
  ].flatMap(originOf)
  // The browser shows bills and outages without loading another document, so all pages need the same policies.
  const trustedTypes = settings.offlineOutages ? [documentPolicy, workerPolicy] : [documentPolicy]
  const hasMap = settings.features.some((feature) => feature.name === 'OutageMapLinkEnabled' && feature.enable)
  const shared = {
    formOrigins,
    // A style sheet can put what is typed into the address of an image: beside one, images are of this origin only.
    imageOrigins: settings.featureFlagCustomCss === '' ? [...new Set(images)] : [],
    frameOrigins: [...new Set([...(hasMap ? originOf(configuration.outageMapLink) : []), ...originOf(myMeterUrl)])],
    trustedTypes,
  }
  if (!allowsScripts) return shared
  const analytics = settings.googleAnalyticsCode === '' ? [] : originOf(settings.tagManagerUrl)
  const hasChat = settings.features.some((feature) => feature.name === 'WebChatEnabled' && feature.enable)
  const chatScript = hasChat ? originOf(settings.webChatSetting.scriptUrl) : []
  const chatApi = hasChat ? originOf(settings.webChatSetting.apiUrl) : []
  const scripts = [...analytics, ...chatScript]
  const anyScript =
    scripts.length > 0 || settings.siteScriptPath !== '' || (hasChat && settings.webChatSetting.scriptUrl !== '')
  return {
    ...shared,
    scriptOrigins: [...new Set(scripts)],
    connectOrigins: [...new Set([...analytics, ...chatScript, ...chatApi])],
    trustedTypes: anyScript ? [...trustedTypes, siteScriptPolicy] : trustedTypes,
  }
}
