import { z } from 'zod'
import { endpoint } from '../../endpoint.ts'

/** Text and HTML of the cooperative as a tree the browser builds elements from: no markup is ever parsed there. */
interface ContentElement {
  readonly t: string
  readonly a?: Readonly<Record<string, string>>
  readonly c?: readonly ContentNode[]
}
export type ContentNode = string | ContentElement

export const contentNode: z.ZodType<ContentNode> = z.lazy(() =>
  z.union([
    z.string(),
    z.strictObject({
      t: z.string(),
      a: z.record(z.string(), z.string()).exactOptional(),
      c: z.array(contentNode).exactOptional(),
    }),
  ]),
)

export interface MenuEntry {
  readonly title: string
  readonly moduleLink: string
  readonly external: boolean
  readonly megaMenu: boolean
  readonly position: number
  readonly subMenu: readonly MenuEntry[]
}

/** One entry of the cooperative's own menu (DU-29). */
export const menuEntry: z.ZodType<MenuEntry> = z.lazy(() =>
  z.strictObject({
    title: z.string().max(120),
    moduleLink: z.string().max(500),
    external: z.boolean(),
    megaMenu: z.boolean(),
    position: z.number(),
    subMenu: z.array(menuEntry),
  }),
)

/** Site settings (DU-27), plus the keys that the decisions add (siteOrigin, allowPasswordPasting, allowAmountPasting, RURAL_ADDRESSES, legalContent). */
const siteSettings = z.strictObject({
  facebookUrl: z.string(),
  twitterUrl: z.string(),
  youtubeUrl: z.string(),
  instagramUrl: z.string(),
  pinterestUrl: z.string(),
  yelpUrl: z.string(),
  linkedInUrl: z.string(),
  phoneNumber: z.string(),
  officeHours: z.string(),
  email: z.string(),
  address: z.string(),
  aboutUs: z.array(contentNode),
  coopContactUsLink: z.string(),
  emergencyContactNumber: z.string(),
  coopName: z.string(),
  coopWebsiteUrl: z.string(),
  copyright: z.strictObject({ year: z.string(), caption: z.string() }),
  appVersion: z.string(),
  portalFavIconPath: z.string(),
  portalLogoPath: z.string(),
  homeBannerImagePath: z.string(),
  signOutLink: z.string(),
  logoClickRedirectionLink: z.string(),
  homeClickRedirectionLink: z.string(),
  googleAnalyticsCode: z.string(),
  tagManagerUrl: z.string(),
  pageViewReceiver: z.enum(['none', 'ga4', 'plausible', 'matomo', 'umami']),
  siteScriptPath: z.string(),
  featureFlagCustomCss: z.string(),
  features: z.array(z.strictObject({ name: z.string(), enable: z.boolean() })),
  webChatSetting: z.strictObject({
    apiUrl: z.string(),
    scriptUrl: z.string(),
    coopId: z.string(),
    subTitle: z.string(),
    userName: z.string(),
    introText: z.string(),
    virtualAgentName: z.string(),
    buttons: z.array(z.strictObject({ label: z.string(), value: z.string(), visible: z.boolean() })),
  }),
  siteOrigin: z.string(),
  allowPasswordPasting: z.boolean(),
  allowAmountPasting: z.boolean(),
  RURAL_ADDRESSES: z.boolean(),
  keyEmailTwice: z.boolean(),
  paperlessOptions: z.enum(['NONE', 'BILL', 'OTHER', 'BOTH']),
  marketingSignup: z.boolean(),
  STRICT_EMAIL_ENDING: z.boolean(),
  loginRightImage: z.string(),
  passkeysEnabled: z.boolean(),
  connectEnabled: z.boolean(),
  sharedAccess: z.boolean(),
  publicOutages: z.boolean(),
  publicOutageReports: z.boolean(),
  offlineOutages: z.boolean(),
  brandColor: z.string(),
  quickPayVerifyTimeoutSeconds: z.int(),
  servicesProductsLinks: z.strictObject({
    energySavings: z.string(),
    applianceRepair: z.string(),
    treeTrimming: z.string(),
    securitySystems: z.string(),
  }),
})

/** Site configuration (DU-28). */
const siteConfiguration = z.strictObject({
  allowSubscribeForNotification: z.boolean(),
  allowFutureDatedPayments: z.boolean(),
  allowCreditDraft: z.boolean(),
  allowBankDraft: z.boolean(),
  displayEmergencyAnnouncement: z.boolean(),
  emergencyAnnouncementMessage: z.array(contentNode),
  whecEnabled: z.boolean(),
  displayFaqUrl: z.string(),
  nexGridEnable: z.boolean(),
  nexGridLinkUrl: z.string(),
  serviceRequestMenuEnabled: z.boolean(),
  useCustomMenu: z.boolean(),
  mcpMenu: z.array(menuEntry),
  outageMapLink: z.string(),
  memberInfoLinkAvailable: z.boolean(),
  memberInfoDocsLinkName: z.string(),
  clientAvailable: z.boolean(),
  detailedUsageAnalysisLabel: z.string(),
  isOnlineDelinquentView: z.boolean(),
  delinquentViewUrl: z.string(),
  accountServiceEnabled: z.boolean(),
  /** Whether the cooperative has MyMeter; only the server knows its address. */
  myMeterAvailable: z.boolean(),
  outdoorLightUrl: z.string(),
  rightOfWayUrl: z.string(),
})

/** The texts that differ in Spanish; all others are the same in both languages. */
const siteSpanish = z.strictObject({
  settings: z.strictObject({
    officeHours: z.string().exactOptional(),
    aboutUs: z.array(contentNode).exactOptional(),
  }),
  configuration: z.strictObject({
    emergencyAnnouncementMessage: z.array(contentNode).exactOptional(),
    memberInfoDocsLinkName: z.string().exactOptional(),
    detailedUsageAnalysisLabel: z.string().exactOptional(),
  }),
})

/** Everything the front end needs at start, in one call, inlined in the served page. */
const siteStart = z.strictObject({
  settings: siteSettings,
  configuration: siteConfiguration,
  spanish: siteSpanish,
  underMaintenance: z.boolean(),
  /** Account types that new service can be asked for; empty when the cooperative names none (HM-10). */
  serviceAccountTypes: z.array(
    z.strictObject({ id: z.string(), description: z.string(), descriptionInSpanish: z.string().exactOptional() }),
  ),
  /** True on a demo installation: the page says so and links to the demo mailbox. */
  demo: z.boolean(),
})

/** Comma-separated keys of settings. */
const settingKeys = z.string().regex(/^[A-Za-z_]{1,60}(?:,[A-Za-z_]{1,60}){0,29}$/u)

/** Texts of the cooperative that one page needs and the rest does not. */
export const contentKey = z.enum([
  'legalContent',
  'ccLetterReturnMessage',
  'unclaimedCapitalCreditMessage',
  'draftNotices',
  'scheduledPaymentsText',
  'hostedForwardMessage',
  'marketingText',
  'openUsageDisclaimer',
  'usageSuspendedMessage',
])

/** A setting as text; flags are Y or N. */
const writtenSetting = z.strictObject({ key: z.string(), value: z.string() })

const writtenContent = z.strictObject({ key: contentKey, content: z.array(contentNode) })

/** The route of a page. Without digits, capitals and queries it names no account and no person. */
const pagePath = z
  .string()
  .max(100)
  .regex(/^\/(?:[a-z-]+(?:\/(?:[a-z-]+|:[a-z]+))*)?$/u)

export const site = {
  start: endpoint('site.start', 'GET /v3/site', {
    auth: 'public',
    summary: 'Get the site settings and configuration needed at start',
    source: 'AS-10, AS-11',
    answer: siteStart,
    caching: 'revalidated',
    foreignClients: true,
  }),
  content: endpoint('site.content', 'GET /v3/site/contents/{key}', {
    auth: 'public',
    summary: 'Get a cooperative text as a sanitized tree',
    source: 'LT-03',
    params: z.strictObject({ key: contentKey }),
    query: z.strictObject({ language: z.enum(['en', 'es']).exactOptional() }),
    answer: writtenContent,
    caching: 'revalidated',
    foreignClients: true,
  }),
  atsConfigSettings: endpoint('site.atsConfigSettings', 'GET /v3/site/ats-config-settings', {
    auth: 'public',
    summary: 'Get settings by key; unknown and private keys are left out',
    source: 'AC-08, AS-08',
    query: z.strictObject({ keys: settingKeys }),
    answer: z.strictObject({ results: z.array(writtenSetting) }),
    foreignClients: true,
  }),
  configurationSettings: endpoint('site.configurationSettings', 'GET /v3/site/configuration-settings', {
    auth: 'public',
    summary: 'Get settings, payment settings and cooperative texts by their keys, in three lists',
    source: 'AC-02, DE-39',
    query: z.strictObject({
      settings: settingKeys.optional(),
      paymentGateway: settingKeys.optional(),
      webContents: settingKeys.optional(),
      language: z.enum(['en', 'es']).exactOptional(),
    }),
    answer: z.strictObject({
      settings: z.array(writtenSetting),
      paymentGateway: z.array(writtenSetting),
      webContents: z.array(writtenContent),
    }),
    foreignClients: true,
  }),
  pageView: endpoint('site.pageView', 'POST /v3/site/page-views', {
    auth: 'public',
    summary: 'Report that a page was shown, by its route',
    source: 'SH-75, REQ-D-263',
    body: z.strictObject({ path: pagePath }),
    answer: z.strictObject({}),
    background: true,
  }),
  maintenance: endpoint('site.maintenance', 'GET /v3/site/maintenance', {
    auth: 'public',
    summary: 'Get the maintenance status',
    source: 'MT-07, AS-21',
    answer: z.strictObject({
      underMaintenance: z.boolean(),
      /** When it is expected to end: `yyyy-MM-ddTHH:mm` in the cooperative's time zone; `null` when that is unknown or over. */
      endsAt: z.string().nullable(),
    }),
    foreignClients: true,
  }),
}

export type SiteStart = z.output<typeof siteStart>
export type SiteSettings = SiteStart['settings']
export type SiteConfiguration = SiteStart['configuration']
