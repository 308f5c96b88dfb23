import { defaultSettings, listSettings, type Settings } from '@coopline/contract/site/site/settings-catalog'
import { settingsIn } from '@coopline/contract/site/site/settings-in'
import type { SiteConfiguration, SiteSettings, SiteStart } from '@coopline/contract/site/site/site.contract'
import { contentTree } from './content-tree.ts'

export interface Installation {
  readonly appVersion: string
  readonly demo: boolean
}

/**
 * Builds the settings that the browser gets at start (DU-27, DU-28): HTML as trees, features as the documented list.
 */
export function buildSiteStart(settings: Settings, installation: Installation): SiteStart {
  return {
    settings: siteSettings(settings, installation.appVersion),
    configuration: siteConfiguration(settings),
    spanish: siteSpanish(settings),
    underMaintenance: settings.underMaintenance,
    serviceAccountTypes: [...settings.serviceAccountTypes],
    demo: installation.demo,
  }
}

/** Settings that browsers get as they are stored. */
const displayedAsStored = [
  'facebookUrl',
  'twitterUrl',
  'youtubeUrl',
  'instagramUrl',
  'pinterestUrl',
  'yelpUrl',
  'linkedInUrl',
  'phoneNumber',
  'officeHours',
  'email',
  'address',
  'coopContactUsLink',
  'emergencyContactNumber',
  'coopName',
  'coopWebsiteUrl',
  'portalFavIconPath',
  'portalLogoPath',
  'homeBannerImagePath',
  'signOutLink',
  'logoClickRedirectionLink',
  'homeClickRedirectionLink',
  'googleAnalyticsCode',
  'tagManagerUrl',
  'pageViewReceiver',
  'siteScriptPath',
  'featureFlagCustomCss',
  'siteOrigin',
  'allowPasswordPasting',
  'allowAmountPasting',
  'RURAL_ADDRESSES',
  'keyEmailTwice',
  'paperlessOptions',
  'marketingSignup',
  'STRICT_EMAIL_ENDING',
  'loginRightImage',
  'passkeysEnabled',
  'connectEnabled',
  'sharedAccess',
  'publicOutages',
  'publicOutageReports',
  'offlineOutages',
  'brandColor',
  'quickPayVerifyTimeoutSeconds',
  'servicesProductsLinks',
] as const

function siteSettings(settings: Settings, appVersion: string): SiteSettings {
  const { coopName, copyright, webChatSetting } = settings
  return {
    ...pick(settings, displayedAsStored),
    ...ownImages(settings),
    aboutUs: contentTree(settings.aboutUs),
    copyright: { year: copyright.year, caption: copyright.caption === '' ? coopName : copyright.caption },
    appVersion,
    features: listSettings('feature').map(({ key }) => ({ name: key, enable: settings[key] === true })),
    webChatSetting: { ...webChatSetting, buttons: [...webChatSetting.buttons] },
  }
}

/** Replaces images of other origins with the defaults while the cooperative has its own style sheet. */
function ownImages(settings: Settings): Partial<SiteSettings> {
  if (settings.featureFlagCustomCss === '') return {}
  const own = (key: 'portalLogoPath' | 'portalFavIconPath' | 'homeBannerImagePath' | 'loginRightImage') =>
    /^https?:/iu.test(settings[key]) ? defaultSettings[key] : settings[key]
  return {
    portalLogoPath: own('portalLogoPath'),
    portalFavIconPath: own('portalFavIconPath'),
    homeBannerImagePath: own('homeBannerImagePath'),
    loginRightImage: own('loginRightImage'),
  }
}

function siteConfiguration(settings: Settings): SiteConfiguration {
  return {
    ...pick(settings, [
      'allowSubscribeForNotification',
      'allowFutureDatedPayments',
      'allowCreditDraft',
      'allowBankDraft',
      'displayEmergencyAnnouncement',
      'whecEnabled',
      'displayFaqUrl',
      'nexGridEnable',
      'nexGridLinkUrl',
      'serviceRequestMenuEnabled',
      'useCustomMenu',
      'outageMapLink',
      'memberInfoLinkAvailable',
      'memberInfoDocsLinkName',
      'clientAvailable',
      'detailedUsageAnalysisLabel',
      'isOnlineDelinquentView',
      'delinquentViewUrl',
      'accountServiceEnabled',
      'outdoorLightUrl',
      'rightOfWayUrl',
    ]),
    myMeterAvailable: settings.myMeterUrl !== '',
    emergencyAnnouncementMessage: contentTree(settings.emergencyAnnouncementMessage),
    mcpMenu: [...settings.mcpMenu],
  }
}

/** Builds the Spanish texts that differ from the English ones. The rest is left out, because this is in every page. */
function siteSpanish(settings: Settings): SiteStart['spanish'] {
  const spanish = settingsIn(settings, 'es')
  const differs = (key: keyof Settings) => spanish[key] !== settings[key]
  const { aboutUs, emergencyAnnouncementMessage, memberInfoDocsLinkName, detailedUsageAnalysisLabel } = spanish
  return {
    settings: {
      ...(differs('officeHours') && { officeHours: spanish.officeHours }),
      ...(differs('aboutUs') && { aboutUs: contentTree(aboutUs) }),
    },
    configuration: {
      ...(differs('emergencyAnnouncementMessage') && {
        emergencyAnnouncementMessage: contentTree(emergencyAnnouncementMessage),
      }),
      ...(differs('memberInfoDocsLinkName') && { memberInfoDocsLinkName }),
      ...(differs('detailedUsageAnalysisLabel') && { detailedUsageAnalysisLabel }),
    },
  }
}

function pick<Key extends keyof Settings>(settings: Settings, keys: readonly Key[]): Pick<Settings, Key> {
  return Object.fromEntries(keys.map((key) => [key, settings[key]])) as Pick<Settings, Key>
}
