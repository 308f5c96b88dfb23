import { type QuickPaySettingsAnswer, quickPay } from '@coopline/contract/paying/quick-pay/quick-pay.contract'
import { listSettings, type Settings } from '@coopline/contract/site/site/settings-catalog'
import { site, type SiteStart } from '@coopline/contract/site/site/site.contract'
import { cents } from '@coopline/rules/kernel/money'
import { defaultPaymentAmount } from '@coopline/rules/paying/payment-amount/default-payment-amount'
import { anAccount } from '@coopline/testing/builders/account'
import { describe, expect, test } from 'vitest'
import { askToPay, errorsOf, requestOf, verified } from '../../../testing/quick-payer.ts'
import { seedAccount } from '../../../testing/seed-account.ts'
import { useTestPortal } from '../../../testing/test-portal.ts'
import { setSettings } from './set-setting.ts'
import { createSettingsReader } from './settings-reader.ts'

const portal = useTestPortal()

/** Sets what staff wrote, by way of the database, and has the portal read it. */
async function write(written: Readonly<Record<string, unknown>>): Promise<Settings> {
  await setSettings(portal.deps, written, 'test')
  const reader = createSettingsReader({ db: portal.db, log: portal.deps.log })
  await reader.refresh()
  portal.set(reader.current())
  return reader.current()
}

describe('what every page starts with', () => {
  test('settings, configuration and the image of the login page are in one answer that may be cached but is revalidated each time [AP-21, AP-22]', async () => {
    await write({ coopName: 'Prairie REC', whecEnabled: 'Y', loginRightImage: '/brand/login.jpg' })
    const response = await portal.call(site.start)
    expect(response.statusCode).toBe(200)
    expect(response.headers['cache-control']).toBe('no-cache')
    const start = response.json<SiteStart>()
    expect(start.settings.coopName).toBe('Prairie REC')
    expect(start.settings.loginRightImage).toBe('/brand/login.jpg')
    expect(start.configuration.whecEnabled).toBe(true)
    expect(start.demo).toBe(false)
  })

  test('pages learn whether there is MyMeter, but not its address', async () => {
    const start = async () => (await portal.call(site.start)).json<SiteStart>()
    expect((await start()).configuration.myMeterAvailable).toBe(false)
    await write({ myMeterUrl: 'https://mymeter.example.org/' })
    expect((await start()).configuration.myMeterAvailable).toBe(true)
    expect(JSON.stringify(await start())).not.toContain('mymeter.example.org')
  })

  test('Spanish texts are returned sanitized where they differ from the English ones', async () => {
    await write({
      officeHours: 'Monday',
      officeHours_es: 'Lunes',
      aboutUs: '<p>We</p>',
      memberInfoDocsLinkName: 'Papers',
    })
    portal.set({ emergencyAnnouncementMessage_es: '<p onclick="x">Tormenta</p><script>x</script>' })
    const start = (await portal.call(site.start)).json<SiteStart>()
    expect(start.settings.officeHours).toBe('Monday')
    expect(start.spanish).toEqual({
      settings: { officeHours: 'Lunes' },
      configuration: { emergencyAnnouncementMessage: [{ t: 'p', c: ['Tormenta'] }] },
    })
  })

  test('an answer that is still right is not sent again, and a change is', async () => {
    const etag = String((await portal.call(site.start)).headers.etag)
    expect((await portal.call(site.start, { headers: { 'if-none-match': etag } })).statusCode).toBe(304)
    await write({ coopName: 'River REC' })
    expect((await portal.call(site.start, { headers: { 'if-none-match': etag } })).statusCode).toBe(200)
  })

  test('the answer contains no setting for the server alone', async () => {
    const texts = listSettings().filter((one) => one.audience === 'server' && one.kind === 'text')
    expect(texts.length).toBeGreaterThan(0)
    await write(Object.fromEntries(texts.map((one) => [one.key, `only-for-the-server-${one.key}`])))
    const { body } = await portal.call(site.start)
    expect(body).not.toContain('only-for-the-server')
    const keys = listSettings().filter((one) => one.audience === 'server')
    expect(keys.filter(({ key }) => body.includes(`"${key}"`))).toEqual([])
  })

  test('maintenance has its own call', async () => {
    const maintenance = async () => (await portal.call(site.maintenance)).json<unknown>()
    expect(await maintenance()).toEqual({ underMaintenance: false, endsAt: null })
    await write({ underMaintenance: 'Y' })
    expect(await maintenance()).toEqual({ underMaintenance: true, endsAt: null })
  })

  test('maintenance says when it is expected to end, until then [REQ-D-319]', async () => {
    const endsAt = async (maintenanceEnd: string) => {
      await write({ underMaintenance: 'Y', maintenanceEnd })
      return (await portal.call(site.maintenance)).json<{ endsAt: string | null }>().endsAt
    }
    expect(await endsAt('2099-03-01 14:30')).toBe('2099-03-01T14:30')
    expect(await endsAt('2001-03-01 14:30')).toBeNull()
    await write({ underMaintenance: 'N', maintenanceEnd: '2099-03-01 14:30' })
    expect((await portal.call(site.maintenance)).json()).toEqual({ underMaintenance: false, endsAt: null })
    await expect(write({ maintenanceEnd: '2099-02-30 14:30' })).rejects.toThrow(
      'The request is not of the described form',
    )
  })
})

describe('texts of one page', () => {
  test('legal content, letter message and unclaimed credit message come as trees, each under its key', async () => {
    await write({
      legalContent: '<h2>Terms</h2>',
      ccLetterReturnMessage: '<p>Send it back.</p>',
      unclaimedCapitalCreditMessage: '<p>Look for your name.</p>',
    })
    const contentOf = async (key: string) => (await portal.call(site.content, { params: { key } })).json()
    expect(await contentOf('legalContent')).toEqual({
      key: 'legalContent',
      content: [{ t: 'h2', c: ['Terms'] }],
    })
    expect(await contentOf('ccLetterReturnMessage')).toEqual({
      key: 'ccLetterReturnMessage',
      content: [{ t: 'p', c: ['Send it back.'] }],
    })
    expect(await contentOf('unclaimedCapitalCreditMessage')).toEqual({
      key: 'unclaimedCapitalCreditMessage',
      content: [{ t: 'p', c: ['Look for your name.'] }],
    })
  })

  test('texts of one page are in Spanish when requested and available, with one ETag per language', async () => {
    await write({ legalContent: 'Terms', legalContent_es: 'Términos', ccLetterReturnMessage: 'Send it' })
    const read = async (key: string, language: string) =>
      portal.call(site.content, { params: { key }, query: { language } })
    const [english, spanish] = [await read('legalContent', 'en'), await read('legalContent', 'es')]
    expect([english.json(), spanish.json()]).toMatchObject([{ content: ['Terms'] }, { content: ['Términos'] }])
    expect(english.headers.etag).not.toBe(spanish.headers.etag)
    expect((await read('ccLetterReturnMessage', 'es')).json()).toMatchObject({ content: ['Send it'] })
    expect((await read('legalContent', 'fr')).statusCode).toBe(400)
  })

  test('a text that was written to the database directly is sent without its script [SEC-52]', async () => {
    portal.set({ legalContent: '<p onclick="x">Terms</p><script>window.__x=1</script>' })
    const { body } = await portal.call(site.content, { params: { key: 'legalContent' } })
    expect(body).toBe('{"key":"legalContent","content":[{"t":"p","c":["Terms"]}]}')
  })

  test('other settings cannot be asked for by key', async () => {
    for (const key of ['aclaraClientId', 'coopName', '__proto__'])
      expect((await portal.call(site.content, { params: { key } })).statusCode).toBe(400)
  })
})

describe('payment settings', () => {
  const taking = { QuickPay: 'Y', utilityAllowCreditCard: 'Y', allowVisa: 'Y', allowUnderPay: 'Y' }
  const inCutoff = anAccount().inCutoff(8_000, { disconnect: 2_500 })

  async function settingsAnswer(): Promise<QuickPaySettingsAnswer> {
    const { bearer, cookie, from, verification } = await verified(portal)
    const params = { memberNumber: verification.memberNumber }
    const response = await portal.call(quickPay.settings, {
      params,
      query: { applicationId: 'Web' },
      bearer,
      cookie,
      from,
    })
    expect(response.statusCode).toBe(200)
    return response.json<QuickPaySettingsAnswer>()
  }

  /** Requests a payment; `covers` says whether it covers the cutoff minimum. */
  async function payWith(amount: number, covers: 'Y' | 'N') {
    const payer = await verified(portal)
    return askToPay(portal, payer, amount, { body: requestOf(payer.verification, amount, { reconnectMeter: covers }) })
  }

  test('payOnlinePayCutoffAccount says whether a cutoff account may be paid, and cutoffMessage what is said if not [CF-15, CF-16]', async () => {
    await seedAccount(portal.db, inCutoff)
    await write({ ...taking, cutoffMessage: 'Please call (555) 555-0100 to restore service.' })
    expect(await settingsAnswer()).toMatchObject({
      payOnlinePayCutoffAccount: 'N',
      cutoffMessage: 'Please call (555) 555-0100 to restore service.',
    })
    const refused = await payWith(10_500, 'Y')
    expect(refused.statusCode).toBe(400)
    expect(errorsOf(refused).map((one) => one.message)).toEqual(['Please call (555) 555-0100 to restore service.'])
    await write({ payOnlinePayCutoffAccount: 'Y' })
    expect((await settingsAnswer()).payOnlinePayCutoffAccount).toBe('Y')
    expect((await payWith(10_500, 'Y')).statusCode).toBe(200)
  })

  test('payOnlineAllowCutoffPaymentOverride says whether less than the cutoff minimum may be paid [CF-17, CG-02]', async () => {
    await seedAccount(portal.db, inCutoff)
    await write({ ...taking, payOnlinePayCutoffAccount: 'Y' })
    expect((await settingsAnswer()).payOnlineAllowCutoffPaymentOverride).toBe('N')
    const [problem] = errorsOf(await payWith(5_000, 'N'))
    expect(problem?.message).toContain('you are required to pay a minimum payment amount of $105.00')
    await write({ payOnlineAllowCutoffPaymentOverride: 'Y' })
    expect((await settingsAnswer()).payOnlineAllowCutoffPaymentOverride).toBe('Y')
    expect((await payWith(5_000, 'N')).statusCode).toBe(200)
    await write({ payOnlineAllowCutoffPaymentOverride: 'N' })
    expect((await payWith(5_000, 'N')).statusCode).toBe(400)
  })

  test('defaultPaymentAmt is carried, and ACCOUNT BALANCE makes the balance the default amount [CF-18]', async () => {
    await seedAccount(portal.db)
    const account = {
      isPrepaid: false,
      balance: cents(14_237),
      pastDue: cents(0),
      cutoffAmount: cents(0),
      reconnectFee: cents(0),
      additionalDeposit: cents(0),
      disconnectFee: cents(0),
      overPayAmount: cents(0),
      prepaidReconnectAmount: cents(0),
    }
    const amountWith = (settings: Settings) =>
      defaultPaymentAmount(account, { ...settings, canOverrideCutoff: settings.payOnlineAllowCutoffPaymentOverride })
    const usual = await write(taking)
    expect((await settingsAnswer()).defaultPaymentAmt).toBe('ACCOUNT BALANCE')
    expect(amountWith(usual)).toBe(14_237)
    const other = await write({ defaultPaymentAmt: 'NONE' })
    expect((await settingsAnswer()).defaultPaymentAmt).toBe('NONE')
    expect(amountWith(other)).toBe(0)
  })
})
