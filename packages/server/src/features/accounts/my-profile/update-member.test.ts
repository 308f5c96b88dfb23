import {
  type MemberUpdate,
  type MemberDetails,
  myProfile,
} from '@coopline/contract/accounts/my-profile/my-profile.contract'
import { calendarDate } from '@coopline/rules/kernel/calendar-date'
import { cents } from '@coopline/rules/kernel/money'
import { beforeEach, describe, expect, test } from 'vitest'
import { adasUpdate } from './my-profile.fixtures.ts'
import { openSealedCode } from '../../../testing/read-code.ts'
import { seedAccount } from '../../../testing/seed-account.ts'
import { deviceOf, login, seedLogin, seedSession, type SignedIn } from '../../../testing/seed-login.ts'
import { useTestPortal } from '../../../testing/test-portal.ts'
import { whileCounting } from '../../../testing/while-counting.ts'

const everythingOffered = {
  PaperlessMemberEnabled: true,
  PaperlessAccountEnabled: true,
  StoredPaymentDataEnabled: true,
  RoundUp: true,
  RoundUpEnabled: true,
  RoundUpPlusEnabled: true,
  marketingSignup: true,
}
const portal = useTestPortal({ settings: everythingOffered })
let loginId: string
let ada: SignedIn & { readonly sessionId: string }
beforeEach(async () => {
  await seedAccount(portal.db)
  loginId = await seedLogin(portal, { secretQuestion: 'first-pet', secretAnswerHash: 'kept' })
  ada = await seedSession(portal, loginId)
})

const details = async () =>
  (await portal.call(myProfile.details, { params: { memberNumber: '10001' }, ...ada })).json<MemberDetails>()
const update = async (changes: Partial<MemberUpdate> = {}, headers: Readonly<Record<string, string>> = {}) =>
  portal.call(myProfile.update, { params: { memberNumber: '10001' }, ...ada, body: adasUpdate(changes), headers })
/** Changes the email address, with the code that is sent to it. */
const updateWithCode = async (changes: Partial<MemberUpdate>) => {
  await update(changes)
  return update({ ...changes, emailCode: await openSealedCode(portal) })
}
const refusals = async (changes: Partial<MemberUpdate>) => {
  const response = await update(changes)
  expect(response.statusCode, response.body).toBe(400)
  return response
    .json<{ errors: { field: string; message: string }[] }>()
    .errors.map(({ field, message }) => [field, message])
}
const events = async () =>
  portal.db.selectFrom('outbox.event').select(['account_number', 'kind', 'body']).orderBy('id').execute()
const audit = async () =>
  (
    await portal.db
      .selectFrom('portal.audit')
      .select('kind')
      .where('kind', 'not like', 'sign-in.%')
      .orderBy('id')
      .execute()
  ).map(({ kind }) => kind)
const mails = async () =>
  portal.db.selectFrom('outbox.message').select(['recipient', 'subject']).orderBy('id').execute()
const loginRow = async () =>
  portal.db.selectFrom('portal.login').selectAll().where('login_id', '=', loginId).executeTakeFirstOrThrow()
const password = 'Prairie!2026'
const account = { accountNumber: '100100101' }

describe('the choices', () => {
  test('RoundUp needs a proof that is not older than ten minutes, in a form that changes it [REQ-D-463, SEC-72]', async () => {
    portal.clock.advance(601)
    const enrolled = [{ ...account, isRoundup: true, amount: cents(250), expiration: null }]
    const unchanged = [{ ...account, isRoundup: false, amount: null, expiration: null }]
    expect((await update({ roundupAccounts: enrolled })).body).toContain('step-up-required')
    expect((await update({ roundupAccounts: unchanged, receivePaymentEmail: true })).statusCode).toBe(200)
    expect(await details()).toMatchObject({ paymentEmailReceived: true, accounts: [{ operationRoundup: false }] })
  })

  test('the end of emails about payments needs a proof that is not older than ten minutes [REQ-D-463, SEC-72]', async () => {
    const both = { receivePaymentEmail: true, receiveServiceOrderEmail: true }
    expect((await update(both)).statusCode).toBe(200)
    expect(await details()).toMatchObject({ paymentEmailReceived: true, serviceOrderEmailReceived: true })
    portal.clock.advance(601)
    expect((await update({ receivePaymentEmail: false })).body).toContain('step-up-required')
    expect(await details()).toMatchObject({ paymentEmailReceived: true })
    expect((await update({ receivePaymentEmail: true })).statusCode).toBe(200)
    expect(await details()).toMatchObject({ paymentEmailReceived: true, serviceOrderEmailReceived: false })
    ada = await seedSession(portal, loginId)
    expect((await update({ receivePaymentEmail: false })).statusCode).toBe(200)
    expect(await details()).toMatchObject({ paymentEmailReceived: false })
  })

  test('one request changes login, paperless and RoundUp together, and all of it is shown at once [MP-09]', async () => {
    const response = await update({
      loginId: 'ada.of.prairie',
      currentPassword: password,
      receivePaymentEmail: true,
      receiveServiceOrderEmail: true,
      canMaskPhone: true,
      isPaperlessOther: true,
      annualMarketingElectricKit: true,
      isMarketEmail: true,
      paperlessConfirmText: true,
      paperlessAccounts: [{ ...account, isEmail: true, isPaperless: true, isPaperlessOther: true }],
      roundupAccounts: [{ ...account, isRoundup: true, amount: cents(250), expiration: calendarDate('2030-01-31') }],
    })
    expect(response.json()).toEqual({ message: 'Your profile has been updated.' })
    expect(await details()).toMatchObject({
      loginId: 'ada.of.prairie',
      paymentEmailReceived: true,
      serviceOrderEmailReceived: true,
      phoneNumberMask: true,
      hasPaperlessBilling: false,
      hasPaperlessOther: true,
      electronicKit: true,
      marketingEmail: true,
      accounts: [
        {
          ...account,
          hasEmailBillNotice: true,
          hasPaperlessBilling: true,
          hasOtherPaperlessBillinge: true,
          operationRoundup: true,
          operationRoundupAmount: 250,
          operationRoundupExpiration: '2030-01-31',
        },
      ],
    })
  })

  test('each change is reported to the cooperative and audited; unchanged values are not', async () => {
    await update({
      receivePaymentEmail: true,
      paperlessConfirmText: true,
      paperlessAccounts: [{ ...account, isEmail: true, isPaperless: true, isPaperlessOther: false }],
      roundupAccounts: [{ ...account, isRoundup: true, amount: null, expiration: null }],
    })
    const memberNumber = '10001'
    expect(await events()).toEqual([
      {
        account_number: '100100101',
        kind: 'member.profile-changed',
        body: { memberNumber, receivePaymentEmail: true },
      },
      {
        account_number: '100100101',
        kind: 'account.paperless-changed',
        body: { memberNumber, ...account, isEmail: true, isPaperless: true, isPaperlessOther: false },
      },
      {
        account_number: '100100101',
        kind: 'account.roundup-changed',
        body: { memberNumber, ...account, isRoundup: true, amount: null, expiration: null },
      },
    ])
    expect(await audit()).toEqual(['profile.changed', 'profile.account-changed'])
  })

  test('a request that changes nothing writes nothing', async () => {
    expect((await update()).statusCode).toBe(200)
    expect(await events()).toEqual([])
    expect(await audit()).toEqual([])
    expect(await mails()).toEqual([])
  })

  test('a paperless bill that is saved without its email gets the email anyway [MP-48, MP-51]', async () => {
    await update({
      paperlessConfirmText: true,
      paperlessAccounts: [{ ...account, isEmail: false, isPaperless: true, isPaperlessOther: false }],
    })
    expect((await details()).accounts).toMatchObject([{ hasEmailBillNotice: true, hasPaperlessBilling: true }])
  })

  test('the success text is the cooperative’s own, in the member’s language [CG-37, MP-10]', async () => {
    portal.set({ ...everythingOffered, updateSuccessText: 'All saved.', updateSuccessText_es: 'Todo guardado.' })
    expect((await update()).json()).toEqual({ message: 'All saved.' })
    expect((await update({}, { 'accept-language': 'es' })).json()).toEqual({ message: 'Todo guardado.' })
  })

  test('every problem of an update is returned at once, and nothing is written [MP-24]', async () => {
    expect(
      await refusals({
        userName: 'ada@',
        loginId: 'x',
        receivePaymentEmail: true,
        securityQuestionId: 'none-such',
        isMarketEmail: true,
        roundupAccounts: [{ ...account, isRoundup: true, amount: cents(-1), expiration: calendarDate('2020-01-01') }],
      }),
    ).toEqual([
      ['userName', 'Please enter a valid email address.'],
      ['loginId', 'Username entry does not meet criteria.'],
      ['currentPassword', 'Enter your current password.'],
      ['securityQuestionId', 'Please select an option.'],
      ['securityQuestionAnswer', 'Please enter an answer.'],
      ['paperlessConfirmText', 'Please select the checkbox to continue.'],
      ['roundupAccounts.0.amount', 'Please enter an amount greater than or equal to 0.'],
      ['roundupAccounts.0.expiration', 'You cannot use an expiration date in the past.'],
    ])
    expect(await details()).toMatchObject({ loginId: 'ada.lindqvist', paymentEmailReceived: false })
    expect(await events()).toEqual([])
  })

  test('a choice that the cooperative does not offer cannot be changed', async () => {
    portal.set({})
    for (const name of Object.keys(everythingOffered)) portal.set({ [name]: false })
    const sentence = 'This option is not available.'
    expect(
      await refusals({
        isPaperlessBilling: true,
        isMarketEmail: true,
        paperlessAccounts: [{ ...account, isEmail: true, isPaperless: false, isPaperlessOther: false }],
        roundupAccounts: [{ ...account, isRoundup: true, amount: null, expiration: null }],
      }),
    ).toEqual([
      ['isPaperlessBilling', sentence],
      ['isMarketEmail', sentence],
      ['paperlessAccounts', sentence],
      ['roundupAccounts', sentence],
    ])
  })

  test('another member’s account is answered like one that does not exist', async () => {
    const other = { accountNumber: '100200101' }
    const answers = [
      await update({ paperlessAccounts: [{ ...other, isEmail: true, isPaperless: false, isPaperlessOther: false }] }),
      await update({ roundupAccounts: [{ ...other, isRoundup: true, amount: null, expiration: null }] }),
    ]
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 404])
    expect(await events()).toEqual([])
  })
})

describe('stored payment data', () => {
  const store = async () =>
    portal.db
      .insertInto('cis.member_detail')
      .values({ member_number: '10001', stores_check: true, stores_credit: true, changes_through_event: null })
      .execute()
  const setUp = async (detail: object) =>
    portal.db
      .insertInto('cis.account_detail')
      .values({ account_number: '100100101', ...detail })
      .execute()

  test('a removed card and bank account are reported to the cooperative [MP-18, MP-19]', async () => {
    await store()
    expect((await details()).paymentTypes).toEqual(['Check', 'Credit'])
    await update({ removeStoredCreditData: true })
    expect((await details()).paymentTypes).toEqual(['Check'])
    await update({ removeStoredBankData: true })
    expect((await details()).paymentTypes).toEqual([])
    expect((await events()).map(({ body }) => body)).toEqual([
      { memberNumber: '10001', removeStoredCreditData: true },
      { memberNumber: '10001', removeStoredBankData: true },
    ])
  })

  test('not while AutoPay by card or a bank draft is set up; one of which nothing is known blocks both [MP-20]', async () => {
    await store()
    await setUp({ has_autopay: true, autopay_method: 'CHARGE' })
    const both = { removeStoredCreditData: true, removeStoredBankData: true }
    const sentence = 'Update not allowed. Active Payment setup exists.'
    expect(await refusals(both)).toEqual([['removeStoredCreditData', sentence]])
    await portal.db
      .updateTable('cis.account_detail')
      .set({ has_autopay: false, autopay_method: '', draft_method: 'ECHECK' })
      .execute()
    expect(await refusals(both)).toEqual([['removeStoredBankData', sentence]])
    await portal.db
      .updateTable('cis.account_detail')
      .set({ draft_method: '', draft_date: calendarDate('2026-12-15') })
      .execute()
    expect((await refusals(both)).map(([field]) => field)).toEqual(['removeStoredCreditData', 'removeStoredBankData'])
    expect((await details()).paymentTypes).toEqual(['Check', 'Credit'])
  })

  test('removing it needs a proof that is not older than ten minutes', async () => {
    await store()
    portal.clock.advance(601)
    expect((await update({ removeStoredBankData: true })).statusCode).toBe(403)
    expect((await update({ receivePaymentEmail: true })).statusCode).toBe(200)
  })

  test('AutoPay and drafts are returned with their payment method [AC-22]', async () => {
    await setUp({ has_autopay: true, autopay_method: 'CHARGE', draft_method: 'ECHECK' })
    const response = await portal.call(myProfile.autopayments, { params: { memberNumber: '10001' }, ...ada })
    expect(response.json()).toEqual({
      autopayments: [
        { ...account, paymentMethod: 'CHARGE' },
        { ...account, paymentMethod: 'ECHECK' },
      ],
    })
  })
})

describe('the login', () => {
  test('a wrong current password is refused beside its field, and nothing changes', async () => {
    expect(await refusals({ loginId: 'ada.of.prairie', currentPassword: 'Prairie!2025' })).toEqual([
      ['currentPassword', 'The password does not match our records. Try again.'],
    ])
    expect(await loginRow()).toMatchObject({ username: 'ada.lindqvist' })
    expect(await audit()).toEqual(['session.proof-failed'])
  })

  test('the right one is not enough when the member has proven nothing for ten minutes', async () => {
    portal.clock.advance(601)
    const response = await update({ loginId: 'ada.of.prairie', currentPassword: password })
    expect([response.statusCode, response.body]).toEqual([403, expect.stringContaining('step-up-required')])
  })

  test('a new username is accepted unless it is taken, case-insensitively [MP-12, MP-40]', async () => {
    await seedLogin(portal, { username: 'Ben.Ortega', memberNumber: '10002' })
    expect(await refusals({ loginId: 'ben.ortega', currentPassword: password })).toEqual([
      ['loginId', 'The username has already been registered.'],
    ])
    expect((await update({ loginId: 'Ada.Lindqvist', currentPassword: password })).statusCode).toBe(200)
    expect(await loginRow()).toMatchObject({ username: 'Ada.Lindqvist', username_key: 'ada.lindqvist' })
    expect(await mails()).toEqual([{ recipient: 'ada.lindqvist@example.org', subject: 'Your username was changed' }])
    expect(await audit()).toContain('credentials.username-changed')
  })

  test('whether a username can be had is answered: free, taken by 409, one’s own free [MP-39, MP-40, AC-23]', async () => {
    await seedLogin(portal, { username: 'ben.ortega', memberNumber: '10002' })
    const ask = async (username: string) =>
      portal.call(myProfile.usernameAvailability, { params: { memberNumber: '10001', username }, ...ada })
    expect((await ask('ada.of.prairie')).json()).toEqual({ available: true })
    expect((await ask('ADA.lindqvist')).json()).toEqual({ available: true })
    const taken = await ask('ben.ortega')
    expect([taken.statusCode, taken.body]).toEqual([
      409,
      expect.stringContaining('The username has already been registered.'),
    ])
    expect((await ask('x')).statusCode).toBe(400)
  })

  test('a new email address is stored in lower case, and both addresses are notified [MP-11]', async () => {
    await updateWithCode({ userName: ' Ada@Example.ORG', currentPassword: password })
    expect(await loginRow()).toMatchObject({ email: 'ada@example.org' })
    const subject = 'Your email address was changed'
    expect(await mails()).toEqual([
      { recipient: 'ada@example.org', subject: 'Your verification code' },
      { recipient: 'ada.lindqvist@example.org', subject },
      { recipient: 'ada@example.org', subject },
    ])
    expect(await events()).toMatchObject([{ kind: 'member.profile-changed', body: { userName: 'ada@example.org' } }])
  })

  test('a new email address takes effect with the code that is sent to it [REQ-D-309, SEC-71]', async () => {
    const change = { userName: 'ada@example.org', currentPassword: password }
    expect(await refusals(change)).toEqual([['emailCode', 'Enter the code that we sent to your email address.']])
    expect(await loginRow()).toMatchObject({ email: 'ada.lindqvist@example.org' })
    expect(await events()).toEqual([])
    const emailCode = await openSealedCode(portal)
    expect(await refusals({ ...change, userName: 'mal@example.org', emailCode })).toEqual([
      ['emailCode', 'This code is wrong or has expired. Check it, or send a new one.'],
    ])
    expect((await update({ ...change, emailCode })).statusCode).toBe(200)
    expect(await loginRow()).toMatchObject({ email: 'ada@example.org' })
  })

  test('an address that changes while the form is checked changes back only with a code [REQ-D-309, SEC-71]', async () => {
    const change = "update portal.login set email = 'ada@example.org' where username = 'ada.lindqvist'"
    const form = { loginId: 'ada.new', currentPassword: password }
    const sent = await whileCounting(portal.database, change, async () => refusals(form))
    expect(sent).toEqual([['emailCode', 'Enter the code that we sent to your email address.']])
    expect(await loginRow()).toMatchObject({ email: 'ada@example.org', username: 'ada.lindqvist' })
    expect((await update({ ...form, emailCode: await openSealedCode(portal) })).statusCode).toBe(200)
    expect(await loginRow()).toMatchObject({ email: 'ada.lindqvist@example.org', username: 'ada.new' })
  })

  test('no code is sent for an address before the password of the member is right [REQ-D-309]', async () => {
    expect(await refusals({ userName: 'ada@example.org', currentPassword: 'Wrong!2026' })).toEqual([
      ['currentPassword', expect.any(String)],
    ])
    expect(await mails()).toEqual([])
  })

  test('a new password takes effect at once, ends the other sessions and keeps this one [MP-14]', async () => {
    const elsewhere = await seedSession(portal, loginId)
    const response = await update({ password: 'Harvest$Moon7', currentPassword: password })
    expect(response.statusCode, response.body).toBe(200)
    expect((await login(portal, { password: 'Harvest$Moon7' })).statusCode).toBe(200)
    expect((await login(portal)).statusCode).toBe(400)
    expect((await details()).loginId).toBe('ada.lindqvist')
    const theirs = await portal.call(myProfile.details, { params: { memberNumber: '10001' }, ...elsewhere })
    expect(theirs.statusCode).toBe(401)
    expect(await mails()).toEqual([{ recipient: 'ada.lindqvist@example.org', subject: 'Your password was changed' }])
  })

  test('another password makes the login forget every browser but this one [SEC-10]', async () => {
    const here = deviceOf(await login(portal))
    const thief = deviceOf(await login(portal))
    const response = await update(
      { password: 'Harvest$Moon7', currentPassword: password },
      { cookie: `${ada.cookie}; ${here}` },
    )
    expect(response.statusCode, response.body).toBe(200)
    for (let n = 0; n < 10; n += 1) await login(portal, { password: 'Wrong!2026', from: `203.0.113.${n}` })
    const signIn = async (cookie: string) => (await login(portal, { password: 'Harvest$Moon7', cookie })).statusCode
    expect([await signIn(thief), await signIn(here)]).toEqual([400, 200])
  })

  test('a password that is easy to guess is refused [REQ-D-311]', async () => {
    expect(await refusals({ password: 'Ada.Lindqvist1!', currentPassword: password })).toEqual([
      ['password', expect.stringContaining('it contains your username')],
    ])
  })

  test('with another address or password, a link that was mailed before resets nothing', async () => {
    const link = { token_hash: Buffer.alloc(32), login_id: loginId, created_at: portal.clock.now() }
    await portal.db
      .insertInto('portal.reset_link')
      .values({ ...link, expires_at: new Date(portal.clock.now().getTime() + 3_600_000), used_at: null })
      .execute()
    await updateWithCode({ userName: 'ada@example.org', currentPassword: password })
    const { used_at: usedAt } = await portal.db
      .selectFrom('portal.reset_link')
      .select('used_at')
      .executeTakeFirstOrThrow()
    expect(usedAt).not.toBeNull()
  })

  test('a new security question has a new answer, which is stored as a hash and never returned [MP-13]', async () => {
    expect(await refusals({ securityQuestionId: 'first-car' })).toEqual([
      ['securityQuestionAnswer', 'Please enter an answer.'],
    ])
    await update({ securityQuestionId: 'first-car', securityQuestionAnswer: 'Volvo' })
    const { secret_question: question, secret_answer_hash: hash } = await loginRow()
    expect([question, hash]).toEqual(['first-car', expect.stringMatching(/^\$sealed\$keyid=test\$/u)])
    const answer = await details()
    expect(answer).toMatchObject({ secretQuestionId: 'first-car' })
    expect(JSON.stringify(answer)).not.toMatch(/argon2|Volvo|secretQuestionAnswer/u)
  })

  test('an empty answer leaves the one that is kept', async () => {
    await update({ securityQuestionAnswer: ' ' })
    expect(await loginRow()).toMatchObject({ secret_question: 'first-pet', secret_answer_hash: 'kept' })
  })
})
