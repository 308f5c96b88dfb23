import { findSetting } from '@coopline/contract/site/settings-catalogue'
import { site, type SiteStart } from '@coopline/contract/site/site.contract'
import { acceptedCardTypes } from '@coopline/rules/payment-method/card-types'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import packageFile from '../../../package.json' with { type: 'json' }
import type { OpenDatabase } from '../../platform/db/open-database.ts'
import { BadInput } from '../../platform/errors.ts'
import { createTestClock } from '../../testing/test-clock.ts'
import { emptyTables, openTestDatabase } from '../../testing/test-database.ts'
import { setSettings } from './set-setting.ts'
import { createSettingsReader, type SettingsReader } from './settings-reader.ts'
import { siteStartOf } from './site.routes.ts'

let database: OpenDatabase
let reader: SettingsReader
beforeAll(async () => {
  database = await openTestDatabase()
})
beforeEach(async () => {
  await emptyTables(database)
  reader = createSettingsReader({
    db: database.db,
    log: {
      warn: (detail, message) => {
        throw new Error(`${message} ${JSON.stringify(detail)}`)
      },
    },
  })
})
afterAll(async () => database.close())

/** Sets what staff wrote and answers what the browser gets then, checked against the contract. */
async function startAfter(written: Readonly<Record<string, unknown>>): Promise<SiteStart> {
  await setSettings({ db: database.db, clock: createTestClock() }, written, 'test')
  await reader.refresh()
  return site.start.answer.parse(siteStartOf(reader.current(), false))
}

describe('who the cooperative is', () => {
  test.each([
    ['facebookUrl', 'ST-01'],
    ['twitterUrl', 'ST-02'],
    ['youtubeUrl', 'ST-03'],
    ['instagramUrl', 'ST-04'],
    ['pinterestUrl', 'ST-05'],
    ['yelpUrl', 'ST-06'],
    ['linkedInUrl', 'ST-07'],
  ])('%s is empty until it is set, and then reaches the footer data [%s]', async (key) => {
    expect((await startAfter({})).settings).toHaveProperty(key, '')
    const link = 'https://social.example/coop'
    expect((await startAfter({ [key]: link })).settings).toHaveProperty(key, link)
  })

  test.each([
    ['phoneNumber', 'ST-08', '(555) 555-0100'],
    ['officeHours', 'ST-09', 'Monday to Friday\n8 to 5'],
    ['email', 'ST-10', 'office@cooperative.example'],
    ['address', 'ST-11', '1 Main Street\nOmaha, NE 68101'],
    ['coopContactUsLink', 'ST-13', 'https://cooperative.example/contact'],
    ['emergencyContactNumber', 'ST-14', '(555) 555-0911'],
    ['coopName', 'ST-15', 'Prairie Rural Electric Cooperative'],
    ['coopWebsiteUrl', 'ST-16', 'https://cooperative.example'],
  ])('%s reaches the browser [%s]', async (key, _id, value) => {
    expect((await startAfter({ [key]: value })).settings).toHaveProperty(key, value)
  })

  test('About Us is HTML and reaches the browser as a tree [ST-12]', async () => {
    const start = await startAfter({ aboutUs: '<p>Serving members <em>since 1938</em>.</p>' })
    expect(start.settings.aboutUs).toEqual([{ t: 'p', c: ['Serving members ', { t: 'em', c: ['since 1938'] }, '.'] }])
  })

  test('copyright is an object with year and caption; the name replaces a missing caption [ST-17]', async () => {
    const copyright = { year: '2026', caption: 'Prairie REC. All rights reserved.' }
    expect((await startAfter({ copyright })).settings.copyright).toEqual(copyright)
    const start = await startAfter({ copyright: { year: '2026', caption: '' }, coopName: 'Prairie REC' })
    expect(start.settings.copyright).toEqual({ year: '2026', caption: 'Prairie REC' })
    await expect(startAfter({ copyright: '2026 Prairie REC' })).rejects.toThrow(BadInput)
  })

  test('the version number is that of the program and cannot be set [ST-18]', async () => {
    expect((await startAfter({})).settings.appVersion).toBe(packageFile.version)
    await expect(startAfter({ appVersion: '9.9.9' })).rejects.toMatchObject({
      errors: [{ message: 'appVersion is the version of the program and cannot be set', field: 'appVersion' }],
    })
  })
})

describe('where things lead and what is loaded', () => {
  test('the icon is ./favicon.ico until it is set, and the logo is none [ST-19, ST-20]', async () => {
    expect((await startAfter({})).settings).toMatchObject({ portalFavIconPath: './favicon.ico', portalLogoPath: '' })
    const look = { portalFavIconPath: '/files/icon.svg', portalLogoPath: 'https://cooperative.example/logo.svg' }
    expect((await startAfter(look)).settings).toMatchObject(look)
  })

  test('logo and home lead to /home until they are set, and signing out nowhere of its own [ST-21, ST-22, ST-23]', async () => {
    expect((await startAfter({})).settings).toMatchObject({
      signOutLink: '',
      logoClickRedirectionLink: '/home',
      homeClickRedirectionLink: '/home',
    })
    const links = {
      signOutLink: '/login',
      logoClickRedirectionLink: 'https://cooperative.example/',
      homeClickRedirectionLink: '/accountoverview',
    }
    expect((await startAfter(links)).settings).toMatchObject(links)
  })

  test('without an analytics code the browser gets none; a code reaches it with its loader [ST-24]', async () => {
    expect((await startAfter({})).settings.googleAnalyticsCode).toBe('')
    expect((await startAfter({ googleAnalyticsCode: 'G-1' })).settings).toMatchObject({
      googleAnalyticsCode: 'G-1',
      tagManagerUrl: 'https://www.googletagmanager.com/gtag/js',
    })
  })

  test('the style sheet of the cooperative is none until it is set, and a file of this site [ST-25]', async () => {
    expect((await startAfter({})).settings.featureFlagCustomCss).toBe('')
    const start = await startAfter({ featureFlagCustomCss: '/files/custom.css' })
    expect(start.settings.featureFlagCustomCss).toBe('/files/custom.css')
    await expect(startAfter({ featureFlagCustomCss: 'https://cooperative.example/custom.css' })).rejects.toThrow(
      BadInput,
    )
  })

  test('web chat has an address, a coop id, texts and quick buttons with label, value and visible [ST-27, ST-28]', async () => {
    const webChatSetting = {
      apiUrl: 'https://chat.example/api',
      scriptUrl: '/files/chat.js',
      coopId: 'prairie',
      subTitle: 'We answer within a minute',
      userName: 'Member',
      introText: 'How can we help?',
      virtualAgentName: 'Penny',
      buttons: [
        { label: 'Pay my bill', value: 'pay', visible: true },
        { label: 'Old one', value: 'old', visible: false },
      ],
    }
    expect((await startAfter({})).settings.webChatSetting).toMatchObject({ apiUrl: '', buttons: [] })
    expect((await startAfter({ webChatSetting })).settings.webChatSetting).toEqual(webChatSetting)
    const withoutVisible = { ...webChatSetting, buttons: [{ label: 'Pay', value: 'pay' }] }
    await expect(startAfter({ webChatSetting: withoutVisible })).rejects.toThrow(BadInput)
  })
})

describe('features', () => {
  const enabled = (start: SiteStart) => start.settings.features.filter((one) => one.enable).map((one) => one.name)

  test('the features reach the browser as a list of name and enable, all off at first [ST-26]', async () => {
    const { features } = (await startAfter({})).settings
    expect(features.length).toBeGreaterThanOrEqual(20)
    expect(new Set(features.map((one) => one.name)).size).toBe(features.length)
    expect(features.filter((one) => one.enable)).toEqual([])
    expect(enabled(await startAfter({ QuickPay: 'Y', Outage: 'Y' }))).toEqual(['QuickPay', 'Outage'])
    expect(enabled(await startAfter({ Outage: 'N' }))).toEqual(['QuickPay'])
  })

  test.each([
    ['Outage', 'CG-12'],
    ['Notifications', 'CG-13'],
    ['Arrangements', 'CG-14'],
    ['Autopay', 'CG-15'],
    ['AverageBilling', 'CG-16'],
    ['RoundUpEnabled', 'CG-17'],
    ['RoundUpPlusEnabled', 'CG-18'],
    ['Usages', 'CG-19'],
    ['OnlineServiceOrder', 'CG-20'],
    ['LinkedAccountsEnabled', 'CG-21'],
    ['PaperlessMemberEnabled', 'CG-24'],
    ['PaperlessAccountEnabled', 'CG-25'],
  ])('the flag %s turns on its own feature and no other [%s]', async (name) => {
    expect(enabled(await startAfter({ [name]: 'Y' }))).toEqual([name])
  })

  test('Y turns a flag on and N turns it off; anything but Y, N, true and false is refused [CF-09, CG-02]', async () => {
    for (const on of ['Y', 'y', true, 'true']) {
      expect((await startAfter({ QuickPay: on })).settings.features[0]).toEqual({ name: 'QuickPay', enable: true })
      const off = { Y: 'N', y: 'n', true: 'false' }[String(on)]
      expect((await startAfter({ QuickPay: on === true ? false : off })).settings.features[0]?.enable).toBe(false)
    }
    for (const odd of ['', 'yes', 'on', '1', 1, null, ['Y'], 'Y ', 'TRUE'])
      await expect(startAfter({ QuickPay: odd })).rejects.toMatchObject({
        errors: [{ message: 'QuickPay: Write Y or N', field: 'QuickPay' }],
      })
  })
})

describe('site configuration', () => {
  test.each([
    ['allowCreditDraft', 'CF-06, CG-27, ST-31'],
    ['allowBankDraft', 'CF-07, CG-27, ST-32'],
  ])('%s allows its kind of draft and not the other [%s]', async (key) => {
    const neither = { allowCreditDraft: false, allowBankDraft: false }
    expect((await startAfter({})).configuration).toMatchObject(neither)
    expect((await startAfter({ [key]: 'Y' })).configuration).toMatchObject({ ...neither, [key]: true })
  })

  test.each([
    ['allowSubscribeForNotification', 'ST-29'],
    ['allowFutureDatedPayments', 'ST-30'],
    ['displayEmergencyAnnouncement', 'ST-33'],
    ['whecEnabled', 'ST-35'],
    ['nexGridEnable', 'ST-37'],
    ['serviceRequestMenuEnabled', 'ST-39'],
    ['useCustomMenu', 'ST-40'],
    ['memberInfoLinkAvailable', 'ST-43'],
    ['clientAvailable', 'ST-45'],
    ['isOnlineDelinquentView', 'ST-47'],
  ])('the switch %s is off until it is set, and changes nothing else [%s]', async (key) => {
    const before = (await startAfter({})).configuration
    expect(before).toHaveProperty(key, false)
    expect((await startAfter({ [key]: 'Y' })).configuration).toEqual({ ...before, [key]: true })
  })

  test('the emergency announcement is HTML and reaches the browser as a tree [ST-34]', async () => {
    const start = await startAfter({ emergencyAnnouncementMessage: 'Storm: <a href="/outage-status">outages</a>' })
    expect(start.configuration.emergencyAnnouncementMessage).toEqual([
      'Storm: ',
      { t: 'a', a: { href: '/outage-status' }, c: ['outages'] },
    ])
  })

  test.each([
    ['displayFaqUrl', 'ST-36', '/files/faq.html'],
    ['nexGridLinkUrl', 'ST-38', 'https://nexgrid.example/'],
    ['outageMapLink', 'ST-42, CG-40', 'https://map.example/outages'],
    ['outageMapLink', 'ST-42, CG-40', '#'],
    ['memberInfoDocsLinkName', 'ST-44', 'Member library'],
    ['detailedUsageAnalysisLabel', 'ST-46', 'Where your energy goes'],
    ['delinquentViewUrl', 'ST-48', 'https://bills.example/delinquent/'],
  ])('%s is empty until it is set, and then reaches the browser [%s]', async (key, _id, value) => {
    expect((await startAfter({})).configuration).toHaveProperty(key, '')
    expect((await startAfter({ [key]: value })).configuration).toHaveProperty(key, value)
  })

  test('the custom menu is a list with title, link, external, mega menu, position and sub-menu [ST-41]', async () => {
    const entry = { title: 'Pay', moduleLink: '/quick-pay', external: false, megaMenu: true, position: 1, subMenu: [] }
    const mcpMenu = [
      entry,
      { ...entry, title: 'News', moduleLink: 'https://news.example/', external: true, position: 2, subMenu: [entry] },
    ]
    expect((await startAfter({ mcpMenu })).configuration.mcpMenu).toEqual(mcpMenu)
    await expect(startAfter({ mcpMenu: [{ title: 'Pay', moduleLink: '/quick-pay' }] })).rejects.toThrow(BadInput)
  })
})

describe('what stays on the server or is asked for by one page', () => {
  test.each([
    ['ccLetterReturnMessage', 'ST-49'],
    ['unclaimedCapitalCreditMessage', 'ST-50'],
    ['legalContent', 'ST-51'],
    ['openUsageDisclaimer', 'ST-74'],
    ['usageSuspendedMessage', 'ST-75'],
    ['marketingText', 'CG-36'],
    ['draftNotices', 'CG-38'],
    ['hostedForwardMessage', 'CG-39'],
    ['scheduledPaymentsText', 'CG-41'],
  ])('%s takes HTML, keeps what is safe of it, and changes no other setting [%s]', async (key) => {
    const before = reader.current()
    expect(before).toHaveProperty(key, '')
    await startAfter({ [key]: '<p onclick=x>Our text</p><script>x</script>' })
    expect(reader.current()).toEqual({ ...before, [key]: '<p>Our text</p>' })
    expect(findSetting(key)?.kind).toBe('html')
  })

  test('the text after My Profile is saved is plain text and can be changed [CG-37]', async () => {
    expect(reader.current().updateSuccessText).not.toBe('')
    await startAfter({ updateSuccessText: 'Saved, thank you.' })
    expect(reader.current().updateSuccessText).toBe('Saved, thank you.')
  })

  test.each([
    ['ssnDigits', 'CG-07', 4, '9', 9],
    ['paperlessOptions', 'CG-08', 'NONE', 'BILL', 'BILL'],
    ['marketingSignup', 'CG-09', false, 'Y', true],
    ['keyEmailTwice', 'CG-10', false, 'Y', true],
    ['allowUserProvidedContact', 'CG-11', false, 'Y', true],
  ])('%s of registration has a cautious default and can be set [%s]', async (key, _id, byDefault, written, read) => {
    expect(reader.current()).toHaveProperty(key, byDefault)
    await startAfter({ [key]: written })
    expect(reader.current()).toHaveProperty(key, read)
  })

  test('paperlessOptions takes none but the documented words [CG-08]', async () => {
    await expect(startAfter({ paperlessOptions: 'SOME' })).rejects.toThrow(BadInput)
  })

  // No id: nothing reads these until members can set up drafts.
  test('the default draft type is CREDIT or BANK, the most days after billing a number, files a flag', async () => {
    expect(reader.current()).toMatchObject({
      defaultDraftType: 'CREDIT',
      maxDaysAfterBilling: 20,
      bankDraftByFile: false,
    })
    await startAfter({ defaultDraftType: 'BANK', maxDaysAfterBilling: '12', bankDraftByFile: 'Y' })
    expect(reader.current()).toMatchObject({ defaultDraftType: 'BANK', maxDaysAfterBilling: 12, bankDraftByFile: true })
    for (const odd of [{ defaultDraftType: 'CASH' }, { maxDaysAfterBilling: '0' }, { maxDaysAfterBilling: '1.5' }])
      await expect(startAfter(odd)).rejects.toThrow(BadInput)
  })

  test('allowVisa, allowMaster, allowAmex and allowDiscover give the accepted card types [CG-35]', async () => {
    expect(acceptedCardTypes(reader.current())).toEqual([])
    await startAfter({ allowVisa: 'Y', allowAmex: 'Y' })
    expect(acceptedCardTypes(reader.current())).toEqual(['VI', 'AX'])
    await startAfter({ allowVisa: 'N', allowMaster: 'Y', allowAmex: 'N', allowDiscover: 'Y' })
    expect(acceptedCardTypes(reader.current())).toEqual(['MC', 'DI'])
  })

  test('the time-out of the Quick Pay verification is 30 seconds and can be changed [CF-14]', async () => {
    expect((await startAfter({})).settings.quickPayVerifyTimeoutSeconds).toBe(30)
    const start = await startAfter({ quickPayVerifyTimeoutSeconds: '45' })
    expect(start.settings.quickPayVerifyTimeoutSeconds).toBe(45)
    await expect(startAfter({ quickPayVerifyTimeoutSeconds: '0' })).rejects.toThrow(BadInput)
  })
})

test('maintenance, account types and tile links reach the browser', async () => {
  const servicesProductsLinks = {
    energySavings: 'https://savings.example/',
    applianceRepair: '',
    treeTrimming: '',
    securitySystems: '',
  }
  const start = await startAfter({
    underMaintenance: 'Y',
    serviceAccountTypes: [{ id: 'E', description: 'Electric' }],
    servicesProductsLinks,
  })
  expect(start).toMatchObject({
    underMaintenance: true,
    serviceAccountTypes: [{ id: 'E', description: 'Electric' }],
    settings: { servicesProductsLinks },
  })
})
