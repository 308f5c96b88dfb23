import { serviceRequests } from '@coopline/contract/service/service-requests/service-requests.contract'
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
const portal = useTestPortal({ settings: { OnlineServiceOrder: true } })
const ada = useFresh(async () => adaSignedIn(portal))

const named = (account = accountNumber) => ({
  params: { accountNumber: account },
  bearer: ada.bearer,
  cookie: ada.cookie,
})
const list = async () => (await portal.call(serviceRequests.list, named())).json<{ results: unknown[] }>().results
const start = { accountNumber, workType: '1', comments: 'The gate is open.', phone: '7155550100' }
const move = {
  ...start,
  workType: '2',
  streetNumber: '12',
  streetName: 'Elm',
  streetType: 'St',
  unit: '',
  city: "Coeur d'Alene",
  state: 'ID',
  zip: '838141234',
  landlordname: 'Pat Ito',
  landlordphonenumber: '2085550100',
  requestedCompletionDate: '2026-11-20',
}
const submit = async (body: object = start) =>
  portal.call(serviceRequests.submit, { bearer: ada.bearer, cookie: ada.cookie, body })
const messagesOf = async (changes: object) =>
  errorsOf(await submit({ ...move, ...changes })).map(({ message }) => message)
const events = async () =>
  portal.db
    .selectFrom('outbox.event')
    .select(['account_number', 'body'])
    .where('kind', '=', 'service-order.requested')
    .orderBy('id')
    .execute()

/** The number of the first request, as sent to the cooperative. */
const numberOfRequest = async (): Promise<string> => {
  const [event] = await events()
  return (event?.body as { requestNumber?: string } | undefined)?.requestNumber ?? ''
}

describe('service request types', () => {
  it('lists the configured types with work type and description [AS-18, DU-15, SR-07]', async () => {
    const types = async () => (await portal.call(serviceRequests.types, named())).json<object>()
    expect(await types()).toEqual({
      results: [
        { workTypeID: '1', description: 'Start service' },
        { workTypeID: '2', description: 'Stop service' },
        { workTypeID: '3', description: 'Disconnect service' },
      ],
    })
    portal.set({ serviceOrderTypes: [{ id: 'TREE', description: 'Tree', descriptionInSpanish: 'Árbol' }] })
    expect(await types()).toEqual({ results: [{ workTypeID: 'TREE', description: 'Tree' }] })
  })

  it('returns the configured account types to anyone, and none without the setting [AP-23]', async () => {
    const types = async () => (await portal.call(serviceRequests.accountTypes)).json<object>()
    expect(await types()).toEqual({ results: [] })
    portal.set({ serviceAccountTypes: [{ id: '1', description: 'Farm' }] })
    expect(await types()).toEqual({ results: [{ id: '1', description: 'Farm' }] })
    const business = { id: '2', description: 'Business', descriptionInSpanish: 'Comercial' }
    portal.set({ serviceAccountTypes: [{ id: '1', description: 'Farm' }, business] })
    const inSpanish = await portal.call(serviceRequests.accountTypes, { headers: { 'accept-language': 'es' } })
    expect(inSpanish.json()).toEqual({
      results: [
        { id: '1', description: 'Farm' },
        { id: '2', description: 'Comercial' },
      ],
    })
  })
})

describe('requesting service', () => {
  it('sends an event with the request, lists it immediately and confirms its number [AS-19, SR-01, SR-02]', async () => {
    const response = await submit()
    expect(response.statusCode).toBe(200)
    const [event] = await events()
    expect(event).toMatchObject({
      account_number: accountNumber,
      body: {
        memberNumber: '10001',
        requestedOn: '2026-11-20',
        accountNumber,
        workType: '1',
        comments: 'The gate is open.',
        phone: '7155550100',
      },
    })
    const requestNumber = await numberOfRequest()
    expect(requestNumber).toMatch(/^P-[0-9]+$/u)
    expect(response.json()).toEqual({ message: `We received your request. Your request number is ${requestNumber}.` })
    expect(await list()).toEqual([
      {
        description: 'Start service',
        creation: '2026-11-20',
        soNumber: requestNumber,
        reviewed: 'Received',
        isImported: false,
      },
    ])
  })

  it('sends move fields for type 2 only, with the flag on or off, and only those that are filled in [DU-17, SR-11, SR-46]', async () => {
    portal.set({ DISC_SO_REQUIRE_FORWARDING_ADDR: true })
    await submit(move)
    await submit({ ...move, workType: '3' })
    portal.set({ DISC_SO_REQUIRE_FORWARDING_ADDR: false })
    await submit({ ...move, comments: 'Later' })
    await submit({
      ...move,
      comments: 'Bare',
      landlordname: '',
      landlordphonenumber: '',
      requestedCompletionDate: undefined,
    })
    const [whole, other, off, bare] = (await events()).map(({ body }) => body)
    expect(whole).toMatchObject(move)
    expect(Object.keys(other as object).sort()).toEqual(
      ['accountNumber', 'comments', 'memberNumber', 'phone', 'requestNumber', 'requestedOn', 'workType'].sort(),
    )
    expect(off).toMatchObject({ ...move, comments: 'Later' })
    expect(bare).toMatchObject({ streetName: 'Elm', zip: '838141234' })
    for (const field of ['landlordname', 'landlordphonenumber', 'requestedCompletionDate'])
      expect(bare).not.toHaveProperty(field)
  })

  it('counts a repeated request on the same day once, even a concurrent one', async () => {
    const answers = await Promise.all([submit(), submit()])
    const again = await submit()
    expect(new Set([...answers, again].map((one) => one.body)).size).toBe(1)
    expect(await events()).toHaveLength(1)
    expect(await list()).toHaveLength(1)
    await submit({ ...start, comments: 'And another.' })
    expect(await events()).toHaveLength(2)
  })

  it('refuses each invalid field with the documented sentence [SR-20, SR-21, SR-22]', async () => {
    expect(await messagesOf({ workType: '' })).toEqual(['Service Type is required.'])
    expect(await messagesOf({ workType: 'no such type' })).toEqual(['Service Type is required.'])
    expect(await messagesOf({ phone: '' })).toEqual(['Phone number is required.'])
    expect(await messagesOf({ phone: '715555010' })).toEqual(['Invalid phone format. (Ex: (987) 456-1230)'])
    expect(await messagesOf({ comments: 'x'.repeat(401) })).toEqual(['Comments can have up to 400 characters.'])
    expect(await events()).toEqual([])
  })

  it('passes on a ZIP code with one part of zeros and refuses one of zeros only [SR-40]', async () => {
    expect(await messagesOf({ zip: '000000000' })).toEqual(['Zip code must be a 5 or 9 digit number(Ex: 98745-4321).'])
    expect((await submit({ ...move, zip: '838140000' })).statusCode).toBe(200)
    expect((await events()).map(({ body }) => body)).toEqual([expect.objectContaining({ zip: '838140000' })])
  })

  it('requires a forwarding address and a date while the flag is on [SR-28, ST-73]', async () => {
    const bare = { streetNumber: '', streetName: '', streetType: '', city: '', state: '', zip: '' }
    expect((await submit({ ...move, ...bare })).statusCode).toBe(200)
    portal.set({ DISC_SO_REQUIRE_FORWARDING_ADDR: true })
    expect(await messagesOf(bare)).toEqual(['Forwarding Address is required.'])
    expect(await messagesOf({ requestedCompletionDate: undefined })).toEqual(['Invalid date range.'])
    expect(await messagesOf({ comments: 'x'.repeat(341) })).toEqual(['Comments can have up to 340 characters.'])
    expect(await messagesOf({ landlordphonenumber: '208' })).toEqual(['Invalid phone format. (Ex: (987) 456-1230)'])
  })

  it('accepts completion dates from today to the configured number of days ahead [SR-43, SR-44, ST-72]', async () => {
    portal.set({ DISC_SO_REQUIRE_FORWARDING_ADDR: true, DISC_SO_MAX_REQ_DAYS: 10 })
    const refused = ['Invalid date range.']
    expect(await messagesOf({ requestedCompletionDate: '2026-11-19' })).toEqual(refused)
    expect(await messagesOf({ requestedCompletionDate: '2026-12-01' })).toEqual(refused)
    expect((await submit({ ...move, requestedCompletionDate: '2026-11-30' })).statusCode).toBe(200)
    portal.set({ DISC_SO_MAX_REQ_DAYS: 11 })
    expect((await submit({ ...move, requestedCompletionDate: '2026-12-01' })).statusCode).toBe(200)
  })

  it('refuses a request for another member’s account', async () => {
    await seedAccount(portal.db, bensAccount)
    expect((await submit({ ...start, accountNumber: '100200101' })).statusCode).toBe(404)
    expect((await portal.call(serviceRequests.list, named('100200101'))).statusCode).toBe(404)
    expect((await portal.call(serviceRequests.types, named('100200101'))).statusCode).toBe(404)
    expect(await events()).toEqual([])
  })

  it('accepts requests with the page’s feature or the account-service flag, and refuses them with neither [ST-61]', async () => {
    portal.set({ OnlineServiceOrder: false })
    expect((await submit()).statusCode).toBe(403)
    portal.set({ accountServiceEnabled: true })
    expect((await submit()).statusCode).toBe(200)
  })
})

describe('listing service orders', () => {
  const importOrders = async (...rows: string[]) =>
    importBundle(portal.deps, {
      directory: bundleFolder({
        'service-orders.csv': csv(
          'account_number,so_number,description,requested_on,review_status,portal_number',
          ...rows,
        ),
      }),
    })

  it('shows the cooperative’s orders newest first with their status unchanged [AS-20, DU-16, SR-02]', async () => {
    await importOrders(
      `${accountNumber},SO-1,Meter check,2024-02-03,Completed,`,
      `${accountNumber},SO-2,Tree trimming,2026-02-03,,`,
    )
    expect(await list()).toEqual([
      { description: 'Tree trimming', creation: '2026-02-03', soNumber: 'SO-2', reviewed: '', isImported: true },
      { description: 'Meter check', creation: '2024-02-03', soNumber: 'SO-1', reviewed: 'Completed', isImported: true },
    ])
  })

  it('updates a request’s status as the cooperative imports it', async () => {
    await submit()
    const requestNumber = await numberOfRequest()
    const row = (status: string) => `${accountNumber},SO-9,Connect meter,2026-11-21,${status},${requestNumber}`
    await importOrders(row('Scheduled'))
    const order = { description: 'Connect meter', creation: '2026-11-21', soNumber: 'SO-9', isImported: true }
    expect(await list()).toEqual([{ ...order, reviewed: 'Scheduled' }])
    await importOrders(row('Completed'))
    expect(await list()).toEqual([{ ...order, reviewed: 'Completed' }])
  })

  it('hides requests of the account’s former member', async () => {
    await submit()
    await portal.db.updateTable('portal.service_request').set({ member_number: '10009' }).execute()
    expect(await list()).toEqual([])
  })
})

describe('what a stolen session must not do', () => {
  it('refuses a request without a fresh proof of who the member is [SEC-17]', async () => {
    portal.clock.advance(601)
    const refused = await submit()
    expect([refused.statusCode, errorsOf(refused)[0]?.code]).toEqual([403, 'step-up-required'])
    expect(await events()).toEqual([])
  })

  it('notifies the member of each request, once, with its number', async () => {
    await submit()
    await submit()
    const mails = portal.db.selectFrom('outbox.message').select(['subject', 'body_text'])
    const [mail, ...more] = await mails.where('dedupe_key', 'like', 'service-requested:%').execute()
    expect([mail?.subject, more]).toEqual(['We received your service request', []])
    expect(mail?.body_text).toContain(await numberOfRequest())
  })

  it('takes twenty requests of a member in a day', async () => {
    const answers: number[] = []
    for (let n = 0; n < 22; n += 1) answers.push((await submit({ ...start, comments: `Request ${n}` })).statusCode)
    expect(answers.filter((status) => status === 200)).toHaveLength(20)
    expect(answers.at(-1)).toBe(429)
  })
})
