import { findSetting } from '@coopline/contract/site/site/settings-catalog'
import { site, type SiteStart } from '@coopline/contract/site/site/site.contract'
import { acceptedCardTypes } from '@coopline/rules/paying/payment-method/payment-methods'
import { beforeEach, describe, expect, test } from 'vitest'
import packageFile from '../../../../package.json' with { type: 'json' }
import { BadInput } from '../../../platform/errors.ts'
import { createTestClock } from '../../../testing/test-clock.ts'
import { useTestDatabase } from '../../../testing/test-database.ts'
import { setSettings } from './set-setting.ts'
import { createSettingsReader, type SettingsReader } from './settings-reader.ts'
import { siteStartOf } from './site.routes.ts'

const database = useTestDatabase()
let reader: SettingsReader
beforeEach(() => {
  reader = createSettingsReader({
    db: database.db,
    log: {
      warn: (detail, message) => {
        throw new Error(`${message} ${JSON.stringify(detail)}`)
      },
    },
  })
})

/** Sets what staff wrote and answers what the browser gets then, checked against the contract. */
async function startAfter(written: Readonly<Record<string, unknown>>): Promise<SiteStart> {
  await setSettings({ db: database.db, clock: createTestClock() }, written, 'test')
  await reader.refresh()
  return site.start.answer.parse(siteStartOf(reader.current(), false))
}

/** Returns what staff read when none of their settings is stored. */
async function refusalsOf(written: Readonly<Record<string, unknown>>) {
  const error = await startAfter(written).catch((thrown: unknown) => thrown)
  if (!(error instanceof BadInput)) throw new Error('The settings were not refused')
  return error.refusals.map((one) => ({ field: one.field, sentence: one.sentenceIn('en') }))
}

describe('who the cooperative is', () => {
  test('facebookUrl, twitterUrl and youtubeUrl are empty until they are set, and then reach the footer data [ST-01, ST-02, ST-03]', async () => {
    for (const key of ['facebookUrl', 'twitterUrl', 'youtubeUrl']) {
      expect((await startAfter({})).settings).toHaveProperty(key, '')
      const link = 'https://social.example/coop'
      expect((await startAfter({ [key]: link })).settings).toHaveProperty(key, link)
    }
  })

  test('instagramUrl, pinterestUrl and yelpUrl are empty until they are set, and then reach the footer data [ST-04, ST-05, ST-06]', async () => {
    for (const key of ['instagramUrl', 'pinterestUrl', 'yelpUrl']) {
      expect((await startAfter({})).settings).toHaveProperty(key, '')
      const link = 'https://social.example/coop'
      expect((await startAfter({ [key]: link })).settings).toHaveProperty(key, link)
    }
  })

  test('linkedInUrl is empty until it is set, and then reaches the footer data [ST-07]', async () => {
    const key = 'linkedInUrl'
    expect((await startAfter({})).settings).toHaveProperty(key, '')
    const link = 'https://social.example/coop'
    expect((await startAfter({ [key]: link })).settings).toHaveProperty(key, link)
  })

  test('phoneNumber, officeHours and email reach the browser [ST-08, ST-09, ST-10]', async () => {
    for (const [key, value] of [
      ['phoneNumber', '(555) 555-0100'],
      ['officeHours', 'Monday to Friday\n8 to 5'],
      ['email', 'office@cooperative.example'],
    ] as const) {
      expect((await startAfter({ [key]: value })).settings).toHaveProperty(key, value)
    }
  })

  test('address, coopContactUsLink and emergencyContactNumber reach the browser [ST-11, ST-13, ST-14]', async () => {
    for (const [key, value] of [
      ['address', '1 Main Street\nOmaha, NE 68101'],
      ['coopContactUsLink', 'https://cooperative.example/contact'],
      ['emergencyContactNumber', '(555) 555-0911'],
    ] as const) {
      expect((await startAfter({ [key]: value })).settings).toHaveProperty(key, value)
    }
  })

  test('coopName and coopWebsiteUrl reach the browser [ST-15, ST-16]', async () => {
    for (const [key, value] of [
      ['coopName', 'Prairie Rural Electric Cooperative'],
      ['coopWebsiteUrl', 'https://cooperative.example'],
    ] as const) {
      expect((await startAfter({ [key]: value })).settings).toHaveProperty(key, value)
    }
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
    expect(await refusalsOf({ appVersion: '9.9.9' })).toEqual([
      { field: 'appVersion', sentence: 'appVersion is the version of the program and cannot be set' },
    ])
  })
})

describe('where things lead and what is loaded', () => {
  test('the icon is ./favicon.ico until it is set, and the logo is empty [ST-19, ST-20]', async () => {
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

  test('the style sheet of the cooperative is empty until it is set, and must be a file of this site [ST-25]', async () => {
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

  test('turns every feature on and off with the site setting of the same name [CF-01]', async () => {
    const names = (await startAfter({})).settings.features.map(({ name }) => name)
    for (const name of names) {
      expect(enabled(await startAfter({ [name]: 'Y' })), name).toEqual([name])
      expect(enabled(await startAfter({ [name]: 'N' })), name).toEqual([])
    }
  })

  test('the flags Outage, Notifications and Arrangements turn on their own features and no other [CG-12, CG-13, CG-14]', async () => {
    for (const name of ['Outage', 'Notifications', 'Arrangements']) {
      expect(enabled(await startAfter({ [name]: 'Y' }))).toEqual([name])
      expect(enabled(await startAfter({ [name]: 'N' }))).toEqual([])
    }
  })

  test('the flags Autopay, AverageBilling and RoundUpEnabled turn on their own features and no other [CG-15, CG-16, CG-17]', async () => {
    for (const name of ['Autopay', 'AverageBilling', 'RoundUpEnabled']) {
      expect(enabled(await startAfter({ [name]: 'Y' }))).toEqual([name])
      expect(enabled(await startAfter({ [name]: 'N' }))).toEqual([])
    }
  })

  test('the flags RoundUpPlusEnabled, Usages and OnlineServiceOrder turn on their own features and no other [CG-18, CG-19, CG-20]', async () => {
    for (const name of ['RoundUpPlusEnabled', 'Usages', 'OnlineServiceOrder']) {
      expect(enabled(await startAfter({ [name]: 'Y' }))).toEqual([name])
      expect(enabled(await startAfter({ [name]: 'N' }))).toEqual([])
    }
  })

  test('the flags LinkedAccountsEnabled, PaperlessMemberEnabled and PaperlessAccountEnabled turn on their own features and no other [CG-21, CG-24, CG-25]', async () => {
    for (const name of ['LinkedAccountsEnabled', 'PaperlessMemberEnabled', 'PaperlessAccountEnabled']) {
      expect(enabled(await startAfter({ [name]: 'Y' }))).toEqual([name])
      expect(enabled(await startAfter({ [name]: 'N' }))).toEqual([])
    }
  })

  test('Y turns a flag on and N turns it off; anything but Y, N, true and false is refused [CF-09, CG-02]', async () => {
    for (const on of ['Y', 'y', true, 'true']) {
      expect((await startAfter({ QuickPay: on })).settings.features[0]).toEqual({ name: 'QuickPay', enable: true })
      const off = { Y: 'N', y: 'n', true: 'false' }[String(on)]
      expect((await startAfter({ QuickPay: on === true ? false : off })).settings.features[0]?.enable).toBe(false)
    }
    for (const odd of ['', 'yes', 'on', '1', 1, null, ['Y'], 'Y ', 'TRUE'])
      expect(await refusalsOf({ QuickPay: odd })).toEqual([{ field: 'QuickPay', sentence: 'QuickPay: Write Y or N' }])
  })
})

describe('site configuration', () => {
  test('allowCreditDraft allows its kind of draft and not the other [CF-06, CG-27, ST-31]', async () => {
    const key = 'allowCreditDraft'
    const neither = { allowCreditDraft: false, allowBankDraft: false }
    expect((await startAfter({})).configuration).toMatchObject(neither)
    expect((await startAfter({ [key]: 'Y' })).configuration).toMatchObject({ ...neither, [key]: true })
  })

  test('allowBankDraft allows its kind of draft and not the other [CF-07, CG-27, ST-32]', async () => {
    const key = 'allowBankDraft'
    const neither = { allowCreditDraft: false, allowBankDraft: false }
    expect((await startAfter({})).configuration).toMatchObject(neither)
    expect((await startAfter({ [key]: 'Y' })).configuration).toMatchObject({ ...neither, [key]: true })
  })

  test('the switches allowSubscribeForNotification, allowFutureDatedPayments and displayEmergencyAnnouncement are off until they are set, and change nothing else [ST-29, ST-30, ST-33]', async () => {
    for (const key of ['allowSubscribeForNotification', 'allowFutureDatedPayments', 'displayEmergencyAnnouncement']) {
      const before = (await startAfter({})).configuration
      expect(before).toHaveProperty(key, false)
      expect((await startAfter({ [key]: 'Y' })).configuration).toEqual({ ...before, [key]: true })
    }
  })

  test('the switches whecEnabled, nexGridEnable and serviceRequestMenuEnabled are off until they are set, and change nothing else [ST-35, ST-37, ST-39]', async () => {
    for (const key of ['whecEnabled', 'nexGridEnable', 'serviceRequestMenuEnabled']) {
      const before = (await startAfter({})).configuration
      expect(before).toHaveProperty(key, false)
      expect((await startAfter({ [key]: 'Y' })).configuration).toEqual({ ...before, [key]: true })
    }
  })

  test('the switches useCustomMenu, memberInfoLinkAvailable and clientAvailable are off until they are set, and change nothing else [ST-40, ST-43, ST-45]', async () => {
    for (const key of ['useCustomMenu', 'memberInfoLinkAvailable', 'clientAvailable']) {
      const before = (await startAfter({})).configuration
      expect(before).toHaveProperty(key, false)
      expect((await startAfter({ [key]: 'Y' })).configuration).toEqual({ ...before, [key]: true })
    }
  })

  test('the switch isOnlineDelinquentView is off until it is set, and changes nothing else [ST-47]', async () => {
    const key = 'isOnlineDelinquentView'
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

  test('displayFaqUrl and nexGridLinkUrl are empty until they are set, and then reach the browser [ST-36, ST-38]', async () => {
    for (const [key, value] of [
      ['displayFaqUrl', '/files/faq.html'],
      ['nexGridLinkUrl', 'https://nexgrid.example/'],
    ] as const) {
      expect((await startAfter({})).configuration).toHaveProperty(key, '')
      expect((await startAfter({ [key]: value })).configuration).toHaveProperty(key, value)
    }
  })

  test('outageMapLink and memberInfoDocsLinkName are empty until they are set, and then reach the browser [ST-42, CG-40, ST-44]', async () => {
    for (const [key, value] of [
      ['outageMapLink', 'https://map.example/outages'],
      ['memberInfoDocsLinkName', 'Member library'],
    ] as const) {
      expect((await startAfter({})).configuration).toHaveProperty(key, '')
      expect((await startAfter({ [key]: value })).configuration).toHaveProperty(key, value)
    }
  })

  test('detailedUsageAnalysisLabel and delinquentViewUrl are empty until they are set, and then reach the browser [ST-46, ST-48]', async () => {
    for (const [key, value] of [
      ['detailedUsageAnalysisLabel', 'Where your energy goes'],
      ['delinquentViewUrl', 'https://bills.example/delinquent/'],
    ] as const) {
      expect((await startAfter({})).configuration).toHaveProperty(key, '')
      expect((await startAfter({ [key]: value })).configuration).toHaveProperty(key, value)
    }
  })

  test('the custom menu is a list with title, link, external, mega menu, position and sub-menu [ST-41, DU-29]', async () => {
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
  test('ccLetterReturnMessage, unclaimedCapitalCreditMessage and legalContent take HTML, keep what is safe of it, and change no other setting [ST-49, ST-50, ST-51]', async () => {
    for (const key of ['ccLetterReturnMessage', 'unclaimedCapitalCreditMessage', 'legalContent']) {
      const before = reader.current()
      expect(before).toHaveProperty(key, '')
      await startAfter({ [key]: '<p onclick=x>Our text</p><script>x</script>' })
      expect(reader.current()).toEqual({ ...before, [key]: '<p>Our text</p>' })
      expect(findSetting(key)?.kind).toBe('html')
    }
  })

  test('openUsageDisclaimer, usageSuspendedMessage and marketingText take HTML, keep what is safe of it, and change no other setting [ST-74, ST-75, CG-36]', async () => {
    for (const key of ['openUsageDisclaimer', 'usageSuspendedMessage', 'marketingText']) {
      const before = reader.current()
      expect(before).toHaveProperty(key, '')
      await startAfter({ [key]: '<p onclick=x>Our text</p><script>x</script>' })
      expect(reader.current()).toEqual({ ...before, [key]: '<p>Our text</p>' })
      expect(findSetting(key)?.kind).toBe('html')
    }
  })

  test('draftNotices, hostedForwardMessage and scheduledPaymentsText take HTML, keep what is safe of it, and change no other setting [CG-38, CG-39, CG-41]', async () => {
    for (const key of ['draftNotices', 'hostedForwardMessage', 'scheduledPaymentsText']) {
      const before = reader.current()
      expect(before).toHaveProperty(key, '')
      await startAfter({ [key]: '<p onclick=x>Our text</p><script>x</script>' })
      expect(reader.current()).toEqual({ ...before, [key]: '<p>Our text</p>' })
      expect(findSetting(key)?.kind).toBe('html')
    }
  })

  test('the text after My Profile is saved is plain text and can be changed [CG-37]', async () => {
    expect(reader.current().updateSuccessText).not.toBe('')
    await startAfter({ updateSuccessText: 'Saved, thank you.' })
    expect(reader.current().updateSuccessText).toBe('Saved, thank you.')
  })

  test('ssnDigits, paperlessOptions and marketingSignup of registration have cautious defaults and can be set [CG-07, CG-08, CG-09]', async () => {
    for (const [key, byDefault, written, read] of [
      ['ssnDigits', 4, '0', 0],
      ['paperlessOptions', 'NONE', 'BILL', 'BILL'],
      ['marketingSignup', false, 'Y', true],
    ] as const) {
      expect(reader.current()).toHaveProperty(key, byDefault)
      await startAfter({ [key]: written })
      expect(reader.current()).toHaveProperty(key, read)
    }
  })

  test('keyEmailTwice and allowUserProvidedContact of registration have cautious defaults and can be set [CG-10, CG-11]', async () => {
    for (const [key, byDefault, written, read] of [
      ['keyEmailTwice', false, 'Y', true],
      ['allowUserProvidedContact', false, 'Y', true],
    ] as const) {
      expect(reader.current()).toHaveProperty(key, byDefault)
      await startAfter({ [key]: written })
      expect(reader.current()).toHaveProperty(key, read)
    }
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
