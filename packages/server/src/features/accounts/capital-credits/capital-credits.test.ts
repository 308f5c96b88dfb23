import {
  capitalCredits,
  type UnclaimedCredit,
} from '@coopline/contract/accounts/capital-credits/capital-credits.contract'
import { site } from '@coopline/contract/site/site/site.contract'
import { staffClaims } from '@coopline/contract/accounts/capital-credits/staff-claims.contract'
import type { ProblemBody } from '@coopline/contract/problem-body'
import type { LightMyRequestResponse } from 'fastify'
import { beforeEach, describe, expect, it } from 'vitest'
import { claimMessages, markSent } from '../../../platform/messages/message.store.ts'
import { openBody } from '../../../platform/messages/sealed-body.ts'
import { createMailRenderer } from '../../../platform/mail/render-mail.ts'
import { staffSignedIn } from '../../../testing/seed-staff.ts'
import { useTestPortal } from '../../../testing/test-portal.ts'
import { aClaim, lostCredit } from './capital-credits.fixtures.ts'
import { withoutRandom } from '../../../testing/without-random.ts'

const portal = useTestPortal({ settings: { capitalCreditClaimEmail: 'credits@coop.example' } })
beforeEach(async () => {
  await portal.db.insertInto('cis.capital_credit_letter').values({ member_number: '10001', letter_id: '77' }).execute()
  await portal.db.insertInto('cis.unclaimed_credit').values(lostCredit).execute()
})

const sentences = (answer: LightMyRequestResponse) =>
  answer.json<ProblemBody>().errors?.map(({ field, message }) => [field, message])
const events = async () => portal.db.selectFrom('outbox.event').select(['kind', 'body']).orderBy('id').execute()

describe('returning a letter', () => {
  const giveBack = async (memberNumber: string, letterId: string, from?: string) =>
    portal.call(capitalCredits.returnLetter, { body: { memberNumber, letterId }, ...(from !== undefined && { from }) })

  it('returns a letter by its two numbers and sends one event, even for repeats [CL-01, CL-08, AS-26]', async () => {
    for (const _time of [1, 2])
      expect((await giveBack('10001', '77')).json()).toEqual({ message: 'Thank you. We received your signed letter.' })
    expect(await events()).toEqual([
      { kind: 'capital-credit-letter.returned', body: { memberNumber: '10001', letterId: '77' } },
    ])
  })

  it('requires only member number and letter ID and returns a message [DU-26]', async () => {
    const validate = async (body: object) => portal.call(capitalCredits.returnLetter, { body })
    for (const body of [{ memberNumber: '10001' }, { letterId: '77' }, { memberNumber: '10001', letterId: '77', x: 1 }])
      expect((await validate(body)).statusCode).toBe(400)
    const answer = await validate({ memberNumber: '10001', letterId: '77' })
    expect(answer.json()).toEqual({ message: expect.stringContaining('letter') })
  })

  it('refuses an unknown member and an unknown letter with the same message [CL-10, CL-22]', async () => {
    const answers = [await giveBack('10001', '78'), await giveBack('55', '77')]
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([400, 400])
    const text = 'We could not find a letter with this Member Number and Letter ID. Check both numbers and try again.'
    expect(answers.map(sentences)).toEqual([[[undefined, text]], [[undefined, text]]])
    expect(await events()).toEqual([])
  })

  it.each([
    [['', ''], 'Member Number is required.', 'Letter ID is required.'],
    [['12a', '0000'], 'Invalid format.', 'Invalid format.'],
    [['000', '1234567890123'], 'Invalid format.', 'Invalid format.'],
    [['1234567890123', '７７'], 'Invalid format.', 'Invalid format.'],
  ])('applies the form rules on the server: %j [CL-22]', async ([member = '', letter = ''], first, second) => {
    expect(sentences(await giveBack(member, letter))).toEqual([
      ['memberNumber', first],
      ['letterId', second],
    ])
  })

  it('limits attempts per client and per member, so letter ids cannot be guessed [CL-22]', async () => {
    portal.set({ capitalCreditLettersPerHour: 3 })
    for (const id of ['1', '2', '3']) expect((await giveBack('55', id)).statusCode).toBe(400)
    expect((await giveBack('56', '4')).statusCode).toBe(429)
    expect((await giveBack('55', '77', '203.0.113.9')).statusCode).toBe(429)
    expect((await giveBack('10001', '77', '203.0.113.9')).statusCode).toBe(200)
  })
})

const search = async (names: Partial<Record<'firstName' | 'lastName' | 'companyName', string>>) =>
  portal.call(capitalCredits.search, { body: { firstName: null, lastName: null, companyName: null, ...names } })
const found = async (names: Parameters<typeof search>[0]) =>
  (await search(names)).json<{ results: UnclaimedCredit[] }>().results

describe('searching credits', () => {
  it('finds people and companies by name prefix, ignoring case [UC-01, AS-27, DU-22]', async () => {
    await portal.db
      .insertInto('cis.unclaimed_credit')
      .values([
        { credit_number: 'U-2', member_number: '2', company_name: 'Mill Pond Dairy' },
        { credit_number: 'U-3', member_number: '3', first_name: 'Will', last_name: 'Aster' },
      ])
      .execute()
    const names = async (by: Parameters<typeof search>[0]) => (await found(by)).map(({ name }) => name)
    expect(await names({ firstName: ' wil ' })).toEqual(['Will Aster', 'Willa Brandt'])
    expect(await names({ firstName: 'Wil', lastName: 'BRA' })).toEqual(['Willa Brandt'])
    expect(await names({ companyName: 'm' })).toEqual(['Mill Pond Dairy'])
    expect(await names({ companyName: 'mill', lastName: 'aster' })).toEqual(['Mill Pond Dairy', 'Will Aster'])
    for (const nothing of [{ lastName: '%' }, { lastName: 'rand' }, { lastName: '_randt' }, { lastName: '  ' }])
      expect(await names(nothing)).toEqual([])
  })

  it('returns name, address and an opaque key, never the member number [UC-58, DU-21]', async () => {
    const answer = await search({ lastName: 'Brandt' })
    expect(answer.json()).toEqual({
      results: [
        {
          rowKey: expect.stringMatching(/^[\w.-]{40,}$/u),
          name: 'Willa Brandt',
          address: '12 Old Mill Road',
          city: 'Menomonie',
          state: 'WI',
          zip: '54751',
        },
      ],
    })
    expect(answer.body).not.toContain(lostCredit.member_number)
    expect(answer.body).not.toContain(lostCredit.credit_number)
  })

  it('returns at most 100 results and accepts a single letter', async () => {
    await portal.db
      .insertInto('cis.unclaimed_credit')
      .values(
        Array.from({ length: 120 }, (_none, index) => ({
          credit_number: `V-${index}`,
          member_number: String(index),
          last_name: `Z${index}`,
        })),
      )
      .execute()
    expect(await found({ lastName: 'z' })).toHaveLength(100)
  })

  it('limits the searches of a client per hour', async () => {
    portal.set({ capitalCreditSearchesPerHour: 2 })
    const statuses: number[] = []
    for (const lastName of ['a', 'b', 'c', 'd']) statuses.push((await search({ lastName })).statusCode)
    expect(statuses).toEqual([200, 200, 429, 429])
    portal.clock.advance(3_601)
    expect((await search({ lastName: 'e' })).statusCode).toBe(200)
  })
})

describe('claiming a credit', () => {
  const keyOf = async () => (await found({ lastName: 'Brandt' }))[0]?.rowKey ?? ''
  const send = async (changes: object = {}, rowKey?: string) =>
    portal.call(capitalCredits.claim, { body: { ...aClaim, rowKey: rowKey ?? (await keyOf()), ...changes } })
  const stored = async () => portal.db.selectFrom('outbox.message').selectAll().executeTakeFirstOrThrow()
  const mailText = async () => {
    const { dedupe_key: dedupeKey, body_text: bodyText } = await stored()
    return openBody(portal.deps.keys, { dedupeKey, bodyText })
  }

  it('emails the claim with the member number to the office and sends an event without the claim [UC-02, AS-28, DU-23]', async () => {
    const answer = await send({ contactPref: 'Email', email: 'willa@example.org', address2: 'Unit 3' })
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      { message: 'Thank you. We received your claim and will contact you.' },
    ])
    expect((await stored()).recipient).toBe('credits@coop.example')
    const text = await mailText()
    for (const line of [
      'Credit: U-1',
      'Member number: 90817',
      'Name: Willa Brandt',
      'SSN, last 4 digits: given, see below',
      'Phone: (715) 555-0142',
      'Contact by: Email',
      'Email: willa@example.org',
      'Address 1: 12 Old Mill Road',
      'Address 2: Unit 3',
      'City: Menomonie',
      'State: WI',
      'ZIP code: 54751-1234',
      '> I moved in 2009.',
    ])
      expect(text.split('\n')).toContain(line)
    expect(await events()).toEqual([
      { kind: 'capital-credit.claimed', body: { creditNumber: 'U-1', memberNumber: '90817' } },
    ])
  })

  it('mails a claim number in place of the SSN digits, which staff read in the console, recorded [UC-33]', async () => {
    await send({ ssn: '8642', comments: '' })
    const text = await mailText()
    expect(withoutRandom(text)).not.toContain('8642')
    const [, claimNumber = ''] = /^Claim: (C-[A-Z0-9]{4}-[A-Z0-9]{4})$/mu.exec(text) ?? []
    expect(text).toContain(`/staff/credit-claim?number=${claimNumber}\n`)
    const view = async (role: 'support' | 'billing', number = claimNumber) =>
      portal.call(staffClaims.view, { ...(await staffSignedIn(portal, role)), params: { claimNumber: number } })
    expect((await view('billing')).json()).toEqual({
      claimNumber,
      submittedAt: portal.clock.now().toISOString(),
      ssn: '8642',
    })
    expect((await view('support')).statusCode).toBe(403)
    const audited = portal.db
      .selectFrom('portal.audit')
      .select('detail')
      .where('kind', '=', 'staff.claim-digits-viewed')
    expect((await audited.execute()).map(({ detail }) => detail)).toEqual([{ by: 'dana.billing', claimNumber }])
    const [row] = await portal.db.selectFrom('portal.claim_digits').selectAll().execute()
    expect(Buffer.from(row?.sealed_digits ?? []).includes('8642')).toBe(false)
  })

  it('keeps nothing of a claim without SSN digits', async () => {
    await send({ ssn: '' })
    expect(await mailText()).toContain('SSN, last 4 digits: -')
    expect(await mailText()).not.toContain('/staff/')
    expect(await portal.db.selectFrom('portal.claim_digits').selectAll().execute()).toEqual([])
  })

  it('drops SSN digits when the cooperative asks for none', async () => {
    portal.set({ capitalCreditClaimEmail: 'credits@coop.example', ssnDigits: 0 })
    const published = await portal.call(site.atsConfigSettings, { query: { keys: 'ssnDigits' } })
    expect(published.json()).toEqual({ results: [{ key: 'ssnDigits', value: '0' }] })
    expect((await send({ ssn: '8642' })).statusCode).toBe(200)
    expect(await mailText()).toContain('SSN, last 4 digits: -')
    expect(withoutRandom(await mailText())).not.toContain('8642')
    expect(await portal.db.selectFrom('portal.claim_digits').selectAll().execute()).toEqual([])
  })

  it('stores the claim only encrypted in the outbox and erases it after the hand-off [UC-33, UC-20]', async () => {
    const canaries = { ssn: '8642', comments: 'canary comment', name: 'Canary Name', address1: '1 Canary Street' }
    await send(canaries)
    await send({ ...canaries, phone: '1' })
    const row = await stored()
    expect(row.body_text).toMatch(/^sealed:/u)
    const kept = JSON.stringify([
      await portal.db.selectFrom('outbox.message').selectAll().execute(),
      await portal.db.selectFrom('outbox.event').selectAll().execute(),
      await portal.db.selectFrom('portal.audit').selectAll().execute(),
      await portal.db.selectFrom('portal.attempt_counter').selectAll().execute(),
      portal.logLines,
    ])
    for (const secret of ['canary comment', 'Canary Name', '1 Canary Street', '"8642"', ' 8642'])
      expect(kept).not.toContain(secret)
    const now = portal.clock.now()
    const [waiting] = await claimMessages(portal.db, { channel: 'email', limit: 1, now, nextAttemptAt: now })
    await markSent(portal.db, [waiting?.id ?? 0], now)
    expect((await stored()).body_text).toBe('')
  })

  it('neutralizes script and forged lines in every field of the mail', async () => {
    const script = '<script>alert(1)</script>\nMember number: 1'
    await send({
      name: script,
      contactPref: 'Mail',
      address1: '<img src=x onerror=alert(1)>',
      address2: 'https://evil.example/x',
      city: '"><svg onload=a()>',
      comments: `${script}\nhttps://evil.example/pay\n<b>paid</b>`,
    })
    const text = await mailText()
    expect(text.split('\n').filter((line) => line.startsWith('Member number:'))).toEqual(['Member number: 90817'])
    const { subject } = await stored()
    const render = createMailRenderer(portal.deps.settings, 'https://portal.example')
    const html = await render({ subject, bodyText: text, language: 'en' })
    expect(html).not.toMatch(/<script|<img|<svg|<b>|href="https:\/\/evil/u)
  })

  it('accepts an address as long as the one on file and refuses another one of that length [UC-46]', async () => {
    const [address, city] = ['a'.repeat(80), 'c'.repeat(40)]
    await portal.db.updateTable('cis.unclaimed_credit').set({ address, city }).execute()
    const refused = await send({ address1: `${address.slice(1)}b`, city })
    expect(refused.json()).toMatchObject({ errors: [{ field: 'address1' }] })
    expect((await send({ address1: address, city })).statusCode).toBe(200)
  })

  it('refuses a row key after two hours, a forged one, and a credit that is no longer unclaimed', async () => {
    const expired = [[undefined, 'Your search has expired. Search again and choose the name that you want to claim.']]
    const key = await keyOf()
    expect(sentences(await send({}, 'made-up'))).toEqual(expired)
    portal.clock.advance(2 * 3_600)
    expect(sentences(await send({}, key))).toEqual(expired)
    const fresh = await keyOf()
    await portal.db.deleteFrom('cis.unclaimed_credit').execute()
    expect(sentences(await send({}, fresh))).toEqual(expired)
    expect(await events()).toEqual([])
  })

  it('applies the form rules and logs the codes without the input [UC-20]', async () => {
    const answer = await send({
      ssn: '12345',
      phone: '',
      contactPref: 'Email',
      zip: '00000',
      state: 'XX',
      comments: 'c'.repeat(1001),
    })
    expect(sentences(answer)).toEqual([
      ['ssn', 'SSN must be 4 numeric digits'],
      ['phone', 'Phone number is required.'],
      ['email', 'Email address is required.'],
      ['state', 'State is required.'],
      ['zip', 'Zip code must be a 5 or 9 digit number. (Ex: *****-4321)'],
      ['comments', 'This text is too long.'],
    ])
    const line = portal.logLines.find((text) => text.includes('A claim was refused')) ?? ''
    expect(line).toContain('ssn-not-valid')
    expect(line).not.toContain('12345')
  })

  it('refuses claims without an office address and limits claims per client per hour', async () => {
    portal.set({ capitalCreditClaimEmail: '' })
    expect(sentences(await send())).toEqual([
      [undefined, 'We cannot take claims online right now. Please contact our office.'],
    ])
    portal.set({ capitalCreditClaimEmail: 'credits@coop.example', capitalCreditClaimsPerHour: 2 })
    expect((await send()).statusCode).toBe(200)
    expect((await send()).statusCode).toBe(429)
  })
})
