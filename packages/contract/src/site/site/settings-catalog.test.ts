import { describe, expect, test } from 'vitest'
import { brandTheme } from '@coopline/rules/site/brand-theme/brand-theme'
import { draftSettings, profileSettings } from './settings-catalog/account-area.settings.ts'
import { configurationSettings } from './settings-catalog/configuration.settings.ts'
import { contentSettings } from './settings-catalog/content.settings.ts'
import { featureSettings } from './settings-catalog/feature.settings.ts'
import { limitSettings } from './settings-catalog/limit.settings.ts'
import { lookSettings } from './settings-catalog/look.settings.ts'
import { paymentSettings } from './settings-catalog/payment.settings.ts'
import { siteSettings } from './settings-catalog/site.settings.ts'
import { defaultSettings, findSetting, listSettings, settingGroups, type SettingKey } from './settings-catalog.ts'

const accepts = (key: SettingKey, value: unknown): boolean => findSetting(key)?.schema.safeParse(value).success === true

describe('every setting', () => {
  test('every setting has a default that its schema accepts unchanged', () => {
    for (const setting of listSettings())
      expect([setting.key, setting.schema.parse(setting.default)]).toEqual([setting.key, setting.default])
  })

  test('says what it does in English and in Spanish, and which requirements name it [REQ-D-353]', () => {
    for (const { key, does, source } of listSettings()) {
      expect(`${key}: ${does.en}`).toMatch(/: [A-Z].{8,}[a-z0-9)]\.(?![\s\S])/u)
      expect(`${key}: ${does.es}`).toMatch(/: \p{Lu}.{8,}[\p{Ll}0-9)]\.(?![\s\S])/u)
      expect(does.es, key).not.toBe(does.en)
      expect(`${key}: ${source}`).toMatch(/: (?:[A-Z]{2}-\d|REQ-D-\d|addition)/u)
    }
  })

  test('every setting belongs to one group only, so that no group overrides another one’s key', () => {
    const groups = [
      featureSettings,
      siteSettings,
      lookSettings,
      configurationSettings,
      paymentSettings,
      profileSettings,
      draftSettings,
      contentSettings,
      limitSettings,
    ]
    const keys = groups.flatMap((group) => Object.keys(group))
    expect(new Set(keys).size).toBe(keys.length)
    expect(settingGroups.flatMap((group) => listSettings(group))).toHaveLength(listSettings().length)
  })

  test('every setting that is a flag is off on a fresh installation, except those that ease signing in or are documented as on', () => {
    const on = listSettings().filter((setting) => setting.default === true)
    expect(on.map((setting) => setting.key)).toEqual([
      'allowPasswordPasting',
      'allowAmountPasting',
      'RURAL_ADDRESSES',
      'passkeysEnabled',
      'smsEnabled',
    ])
  })

  test('no setting that limits attempts leaves the server', () => {
    expect(listSettings('limits').every((setting) => setting.audience === 'server')).toBe(true)
    expect(defaultSettings).toMatchObject({
      quickPayFailuresPerAccountPerDay: 5,
      quickPayFailuresPerMemberPerYear: 12,
      quickPayFailuresPerClientPerHour: 10,
      quickPayFailuresPerNetworkPerHour: 30,
      quickPayGlobalFailuresPer10Minutes: 60,
      quickPayRequisitionsPerHour: 10,
      quickPayTokenMinutes: 15,
      requisitionExpiryMinutes: 90,
    })
  })

  test('every setting is found by its key, and the name of an object property finds no setting', () => {
    expect(findSetting('QuickPay')).toMatchObject({ key: 'QuickPay', kind: 'flag', group: 'feature' })
    for (const key of ['', '__proto__', 'constructor', 'toString', 'quickpay', 'QuickPay '])
      expect(findSetting(key)).toBeUndefined()
  })

  test('colors: the default gives a theme; only #rrggbb is accepted, in any case', () => {
    expect(brandTheme(defaultSettings.brandColor)).not.toBeNull()
    expect(findSetting('brandColor')?.schema.parse('#AbCdEf')).toBe('#abcdef')
    for (const odd of ['', 'red', '#fff', '#12345', '#1234567', '#12345g', 'url(x)', '#123456;x'])
      expect(accepts('brandColor', odd)).toBe(false)
  })

  test('a fee is a percentage or an amount in dollars, and any other value is refused', () => {
    expect(accepts('cardConvenienceFee', { kind: 'percent', value: '2.95', count: 1 })).toBe(true)
    expect(accepts('cardConvenienceFee', { kind: 'flat', value: '1.50', count: 1 })).toBe(true)
    for (const odd of [
      { kind: 'percent', value: '100.01', count: 1 },
      { kind: 'flat', value: '1.505', count: 1 },
      { kind: 'flat', value: '-1', count: 1 },
      { kind: 'flat', value: '', count: 1 },
      { kind: 'flat', value: '1', count: 0.5 },
      { kind: 'free', value: '1', count: 1 },
    ])
      expect(accepts('cardConvenienceFee', odd)).toBe(false)
  })

  test('the columns of the usage table may be a list or names separated by commas', () => {
    const schema = findSetting('USAGETABLESTRUCTURE')?.schema
    expect(schema?.parse('date, usageValue ,')).toEqual(['date', 'usageValue'])
    expect(schema?.parse(['date', 'usageValue'])).toEqual(['date', 'usageValue'])
  })
})

describe('addresses in settings', () => {
  const refusedEverywhere = [
    'javascript:alert(1)',
    'JavaScript:alert(1)',
    ' javascript:alert(1)',
    'java\tscript:alert(1)',
    'java\nscript:alert(1)',
    '\u0001javascript:alert(1)',
    'javascript://cooperative.example/%0Aalert(1)',
    'data:text/html,<script>alert(1)</script>',
    'data:text/html;base64,PHNjcmlwdD4=',
    'data:image/svg+xml,<svg onload=alert(1)>',
    'vbscript:msgbox(1)',
    'blob:https://evil.example/1',
    'file:///etc/passwd',
    'ftp://evil.example/',
    'about:blank',
    'view-source:https://evil.example',
    '//evil.example',
    '//evil.example/%2f..',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '/a/../..//evil.example',
    './/evil.example',
    '/./..//evil.example',
    'https:evil.example',
    'https:/evil.example',
    'https://',
    'https:///evil.example',
    'https://cooperative.example@evil.example/',
    'https://user:password@evil.example/',
    'https://cooperative.example\\@evil.example/',
    'http://evil.example/',
    'evil.example',
    'www.evil.example',
    'home',
    `https://cooperative.example/${'a'.repeat(2_100)}`,
  ]
  const addressKeys = listSettings()
    .filter((setting) => setting.kind === 'url' || setting.kind === 'link')
    .map((setting) => setting.key)
  const onThisSite = ['featureFlagCustomCss', 'siteScriptPath'] as const

  test('every address setting refuses scripts, data, other schemes and forms that browsers read as another site [SEC-54]', () => {
    expect(addressKeys).toEqual(
      expect.arrayContaining(['facebookUrl', 'signOutLink', 'portalLogoPath', 'featureFlagCustomCss', 'tagManagerUrl']),
    )
    const accepted = addressKeys.flatMap((key) =>
      refusedEverywhere.filter((address) => accepts(key, address)).map((address) => `${key} ${address}`),
    )
    expect(accepted).toEqual([])
  })

  test('addresses inside the menu, the web chat and the tiles refuse the forms that address settings refuse [SEC-54]', () => {
    const entry = { title: 'x', external: false, megaMenu: false, position: 1, subMenu: [] }
    const chat = { ...defaultSettings.webChatSetting }
    const tiles = { ...defaultSettings.servicesProductsLinks }
    expect(accepts('mcpMenu', [{ ...entry, moduleLink: '/quick-pay' }])).toBe(true)
    expect(accepts('webChatSetting', { ...chat, apiUrl: 'https://chat.example/', scriptUrl: '/files/chat.js' })).toBe(
      true,
    )
    expect(accepts('servicesProductsLinks', { ...tiles, treeTrimming: 'https://trees.example/' })).toBe(true)
    for (const address of refusedEverywhere) {
      expect(accepts('mcpMenu', [{ ...entry, moduleLink: address }])).toBe(false)
      expect(accepts('mcpMenu', [{ ...entry, moduleLink: '', subMenu: [{ ...entry, moduleLink: address }] }])).toBe(
        false,
      )
      expect(accepts('webChatSetting', { ...chat, apiUrl: address })).toBe(false)
      expect(accepts('webChatSetting', { ...chat, scriptUrl: address })).toBe(false)
      expect(accepts('servicesProductsLinks', { ...tiles, treeTrimming: address })).toBe(false)
    }
  })

  test('the settings for the style sheet and the script accept this site only [SEC-54]', () => {
    for (const key of onThisSite) {
      expect(accepts(key, '/files/custom.css')).toBe(true)
      expect(accepts(key, './custom.css')).toBe(true)
      expect(accepts(key, '')).toBe(true)
      for (const elsewhere of ['https://cooperative.example/custom.css', '#', '#x', 'custom.css'])
        expect(accepts(key, elsewhere)).toBe(false)
    }
  })

  test('a link may lead to this site or by https to another; an address elsewhere only by https', () => {
    for (const address of [
      '',
      '/home',
      './favicon.ico',
      '#',
      '/usage-tracker?tab=monthly#top',
      'https://cooperative.example/a?b=c#d',
    ])
      expect([address, accepts('logoClickRedirectionLink', address)]).toEqual([address, true])
    expect(accepts('facebookUrl', 'https://facebook.example/coop')).toBe(true)
    for (const own of ['/home', '#', './x']) expect(accepts('facebookUrl', own)).toBe(false)
  })

  test('an external menu entry leads elsewhere by https, and menus nest eight levels at most', () => {
    const entry = { title: 'x', moduleLink: '/home', external: false, megaMenu: false, position: 1 }
    expect(accepts('mcpMenu', [{ ...entry, external: true, subMenu: [] }])).toBe(false)
    expect(accepts('mcpMenu', [{ ...entry, external: true, moduleLink: 'https://x.example/', subMenu: [] }])).toBe(true)
    const nested = (levels: number): unknown[] => [{ ...entry, subMenu: levels === 1 ? [] : nested(levels - 1) }]
    expect(accepts('mcpMenu', nested(8))).toBe(true)
    expect(accepts('mcpMenu', nested(9))).toBe(false)
  })
})
