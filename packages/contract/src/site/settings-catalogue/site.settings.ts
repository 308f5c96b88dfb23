import { z } from 'zod'
import { settingsOf } from './setting.ts'
import { withSpanish } from './with-spanish.ts'
import { linkText, urlText } from './written-forms.ts'

const { flag, text, longText, html, url, link, ownFile, number, list, object, timeZone } = settingsOf('site settings')
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
  .array(z.strictObject({ id: z.string().min(1).max(40), description: z.string().min(1).max(120) }))
  .max(50)
  .refine(
    (types) => new Set(types.map((type) => type.id)).size === types.length,
    'Give each account type an id of its own',
  )

/** Who the cooperative is, where its links lead, and how the site as a whole behaves. */
export const siteSettings = {
  coopName: text(
    'Cooperative',
    'Name of the cooperative, in titles and in the copyright line.',
    'spec 002 §3; decision G-22',
  ),
  coopWebsiteUrl: url(
    '',
    'Address of the cooperative’s own website, linked in the footer.',
    'spec 002 §3; decision G-22',
  ),
  coopContactUsLink: link('', 'Contact link of the footer.', 'spec 002 §3; decision G-22'),
  phoneNumber: text('', 'Phone number of the footer.', 'spec 002 §3'),
  emergencyContactNumber: text('', 'Emergency number of the footer.', 'spec 002 §3; decision G-22'),
  ...withSpanish({ officeHours: longText('', 'Office hours of the footer.', 'spec 002 §3') }),
  email: text('', 'E-mail address of the footer.', 'spec 002 §3'),
  address: longText('', 'Postal address of the footer.', 'spec 002 §3'),
  ...withSpanish({ aboutUs: html('', 'About Us of the footer.', 'spec 002 §3') }),
  facebookUrl: url('', 'Facebook link of the footer; none when empty.', 'spec 002 §3'),
  twitterUrl: url('', 'Twitter link of the footer; none when empty.', 'spec 002 §3'),
  youtubeUrl: url('', 'YouTube link of the footer; none when empty.', 'spec 002 §3'),
  instagramUrl: url('', 'Instagram link of the footer; none when empty.', 'spec 002 §3'),
  pinterestUrl: url('', 'Pinterest link of the footer; none when empty.', 'spec 002 §3'),
  yelpUrl: url('', 'Yelp link of the footer; none when empty.', 'spec 002 §3'),
  linkedInUrl: url('', 'LinkedIn link of the footer; none when empty.', 'spec 002 §3'),
  copyright: object(z.strictObject({ year: z.string().max(20), caption: z.string().max(200) }))(
    { year: '', caption: '' },
    'Year and caption of the copyright line; without a caption the name of the cooperative stands there.',
    'spec 002 §3; decision G-22',
  ),
  signOutLink: link('', 'Where signing out leads when it is a login page; else home.', 'spec 002 §3, §4'),
  logoClickRedirectionLink: link('/home', 'Where the logo leads.', 'spec 002 §3, §9'),
  homeClickRedirectionLink: link('/home', 'Where Home leads.', 'spec 002 §3, §9'),
  googleAnalyticsCode: text('', 'Analytics code; without one no analytics script is loaded.', 'spec 002 §3, §7'),
  tagManagerUrl: url(
    'https://www.googletagmanager.com/gtag/js',
    'Address of the analytics loader.',
    'spec 002 §7; decision G-19',
  ),
  siteScriptPath: ownFile('', 'Script of this site that is told of each navigation.', 'spec 002 §4; decision 0.6'),
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
    'spec 002 §3, §7; decision G-19',
  ),
  siteOrigin: text('', 'UPN shows first-time users the banner on the login page.', 'spec 000 §2; decision A6'),
  loginRightImage: link('', 'Image at the right of the login page; none when empty.', 'spec 000 §2; decision E7'),
  allowPasswordPasting: flag(true, 'Allows pasting into password fields.', 'spec 000 §6; decision 0.10'),
  keyEmailTwice: flag(false, 'Asks for the e-mail address twice at registration.', 'spec 000 §5; 001 §9'),
  allowUserProvidedContact: flag(
    false,
    'Lets somebody who registers give a contact that is not on file.',
    'spec 000 §5; 001 §9',
  ),
  STRICT_EMAIL_ENDING: flag(false, 'Accepts e-mail endings of 2 to 4 letters only.', 'decision 0.9'),
  ssnDigits: number(0, 9)(4, 'How many digits of the social security number are asked for.', 'spec 001 §9'),
  quickPayVerifyTimeoutSeconds: number(1, 300)(
    30,
    'How long the browser waits for the Quick Pay verification, in seconds.',
    'spec 000 §9; decision D',
  ),
  quickPayMaskDetails: flag(false, 'Masks name and address after a Quick Pay verification.', 'addition: privacy'),
  servicesProductsLinks: object(servicesProductsLinks)(
    { energySavings: '', applianceRepair: '', treeTrimming: '', securitySystems: '' },
    'Where the four tiles of Services and Products lead; a tile without an address is disabled.',
    'spec 002 §2; decision G-63',
  ),
  serviceAccountTypes: list(accountTypes)(
    [],
    'Account types that new service can be asked for; none leads straight to the application.',
    'spec 000 §2 Home, §7',
  ),
  timeZone: timeZone('America/Chicago', 'Time zone that says which day today is.', 'decision 0.1'),
  underMaintenance: flag(false, 'Shows the maintenance page instead of the portal.', 'spec 002 §2, §7'),
  myMeterUrl: server.url(
    '',
    'Address of MyMeter, to whose query memberNumber and accountNumber are added; not offered when empty.',
    'spec 001 §7',
  ),
  aclaraUrl: server.url('', 'Address of the Aclara meter-data portal.', 'spec 002 §3, §7'),
  aclaraClientId: server.text('', 'The cooperative’s client id at the Aclara portal.', 'spec 002 §3, §7'),
}
