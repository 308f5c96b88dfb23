import {
  type ApplicationForm,
  serviceApplications,
} from '@coopline/contract/service/service-applications/service-applications.contract'
import type { Settings } from '@coopline/contract/site/site/settings-catalog'
import { describe, expect, it } from 'vitest'
import { openBody } from '../../../platform/messages/sealed-body.ts'
import { bundleFolder, csv } from '../../../testing/bundle-folder.ts'
import { errorsOf } from '../../../testing/quick-payer.ts'
import { useTestPortal } from '../../../testing/test-portal.ts'
import { importBundle } from '../../site/integration/public.ts'
import { anApplication } from './service-applications.fixtures.ts'

const on: Partial<Settings> = { ApplicationForService: true, serviceApplicationsPerHour: 1_000 }
const portal = useTestPortal({ settings: on })

type Changes = Partial<ApplicationForm>
const save = async (changes: Changes = {}, token: string | null = null, from?: string) =>
  portal.call(serviceApplications.save, {
    body: { token, application: anApplication(changes) },
    ...(from !== undefined && { from }),
  })
const saved = async (changes: Changes = {}) => (await save(changes)).json<{ token: string }>().token
const load = async (token: string) => portal.call(serviceApplications.load, { body: { token } })
const submit = async (token: string, changes: Changes = {}) =>
  portal.call(serviceApplications.submit, { body: { token, application: anApplication(changes) } })
const mail = async (token: string) => portal.call(serviceApplications.mailLink, { body: { token } })
const events = async () =>
  portal.db
    .selectFrom('outbox.event')
    .select(['account_number', 'body'])
    .where('kind', '=', 'service-application.submitted')
    .orderBy('id')
    .execute()
const codes = (answer: Parameters<typeof errorsOf>[0]) => errorsOf(answer).map(({ code, field }) => [code, field])

describe('drafts of an application', () => {
  it('saves an incomplete draft and opens it unchanged from its link for seven days [HM-23]', async () => {
    const token = await saved({ firstName: '', phone: '715', startDate: '' })
    const { expiresAt } = (await save({ firstName: 'Zé 🙂', phone: '', startDate: '' }, token)).json<{
      expiresAt: string
    }>()
    expect(expiresAt).toBe('2026-11-27T15:00:00.000Z')
    expect((await load(token)).json()).toEqual({
      draft: { application: anApplication({ firstName: 'Zé 🙂', phone: '', startDate: '' }), documents: [], expiresAt },
      submitted: null,
    })
    portal.clock.advance(7 * 24 * 3_600 - 1)
    expect((await load(token)).statusCode).toBe(200)
    portal.clock.advance(1)
    expect(codes(await load(token))).toEqual([['link-not-good', undefined]])
    expect(codes(await save({}, token))).toEqual([['link-not-good', undefined]])
    expect(codes(await submit(token))).toEqual([['link-not-good', undefined]])
  })

  it('encrypts the draft in the database, bound to its row’s reference number', async () => {
    const [first, second] = [await saved(), await saved({ firstName: 'Ida' })]
    const rows = await portal.db.selectFrom('portal.service_application').selectAll().execute()
    expect(rows).toHaveLength(2)
    const kept = JSON.stringify(rows) + rows.map(({ draft }) => Buffer.from(draft ?? []).toString('latin1')).join('')
    for (const text of ['Noor', 'Haddad', '555-0177', 'noor.haddad', first, second]) expect(kept).not.toContain(text)
    const [one, other] = rows
    await portal.db
      .updateTable('portal.service_application')
      .set({ draft: other?.draft ?? null })
      .where('reference_number', '=', one?.reference_number ?? '')
      .execute()
    const answers = [await load(first), await load(second)].map(({ statusCode }) => statusCode)
    expect(new Set(answers)).toEqual(new Set([200, 500]))
  })

  it('refuses any other token and limits wrong links', async () => {
    const token = await saved()
    const wrong = `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`
    for (let time = 0; time < 30; time += 1) expect((await load(wrong)).statusCode).toBe(400)
    expect((await load(wrong)).statusCode).toBe(429)
    expect((await load(token)).statusCode).toBe(200)
  })

  it('limits new drafts per client per hour without counting further saves', async () => {
    portal.set({ ...on, serviceApplicationsPerHour: 2 })
    const token = await saved()
    await saved()
    expect((await save()).statusCode).toBe(429)
    expect((await save({}, token)).statusCode).toBe(200)
    expect((await save({}, null, '198.51.100.7')).statusCode).toBe(200)
    portal.clock.advance(3_600)
    expect((await save()).statusCode).toBe(200)
  })
})

describe('emailing the link', () => {
  const mails = async () => portal.db.selectFrom('outbox.message').selectAll().orderBy('id').execute()

  it('emails the link to the draft’s address, at most three times a day and without form data', async () => {
    const token = await saved({ firstName: 'Buy at evil.example' })
    for (let time = 0; time < 3; time += 1) expect((await mail(token)).statusCode).toBe(200)
    expect((await mail(token)).statusCode).toBe(429)
    const [first, ...others] = await mails()
    expect(others).toHaveLength(2)
    expect(first?.recipient).toBe('noor.haddad@example.org')
    expect(first?.body_text).not.toContain(token)
    const text = openBody(portal.deps.keys, { dedupeKey: first?.dedupe_key ?? '', bodyText: first?.body_text ?? '' })
    expect(text).toContain(`/service-type/application-for-service?token=${token}`)
    expect(text).not.toContain('evil.example')
  })

  it.each(['', 'noor', 'a@b.test\r\nBcc: x@y.test'])('sends no mail to the address %j', async (email) => {
    expect(codes(await mail(await saved({ email })))).toEqual([['email-needed', undefined]])
    expect(await mails()).toEqual([])
  })
})

describe('submitting an application', () => {
  it('sends one event with the application and erases the draft [HM-23]', async () => {
    const token = await saved()
    const answer = await submit(token, { comments: 'Call first.' })
    const { referenceNumber, message } = answer.json<{ referenceNumber: string; message: string }>()
    expect(referenceNumber).toMatch(/^A-[B-Z2-9]{4}-[B-Z2-9]{4}$/u)
    expect(message).toBe(`We received your application. Your reference number is ${referenceNumber}.`)
    const { phone: _phone, zip: _zip, ...typed } = anApplication({ comments: 'Call first.' })
    expect(await events()).toEqual([
      {
        account_number: null,
        body: {
          ...typed,
          referenceNumber,
          submittedOn: '2026-11-20',
          language: 'en',
          phone: '7155550177',
          zip: '547011234',
          documents: [],
        },
      },
    ])
    const rows = await portal.db.selectFrom('portal.service_application').select('draft').execute()
    expect(rows).toEqual([{ draft: null }])
  })

  it('returns the same number without a second event for repeats, even concurrent ones', async () => {
    const token = await saved()
    const answers = [...(await Promise.all([submit(token), submit(token)])), await submit(token, { firstName: 'Ida' })]
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1)
    expect(await events()).toHaveLength(1)
    expect(codes(await save({}, token))).toEqual([['link-not-good', undefined]])
    expect(codes(await mail(token))).toEqual([['link-not-good', undefined]])
  })

  it('shows the imported status at its link without form data', async () => {
    portal.set({ ...on, serviceAccountTypes: [{ id: 'F', description: 'Farm' }] })
    const token = await saved()
    const { referenceNumber } = (await submit(token, { accountType: 'F' })).json<{ referenceNumber: string }>()
    const shown = async () => (await load(token)).json<object>()
    const facts = { referenceNumber, submittedOn: '2026-11-20', accountType: 'Farm' }
    expect(await shown()).toEqual({ draft: null, submitted: { ...facts, status: 'Received' } })
    await importBundle(portal.deps, {
      directory: bundleFolder({
        'service-applications.csv': csv('reference_number,status', `${referenceNumber},Deposit due`),
      }),
    })
    expect(await shown()).toEqual({ draft: null, submitted: { ...facts, status: 'Deposit due' } })
    portal.clock.advance(399 * 24 * 3_600)
    expect((await load(token)).statusCode).toBe(200)
  })

  it.each<[Changes, string, string]>([
    [{ firstName: ' ' }, 'firstName', 'Please enter first name.'],
    [{ lastName: '' }, 'lastName', 'Please enter last name.'],
    [{ lastName: 'x'.repeat(29) }, 'lastName', 'Use up to 28 characters.'],
    [{ businessName: 'x'.repeat(61) }, 'businessName', 'Use up to 60 characters.'],
    [{ phone: '' }, 'phone', 'Phone number is required.'],
    [{ phone: '715555017' }, 'phone', 'Invalid phone format. (Ex: (987) 456-1230)'],
    [{ contactPref: 'Email', email: '' }, 'email', 'Email address is required.'],
    [{ email: 'noor@' }, 'email', 'Please enter a valid email address.'],
    [{ contactPref: 'Fax' }, 'contactPref', 'Contact preference is required.'],
    [{ streetNumber: '12a' }, 'streetNumber', 'Street number can have numbers only.'],
    [{ state: 'XX' }, 'state', 'State has characters that are not allowed.'],
    [{ zip: '00000' }, 'zip', 'Zip code must be a 5 or 9 digit number(Ex: 98745-4321).'],
    [{ startDate: '' }, 'startDate', 'Choose one of the days offered.'],
    [{ startDate: '2026-11-19' }, 'startDate', 'Choose one of the days offered.'],
    [{ startDate: '2026-12-21' }, 'startDate', 'Choose one of the days offered.'],
    [{ startDate: '2026-02-31' }, 'startDate', 'Choose one of the days offered.'],
    [{ comments: 'x'.repeat(401) }, 'comments', 'Use up to 400 characters.'],
  ])('refuses %j and keeps the draft', async (changes, field, message) => {
    portal.set({ RURAL_ADDRESSES: false })
    const token = await saved()
    const refused = await submit(token, changes)
    expect(refused.statusCode).toBe(400)
    expect(errorsOf(refused).map((error) => [error.field, error.message])).toEqual([[field, message]])
    expect(await events()).toEqual([])
    expect((await load(token)).json<{ draft: unknown }>().draft).not.toBeNull()
  })

  it('requires an account type when the cooperative lists some [RT-31]', async () => {
    portal.set({ ...on, serviceAccountTypes: [{ id: 'F', description: 'Farm' }] })
    const token = await saved()
    for (const accountType of ['', 'G'])
      expect(codes(await submit(token, { accountType }))).toEqual([['type-missing', 'accountType']])
    expect((await submit(token, { accountType: 'F' })).statusCode).toBe(200)
  })

  it('returns problems in Spanish for a Spanish browser', async () => {
    const token = await saved()
    const refused = await portal.call(serviceApplications.submit, {
      body: { token, application: anApplication({ firstName: '' }) },
      headers: { 'accept-language': 'es-US' },
    })
    expect(errorsOf(refused).map(({ message }) => message)).toEqual(['Ingrese el nombre.'])
  })
})

it('refuses every call while ApplicationForService is off [CF-03]', async () => {
  const token = await saved()
  portal.set({ ...on, ApplicationForService: false })
  const answers = [await save(), await load(token), await submit(token), await mail(token)]
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([403, 403, 403, 403])
  expect(await events()).toEqual([])
})
