import { outage } from '@coopline/contract/service/outage/outage.contract'
import { bensAccount } from '@coopline/testing/builders/account'
import { describe, expect, it } from 'vitest'
import { bundleFolder, csv } from '../../../testing/bundle-folder.ts'
import { errorsOf } from '../../../testing/quick-payer.ts'
import { seedAccount } from '../../../testing/seed-account.ts'
import { adaSignedIn } from '../../../testing/seed-login.ts'
import { useTestPortal } from '../../../testing/test-portal.ts'
import { useFresh } from '../../../testing/use-fresh.ts'
import { importBundle } from '../../site/integration/public.ts'

const accountNumber = '100100101'
const portal = useTestPortal({ settings: { Outage: true } })
const ada = useFresh(async () => adaSignedIn(portal))

const own = (account = accountNumber) => ({
  params: { memberNumber: ada.memberNumber, accountNumber: account },
  bearer: ada.bearer,
  cookie: ada.cookie,
})
const status = async () => (await portal.call(outage.status, own())).json<object>()
const info = async () => (await portal.call(outage.info, own())).json<object>()
const history = async (locationId = 'L1') =>
  (
    await portal.call(outage.history, { ...own(), params: { memberNumber: ada.memberNumber, locationId } })
  ).json<object>()
const aReport = {
  accountNumber,
  outageReason: 'A tree is on the line',
  callBack: true,
  callbackNumber: '(715) 555-4821',
  remarks: 'Sparks at the pole.',
  outageReportOrigin: 'Web',
}
const report = async (changes: object = {}) =>
  portal.call(outage.report, {
    ...own(),
    params: { memberNumber: ada.memberNumber },
    body: { ...aReport, ...changes },
  })
const messageOf = async (changes: object) => {
  const response = await report(changes)
  return [response.statusCode, errorsOf(response)[0]?.message]
}
const events = async () =>
  portal.db
    .selectFrom('outbox.event')
    .select(['account_number', 'body'])
    .where('kind', '=', 'outage.reported')
    .orderBy('id')
    .execute()
const setOutage = async (is_out: boolean, restored_at: Date | null = null) =>
  portal.db.insertInto('cis.outage').values({ account_number: accountNumber, is_out, restored_at }).execute()
const setAccount = async (changes: object) => portal.db.updateTable('cis.account').set(changes).execute()

describe('outage status', () => {
  it('returns address, type, status and location of the account [AC-30, DE-34]', async () => {
    const response = await portal.call(outage.accountInfo, own())
    expect(response.json()).toEqual({
      serviceAddress: '1234 Oak St, Eau Claire, WI 54701',
      accountType: 'Electric',
      derivedStatus: 'Current',
      locationId: 'L1',
    })
  })

  it('is active with its estimate while the outage system reports an outage [AC-31, DE-32]', async () => {
    const none = { isActive: false, estimatedTimeOfRestoration: null, reportedAt: null, incident: null }
    expect(await status()).toEqual(none)
    await setOutage(true, new Date('2026-11-20T21:30:00Z'))
    expect(await status()).toEqual({ ...none, isActive: true, estimatedTimeOfRestoration: '2026-11-20T21:30:00.000Z' })
    await portal.db.updateTable('cis.outage').set({ is_out: false }).execute()
    expect(await status()).toEqual(none)
  })

  it('refuses the status of another member’s account', async () => {
    await seedAccount(portal.db, bensAccount.with({ location_id: 'L2' }))
    for (const call of [outage.accountInfo, outage.status, outage.info])
      expect((await portal.call(call, own('100200101'))).statusCode).toBe(404)
    expect((await report({ accountNumber: '100200101' })).statusCode).toBe(404)
  })

  it('refuses outage calls without the feature Outage [ST-57]', async () => {
    portal.set({ Outage: false })
    expect((await portal.call(outage.status, own())).statusCode).toBe(403)
    expect((await report()).statusCode).toBe(403)
  })
})

describe('outage info', () => {
  it('returns problems, callback options and the member’s phones [AC-32, DE-31]', async () => {
    expect(await info()).toEqual({
      problems: [
        { outageDescription: 'The power is out' },
        { outageDescription: 'Lights are dim or flickering' },
        { outageDescription: 'A power line is down' },
        { outageDescription: 'A tree is on the line' },
        { outageDescription: 'Something else' },
      ],
      hideOutageCallBackRequest: 'N',
      callbackCheckBoxDefaultValue: 'N',
      contactPhones: [{ phoneNumber: '(715) 555-4821' }],
    })
    portal.set({
      hideOutageCallBackRequest: true,
      callbackCheckBoxDefaultValue: true,
      outageProblems: [{ description: 'Dark', descriptionInSpanish: 'Oscuro' }],
    })
    expect(await info()).toMatchObject({
      problems: [{ outageDescription: 'Dark' }],
      hideOutageCallBackRequest: 'Y',
      callbackCheckBoxDefaultValue: 'Y',
    })
  })
})

describe('outage reports', () => {
  it('sends an event with the report, returns a message and shows the report in the status [AC-34, DE-30, DE-46]', async () => {
    const response = await report()
    expect(response.statusCode).toBe(200)
    expect(response.json()).toEqual({
      statusMessage: 'We received your outage report. Thank you for letting us know.',
    })
    expect(await events()).toEqual([
      {
        account_number: accountNumber,
        body: { memberNumber: '10001', locationId: 'L1', reportedAt: '2026-11-20T15:00:00.000Z', ...aReport },
      },
    ])
    expect(await status()).toMatchObject({ isActive: false, reportedAt: '2026-11-20T15:00:00.000Z' })
  })

  it('treats a second report within ten minutes as the same one', async () => {
    await Promise.all([report(), report(), report()])
    portal.clock.advance(599)
    await report()
    expect(await events()).toHaveLength(1)
    portal.clock.advance(2)
    await report()
    expect(await events()).toHaveLength(2)
  })

  it('counts a report that waited for a connection as the same as any since it was written, and refuses one that waited too long [REL-05]', async () => {
    await report()
    portal.clock.advance(11 * 60)
    // A repeat of the first report, whose answer was lost. It was written 40 seconds before the first one arrived.
    expect((await report({ waitedSeconds: 11 * 60 + 40 })).statusCode).toBe(200)
    expect(await events()).toHaveLength(1)
    await report({ waitedSeconds: 40 })
    expect((await events())[1]?.body).toMatchObject({
      reportedAt: '2026-11-20T15:11:00.000Z',
      writtenAt: '2026-11-20T15:10:20.000Z',
    })
    expect((await report({ waitedSeconds: 14_401 })).statusCode).toBe(400)
  })

  it('refuses a report with the documented sentences [OU-21, OU-22, OU-23]', async () => {
    expect(await messageOf({ outageReason: '' })).toEqual([400, 'You must select an issue'])
    expect(await messageOf({ outageReason: 'Aliens' })).toEqual([400, 'You must select an issue'])
    expect(await messageOf({ callbackNumber: '' })).toEqual([400, 'You must enter a phone number'])
    const phone = [400, 'Invalid phone format.(Ex: (987) 456-1230)']
    for (const callbackNumber of ['7155554821', '(015) 555-4821', '(715) 555-482', '+1 (715) 555-4821'])
      expect(await messageOf({ callBack: false, callbackNumber })).toEqual(phone)
    expect((await report({ callBack: false, callbackNumber: '' })).statusCode).toBe(200)
    expect(await events()).toHaveLength(1)
  })

  it.each(['Disconnected', 'Pending Disconnect', 'Pending Reconnect', 'Final Billed'])(
    'is refused for an account that is %s [OU-11]',
    async (derived_status) => {
      await setAccount({ derived_status })
      expect((await report()).statusCode).toBe(409)
      expect(await events()).toEqual([])
    },
  )

  it('refuses a report without a location or while an outage is active [OU-07, OU-32]', async () => {
    await setOutage(true)
    expect((await report()).statusCode).toBe(409)
    await portal.db.deleteFrom('cis.outage').execute()
    await setAccount({ location_id: '' })
    expect(await messageOf({})).toEqual([
      409,
      'Outage report is unavailable to this account, please contact customer service...!',
    ])
    expect(await events()).toEqual([])
  })

  it('refuses a report for non-electric accounts when the setting hides them [OU-10, CG-29]', async () => {
    await setAccount({ account_type: 'Propane' })
    portal.set({ hideNonElectricOutage: true })
    expect(await messageOf({})).toEqual([409, 'Outage is not supported for the selected account.'])
    portal.set({ hideNonElectricOutage: false })
    expect((await report()).statusCode).toBe(200)
  })
})

describe('outage history', () => {
  it('lists the imported outages of the member’s accounts at a location, newest first [AC-33, DE-33, OU-14]', async () => {
    await seedAccount(portal.db, bensAccount)
    await importBundle(portal.deps, {
      directory: bundleFolder({
        'outage-history.csv': csv(
          'account_number,interrupted_at,restored_at,description',
          `${accountNumber},2025-03-01T10:00:00Z,2025-03-01T12:00:00Z,Ice`,
          `${accountNumber},2026-03-01T10:00:00Z,,Tree on line`,
          '100200101,2026-04-01T10:00:00Z,,Of another member',
        ),
      }),
    })
    expect(await history()).toEqual({
      results: [
        {
          accountNumber,
          timeOfInterruption: '2026-03-01T10:00:00.000Z',
          timeOfRestored: null,
          description: 'Tree on line',
        },
        {
          accountNumber,
          timeOfInterruption: '2025-03-01T10:00:00.000Z',
          timeOfRestored: '2025-03-01T12:00:00.000Z',
          description: 'Ice',
        },
      ],
    })
    expect(await history('L2')).toEqual({ results: [] })
  })
})
