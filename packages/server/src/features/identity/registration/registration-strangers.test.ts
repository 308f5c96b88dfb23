import type { AnswerOf } from '@coopline/contract/endpoint'
import { registration } from '@coopline/contract/identity/registration/registration.contract'
import { calendarDate } from '@coopline/rules/kernel/calendar-date'
import { cents } from '@coopline/rules/kernel/money'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import {
  applicant,
  askForCode,
  askWithBill,
  attemptCookieOf,
  chosenContact,
  lastCode,
  lookUp,
  messagesOf,
  seedApplicant,
  sentCode,
  tryCode,
} from '../../../testing/registering.ts'
import { seedBill } from '../../../testing/seed-bill.ts'
import { useTestPortal } from '../../../testing/test-portal.ts'

const portal = useTestPortal()
beforeEach(async () => seedApplicant(portal))

const otherThan = (code: string): string => (code === '123456' ? '654321' : '123456')
const invented = (n: number): string => String(n).padStart(22, 'x')
const mails = async () => (await messagesOf(portal)).length
/** Requests a code in a separate browser. */
const askAsStranger = async (validatorResource: string, from: string) =>
  askForCode(portal, validatorResource, { from, cookie: '' })

describe('a stranger beside a member who registers', () => {
  it('a stranger beside a member who registers does not burn the code of the member by entering wrong ones [SEC-08]', async () => {
    const validatorResource = await chosenContact(portal)
    const verificationCode = await sentCode(portal)
    const wrong = { verificationCode: otherThan(verificationCode), validatorResource }
    for (let n = 0; n < 10; n += 1) await tryCode(portal, wrong, { from: '203.0.113.7', cookie: '' })
    expect((await tryCode(portal, { verificationCode, validatorResource })).statusCode).toBe(200)
  })

  it('a stranger beside a member who registers does not replace the code of the member by asking for another one [SEC-08]', async () => {
    const validatorResource = await chosenContact(portal)
    const sent = await askForCode(portal, validatorResource)
    const verificationCode = await lastCode(portal)
    const cookie = attemptCookieOf(sent)
    const stranger = attemptCookieOf(await askAsStranger(validatorResource, '203.0.113.7'))
    expect(stranger).not.toBe(cookie)
    const status = async (as: string, code: string) =>
      (await tryCode(portal, { verificationCode: code, validatorResource }, { cookie: as })).statusCode
    expect(await status(stranger, verificationCode)).toBe(400)
    expect(await status(cookie, verificationCode)).toBe(200)
  })

  it('uses up nothing of the account with contacts that it does not have [SEC-09]', async () => {
    for (let n = 0; n < 20; n += 1) await askAsStranger(invented(n), `203.0.113.${n}`)
    expect(await mails()).toBe(0)
    for (let n = 0; n < 3; n += 1) await askForCode(portal, await chosenContact(portal))
    expect(await mails()).toBe(3)
  })

  it('leaves one code of the day to other clients, however often it asks with the true contact [SEC-09]', async () => {
    const validatorResource = await chosenContact(portal)
    for (let n = 0; n < 20; n += 1) {
      await askAsStranger(validatorResource, '203.0.113.7')
      portal.clock.advance(900)
    }
    expect(await mails()).toBe(4)
    await askForCode(portal, validatorResource)
    expect(await mails()).toBe(5)
  })

  it('use up no one’s day with five real codes from two addresses; their own networks stay refused [SEC-09]', async () => {
    const validatorResource = await chosenContact(portal)
    for (let n = 0; n < 10; n += 1) {
      await askAsStranger(validatorResource, n % 2 === 0 ? '203.0.113.7' : '198.51.100.7')
      portal.clock.advance(900)
    }
    expect(await mails()).toBe(5)
    await askForCode(portal, validatorResource)
    expect(await mails()).toBe(6)
    expect((await tryCode(portal, { verificationCode: await lastCode(portal), validatorResource })).statusCode).toBe(
      200,
    )
    for (const from of ['203.0.113.8', '198.51.100.8']) await askAsStranger(validatorResource, from)
    expect(await mails()).toBe(6)
  })

  it('get at most the further codes of the setting from new networks [SEC-09]', async () => {
    portal.set({ registrationCodesForNewNetworksPerDay: 4 })
    const validatorResource = await chosenContact(portal)
    for (let n = 0; n < 30; n += 1) {
      await askAsStranger(validatorResource, `203.0.${n}.1`)
      portal.clock.advance(900)
    }
    expect(await mails()).toBe(5 + 4)
  })

  it('a stranger beside a member who registers has 25 codes of an account checked in a day, from all addresses together [SEC-08]', async () => {
    portal.set({ registrationCodesForNewNetworksPerDay: 0 })
    const validatorResource = await chosenContact(portal)
    for (let round = 0; round < 10; round += 1) {
      for (let n = 0; n < 4; n += 1) {
        const from = `203.0.${round}.${n}`
        const cookie = attemptCookieOf(await askAsStranger(validatorResource, from))
        const wrong = { verificationCode: otherThan(await lastCode(portal)), validatorResource }
        for (let m = 0; m < 7; m += 1) await tryCode(portal, wrong, { from, cookie })
      }
      portal.clock.advance(900)
    }
    const rows = await portal.db.selectFrom('portal.verification_code').select('attempts').execute()
    expect(rows.reduce((sum, { attempts }) => sum + attempts, 0)).toBe(25)
  })

  it('a stranger beside a member who registers is refused after twenty wrong codes in an hour, and no one else is [SEC-08]', async () => {
    const validatorResource = await chosenContact(portal)
    const verificationCode = await sentCode(portal)
    const wrong = { verificationCode: otherThan(verificationCode), validatorResource }
    const stranger = { from: '203.0.113.7', cookie: '' }
    for (let n = 0; n < 20; n += 1) expect((await tryCode(portal, wrong, stranger)).statusCode).toBe(400)
    expect((await tryCode(portal, wrong, stranger)).statusCode).toBe(429)
    expect((await tryCode(portal, { verificationCode, validatorResource })).statusCode).toBe(200)
    portal.clock.advance(3600)
    expect((await tryCode(portal, wrong, stranger)).statusCode).toBe(400)
  })
})

describe('look-ups of accounts', () => {
  const displayed = async (from: string) =>
    (await lookUp(portal, applicant.accountNumber, { from })).json<AnswerOf<typeof registration.authenticationTypes>>()
      .cellPhones[0]?.display

  it('look-ups of accounts are refused to a network that makes very many, and to no other network [SEC-04]', async () => {
    for (let n = 0; n < 90; n += 1)
      expect((await lookUp(portal, '999', { from: `203.0.113.${n % 45}` })).statusCode).toBe(400)
    expect((await lookUp(portal, '999', { from: '203.0.113.200' })).statusCode).toBe(429)
    expect((await lookUp(portal, applicant.accountNumber, { from: '203.0.112.1' })).statusCode).toBe(200)
  })

  it('beyond the budget of the portal show no digits, raise one alarm, and registration continues [SEC-04]', async () => {
    portal.set({ registrationLookUpsPerDay: 8 })
    for (let n = 0; n < 8; n += 1) expect(await displayed(`203.0.${n}.1`)).toBe('(***) ***-**46')
    for (let n = 0; n < 4; n += 1) expect(await displayed(`203.1.${n}.1`)).toBe('(***) ***-****')
    expect(portal.logLines.filter((line) => line.includes('registration-look-ups-spent'))).toHaveLength(1)
    const validatorResource = await chosenContact(portal, 'cellPhones')
    await askForCode(portal, validatorResource)
    const verificationCode = await lastCode(portal)
    expect((await tryCode(portal, { verificationCode, validatorResource })).statusCode).toBe(200)
    portal.clock.advance(24 * 3600)
    expect(await displayed('203.2.0.1')).toBe('(***) ***-**46')
  })
})

it('shows no address on file to a visitor who verified a phone of their own [SEC-04]', async () => {
  portal.set({ allowUserProvidedContact: true })
  const validatorResource = '6085550100'
  await seedBill(portal.db, { account_number: applicant.accountNumber })
  await askWithBill(portal, validatorResource, 14_237)
  const response = await tryCode(portal, { verificationCode: await lastCode(portal), validatorResource })
  expect(response.json()).toMatchObject({ email: '', memberNumber: applicant.memberNumber })
})

describe('a contact that is not on file', () => {
  const own = 'eve@example.net'
  beforeEach(async () => {
    portal.set({ allowUserProvidedContact: true })
    const bill = (bill_date: string, amount: number) =>
      seedBill(
        portal.db,
        { account_number: applicant.accountNumber, bill_date: calendarDate(bill_date), amount: cents(amount) },
        [],
      )
    for (const [day, amount] of [
      ['2026-09-13', 7_000],
      ['2026-10-13', 8_001],
      ['2026-11-13', 9_002],
    ] as const)
      await bill(day, amount)
  })

  it('a contact that is not on file gets a code with the amount of one of the last two bills only [RG-17, SEC-04]', async () => {
    const missing = await askForCode(portal, own)
    expect([missing.statusCode, missing.json<{ errors: unknown }>().errors]).toEqual([
      400,
      [
        {
          code: 'bill-amount-missing',
          field: 'billAmount',
          message: 'Please enter the amount of your last bill or the one before.',
        },
      ],
    ])
    const answers = []
    for (const amount of [0, 7_000, 9_003]) answers.push(await askWithBill(portal, own, amount))
    expect(await mails()).toBe(0)
    answers.push(await askWithBill(portal, own, 9_002))
    expect(new Set(answers.map(({ statusCode, body }) => `${statusCode} ${body}`)).size).toBe(1)
    await askWithBill(portal, own, 8_001)
    expect((await messagesOf(portal)).map(({ recipient }) => recipient)).toEqual([own, own])
  })

  it('amounts are guessed twenty times a day for an account, and contacts on file get codes after that [SEC-09]', async () => {
    for (let n = 0; n < 20; n += 1) await askWithBill(portal, own, 1, { from: `203.0.${n}.1`, cookie: '' })
    await askWithBill(portal, own, 9_002)
    expect(await mails()).toBe(0)
    await askForCode(portal, await chosenContact(portal))
    expect(await mails()).toBe(1)
  })

  it('a code that the portal drew but did not send is refused [SEC-08]', async () => {
    let drawn = ''
    const bytes = portal.deps.random.bytes.bind(portal.deps.random)
    vi.spyOn(portal.deps.random, 'bytes').mockImplementation((count) => {
      const value = bytes(count)
      if (count === 4) drawn = String(Buffer.from(value).readUInt32BE() % 1_000_000).padStart(6, '0')
      return value
    })
    await askWithBill(portal, own, 1)
    expect(drawn).toMatch(/^[0-9]{6}$/u)
    const answer = await tryCode(portal, { verificationCode: drawn, validatorResource: own })
    expect(answer.statusCode).toBe(400)
  })
})

describe('a number that answered STOP', () => {
  const stop = async (digits: string) =>
    portal.db.insertInto('portal.opted_out_phone').values({ digits, opted_out_at: portal.clock.now() }).execute()

  it('a number that answered STOP is not offered for the code and gets none, until it answers START [RG-16]', async () => {
    const phone = await chosenContact(portal, 'cellPhones')
    await stop(applicant.cellPhone)
    const { cellPhones, emails } = (await lookUp(portal)).json<AnswerOf<typeof registration.authenticationTypes>>()
    expect([cellPhones.length, emails.length]).toEqual([0, 1])
    expect((await askForCode(portal, phone)).statusCode).toBe(200)
    expect(await mails()).toBe(0)
    await portal.db.deleteFrom('portal.opted_out_phone').execute()
    await askForCode(portal, phone)
    expect(await mails()).toBe(1)
  })

  it('gets no code as a contact that the visitor gives either, and the answer does not say so', async () => {
    portal.set({ allowUserProvidedContact: true })
    await stop('6085550100')
    await seedBill(portal.db, { account_number: applicant.accountNumber })
    const ask = async (phone: string) => askWithBill(portal, phone, 14_237)
    const [stopped, other] = [await ask('6085550100'), await ask('6085550101')]
    expect([stopped.statusCode, stopped.json()]).toEqual([other.statusCode, other.json()])
    expect((await messagesOf(portal)).map(({ recipient }) => recipient)).toEqual(['6085550101'])
  })
})
