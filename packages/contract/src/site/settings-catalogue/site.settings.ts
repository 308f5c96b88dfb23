import { z } from 'zod'
import { settingsOf } from './setting.ts'
import { withSpanish } from './with-spanish.ts'
import { linkText, urlText } from './written-forms.ts'

const { flag, text, longText, html, url, link, ownFile, number, list, object, choice, localMinute, timeZone } =
  settingsOf('site settings')
const server = settingsOf('site settings', 'server')

const shortText = z.string().max(200)

const webChat = z.strictObject({
  apiUrl: linkText,
  scriptUrl: linkText,
  coopId: shortText,
  subTitle: shortText,
  userName: shortText,
  introText: z.string().max(1_000),
  virtualAgentName: shortText,
  buttons: z.array(z.strictObject({ label: shortText, value: shortText, visible: z.boolean() })).max(20),
})

const servicesProductsLinks = z.strictObject({
  energySavings: urlText,
  applianceRepair: urlText,
  treeTrimming: urlText,
  securitySystems: urlText,
})

const accountTypes = z
  .array(
    z.strictObject({
      id: z.string().min(1).max(40),
      description: z.string().min(1).max(120),
      descriptionInSpanish: z.string().min(1).max(120).exactOptional(),
    }),
  )
  .max(50)
  .refine((types) => new Set(types.map((type) => type.id)).size === types.length, 'Give each account type a unique id')

/** Who the cooperative is, where its links lead, and how the site as a whole behaves. */
export const siteSettings = {
  taskLinks: server.flag(
    false,
    'Puts links into bill, past-due and outage messages that pay that bill or show that outage for 72 hours without sign-in. Bills also need QuickPay.',
    'addition: decision 0100',
  ),
  coopName: text('Cooperative', 'Name of the cooperative, in titles and in the copyright line.', 'ST-15, REQ-D-215'),
  coopWebsiteUrl: url('', 'Address of the cooperative’s own website, linked in the footer.', 'ST-16, REQ-D-215'),
  coopContactUsLink: link('', 'Contact link in the footer.', 'ST-13, REQ-D-215'),
  phoneNumber: text('', 'Phone number in the footer.', 'ST-08'),
  emergencyContactNumber: text('', 'Emergency number in the footer.', 'ST-14, REQ-D-215'),
  ...withSpanish({ officeHours: longText('', 'Office hours in the footer.', 'ST-09') }),
  email: text('', 'Email address in the footer.', 'ST-10'),
  address: longText('', 'Postal address in the footer.', 'ST-11'),
  ...withSpanish({ aboutUs: html('', 'About Us text in the footer.', 'ST-12') }),
  facebookUrl: url('', 'Facebook link in the footer; none when empty.', 'ST-01'),
  twitterUrl: url('', 'Twitter link in the footer; none when empty.', 'ST-02'),
  youtubeUrl: url('', 'YouTube link in the footer; none when empty.', 'ST-03'),
  instagramUrl: url('', 'Instagram link in the footer; none when empty.', 'ST-04'),
  pinterestUrl: url('', 'Pinterest link in the footer; none when empty.', 'ST-05'),
  yelpUrl: url('', 'Yelp link in the footer; none when empty.', 'ST-06'),
  linkedInUrl: url('', 'LinkedIn link in the footer; none when empty.', 'ST-07'),
  copyright: object(z.strictObject({ year: z.string().max(20), caption: z.string().max(200) }))(
    { year: '', caption: '' },
    'Year and caption of the copyright line; without a caption, the line shows the cooperative’s name.',
    'ST-17, SH-59, REQ-D-215',
  ),
  signOutLink: link('', 'Where signing out leads when this is a login page; otherwise home.', 'ST-21, SH-65'),
  logoClickRedirectionLink: link('/home', 'Where the logo leads.', 'ST-22, SH-03'),
  homeClickRedirectionLink: link('/home', 'Where Home leads.', 'ST-23, SH-04'),
  googleAnalyticsCode: text('', 'Analytics code; when empty, no analytics script is loaded.', 'ST-24, SH-74'),
  tagManagerUrl: url(
    'https://www.googletagmanager.com/gtag/js',
    'Address of the analytics loader.',
    'SH-74, REQ-D-214',
  ),
  pageViewReceiver: choice(
    'none',
    'ga4',
    'plausible',
    'matomo',
    'umami',
  )(
    'ga4',
    'Analytics service that the portal reports the path of each navigation to; GA4 needs googleAnalyticsCode and the environment’s GA4 secret.',
    'SH-75, REQ-D-263',
  ),
  pageViewUrl: server.url(
    '',
    'Address that takes the page views, such as https://analytics.example.org/matomo.php or …/api/send; GA4 and Plausible have one of their own.',
    'SH-75, REQ-D-263',
  ),
  pageViewSite: server.text(
    '',
    'Plausible domain, Matomo site id or Umami website id that page views count for.',
    'SH-75, REQ-D-263',
  ),
  siteScriptPath: ownFile('', 'Script of this site that is notified of each navigation.', 'SH-69, REQ-D-006'),
  webChatSetting: object(webChat)(
    {
      apiUrl: '',
      scriptUrl: '',
      coopId: '',
      subTitle: '',
      userName: '',
      introText: '',
      virtualAgentName: 'Virtual Agent',
      buttons: [],
    },
    'Service, texts and quick buttons of the web chat.',
    'ST-27, ST-28, REQ-D-214',
  ),
  siteOrigin: text('', 'UPN shows first-time users the banner on the login page.', 'CF-10, REQ-D-026'),
  loginRightImage: link('', 'Image on the right of the login page; none when empty.', 'LG-12, REQ-D-067'),
  allowPasswordPasting: flag(true, 'Allows pasting into password fields.', 'CF-08, REQ-D-010'),
  allowAmountPasting: flag(true, 'Allows pasting into the payment amount of Quick Pay.', 'QP-18, REQ-D-269'),
  RURAL_ADDRESSES: flag(
    true,
    'Accepts street numbers with letters or a fraction, addresses without one (PO box, rural or highway route), and apostrophes in city names.',
    'PF-29, PF-36, REQ-D-268',
  ),
  keyEmailTwice: flag(false, 'Asks for the email address twice at registration.', 'CF-11, RG-54'),
  allowUserProvidedContact: flag(
    false,
    'Lets people who register enter a contact that is not on file, with the amount of one of their last two bills. Anyone who has such a bill can then register the account: leave it off where contacts are on file.',
    'CF-12, RG-17',
  ),
  STRICT_EMAIL_ENDING: flag(false, 'Accepts only email addresses whose ending has 2 to 4 letters.', 'RG-52, REQ-D-009'),
  ssnDigits: number(0, 9)(4, 'Number of Social Security number digits to ask for.', 'CG-07'),
  quickPayVerifyTimeoutSeconds: number(1, 300)(
    30,
    'Seconds that the browser waits for the Quick Pay verification.',
    'CF-14, REQ-D-057',
  ),
  quickPayMaskDetails: flag(false, 'Masks the name and address after a Quick Pay verification.', 'addition: privacy'),
  servicesProductsLinks: object(servicesProductsLinks)(
    { energySavings: '', applianceRepair: '', treeTrimming: '', securitySystems: '' },
    'Where the four tiles of Services and Products lead; a tile without an address is disabled.',
    'SV-02 to SV-05, REQ-D-261',
  ),
  serviceAccountTypes: list(accountTypes)(
    [],
    'Account types that members can request new service for, with an optional Spanish name; when empty, the link leads straight to the application.',
    'AP-23, HM-10',
  ),
  serviceApplicationsPerHour: server.number(1, 100_000)(
    10,
    'New service applications per client per hour. The limit is five times as high per network.',
    'addition: decision 0087',
  ),
  serviceApplicationDocumentsPerWeek: server.number(1, 100_000)(
    40,
    'Documents that one client can attach to service applications per week. The limit is five times as high per network.',
    'addition: decision 0187',
  ),
  serviceApplicationMegabytes: server.number(1, 1_000_000)(
    10_000,
    'Maximum megabytes of documents that the portal keeps for all service applications together.',
    'addition: decision 0187',
  ),
  timeZone: timeZone('America/Chicago', 'Time zone that sets the current date.', 'REQ-D-001'),
  underMaintenance: flag(false, 'Shows the maintenance page instead of the portal.', 'MT-07'),
  maintenanceEnd: localMinute(
    '',
    'When maintenance is expected to end, as `yyyy-MM-dd HH:mm` in the cooperative’s time zone. The maintenance page says it until then.',
    'addition: REQ-D-319',
  ),
  myMeterUrl: server.url(
    '',
    'Address of MyMeter; memberNumber and accountNumber are added to its query. Not offered when empty.',
    'AC-11',
  ),
  aclaraUrl: server.url('', 'Address of the Aclara meter-data portal.', 'DU-10, AJ-04'),
  aclaraClientId: server.text('', 'The cooperative’s client id at the Aclara portal.', 'DU-10, AJ-04'),
}
