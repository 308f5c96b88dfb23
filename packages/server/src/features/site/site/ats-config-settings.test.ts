import { listSettings } from '@coopline/contract/site/site/settings-catalog'
import { site } from '@coopline/contract/site/site/site.contract'
import { describe, expect, test } from 'vitest'
import { useTestPortal } from '../../../testing/test-portal.ts'

const portal = useTestPortal()

const responseFor = async (keys: string) => portal.call(site.atsConfigSettings, { query: { keys } })
const settingsFor = async (keys: string) =>
  (await responseFor(keys)).json<{ readonly results: readonly { readonly key: string; readonly value: string }[] }>()
    .results

test('settings are returned by key and value: flags as Y or N, numbers and lists as text [AC-08, DU-32]', async () => {
  portal.set({ hideNonElectricOutage: true, timeZone: 'America/Denver', USAGETABLESTRUCTURE: ['date', 'kwh'] })
  expect(
    await settingsFor('timeZone,hideNonElectricOutage,hideNonElectricUsage,DISC_SO_MAX_REQ_DAYS,USAGETABLESTRUCTURE'),
  ).toEqual([
    { key: 'timeZone', value: 'America/Denver' },
    { key: 'hideNonElectricOutage', value: 'Y' },
    { key: 'hideNonElectricUsage', value: 'N' },
    { key: 'DISC_SO_MAX_REQ_DAYS', value: '30' },
    { key: 'USAGETABLESTRUCTURE', value: 'date,kwh' },
  ])
})

test('server-only settings, settings with markup and unknown keys are omitted; a repeated key is returned once', async () => {
  const ofServer = listSettings().filter(({ audience, key }) => audience === 'server' && /^[A-Za-z_]+$/u.test(key))
  expect(ofServer.length).toBeGreaterThan(10)
  for (const { key } of ofServer) expect(await settingsFor(key), key).toEqual([])
  expect(await settingsFor('legalContent,webChatSetting,toString,constructor,nothing')).toEqual([])
  expect(await settingsFor('timeZone,timeZone')).toHaveLength(1)
})

test('without keys, or with something else than keys, the call is refused', async () => {
  for (const keys of ['', ',', 'a b', 'a,,b', 'x'.repeat(61), Array.from({ length: 31 }, () => 'k').join(',')])
    expect((await responseFor(keys)).statusCode, keys).toBe(400)
})

describe('configuration settings', () => {
  const configuration = async (query: Readonly<Record<string, string>>) =>
    (await portal.call(site.configurationSettings, { query })).json<object>()

  test('returns settings and payment settings with values, and texts with content, in three lists [AC-02, DE-39]', async () => {
    portal.set({ hideNonElectricOutage: true, utilityAllowEcheck: true, legalContent: '<p>Be kind.</p>' })
    expect(
      await configuration({
        settings: 'hideNonElectricOutage,DISC_SO_MAX_REQ_DAYS',
        paymentGateway: 'utilityAllowEcheck,utilityAllowCreditCard',
        webContents: 'legalContent',
      }),
    ).toEqual({
      settings: [
        { key: 'hideNonElectricOutage', value: 'Y' },
        { key: 'DISC_SO_MAX_REQ_DAYS', value: '30' },
      ],
      paymentGateway: [
        { key: 'utilityAllowEcheck', value: 'Y' },
        { key: 'utilityAllowCreditCard', value: 'N' },
      ],
      webContents: [{ key: 'legalContent', content: [{ t: 'p', c: ['Be kind.'] }] }],
    })
  })

  test('leaves out lists that are not requested, private settings, and keys of another list', async () => {
    const none = { settings: [], paymentGateway: [], webContents: [] }
    expect(await configuration({})).toEqual(none)
    expect(
      await configuration({
        settings: 'alarmEmail,legalContent',
        paymentGateway: 'timeZone,alarmEmail',
        webContents: 'timeZone',
      }),
    ).toEqual(none)
  })

  test('returns Spanish texts on request', async () => {
    portal.set({ legalContent: '<p>Be kind.</p>', legalContent_es: '<p>Sea amable.</p>' })
    expect(await configuration({ webContents: 'legalContent', language: 'es' })).toMatchObject({
      webContents: [{ content: [{ t: 'p', c: ['Sea amable.'] }] }],
    })
  })
})
