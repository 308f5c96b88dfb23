import { registration } from '@coopline/contract/identity/registration/registration.contract'
import type { AnswerOf } from '@coopline/contract/endpoint'
import { cents } from '@coopline/rules/kernel/money'
import { beforeEach, describe, expect, test } from 'vitest'
import {
  applicant,
  askForCode,
  askWithBill,
  chosenContact,
  lastCode,
  lookUp,
  messagesOf,
  register,
  registerWithCode,
  seedApplicant,
  sentCode,
  tryCode,
  verifiedRegistration,
} from '../../../testing/registering.ts'
import { openSealedCode } from '../../../testing/read-code.ts'
import { seedBill } from '../../../testing/seed-bill.ts'
import { login, seedLogin } from '../../../testing/seed-login.ts'
import { useTestPortal } from '../../../testing/test-portal.ts'
import { deleteExpired } from '../../../platform/retention/delete-expired.job.ts'

const portal = useTestPortal()
beforeEach(async () => seedApplicant(portal))

const { accountNumber, memberNumber } = applicant
const errorsOf = (response: { json: () => { errors: { field?: string; message: string }[] } }) =>
  response.json().errors.map(({ field, message }) => [field, message])

describe('the choice of a contact', () => {
  test('offers the cell phones and email addresses on file, masked [AP-24, DM-15, RG-16]', async () => {
    const response = await lookUp(portal)
    expect(response.statusCode).toBe(200)
    expect(response.json()).toEqual({
      cellPhones: [{ id: expect.stringMatching(/^[\w-]{22}$/u), display: '(***) ***-**46' }],
      emails: [{ id: expect.stringMatching(/^[\w-]{22}$/u), display: 't***@example.org' }],
      isSmsEnabled: true,
      memberNumber: null,
      allowUserProvidedContact: false,
    })
  })

  test('with text messages off no phone is offered [RG-16]', async () => {
    portal.set({ smsEnabled: false })
    expect((await lookUp(portal)).json()).toMatchObject({ cellPhones: [], isSmsEnabled: false })
  })

  test('every call of registration lives under /api/v3/registration [AP-29]', () => {
    expect(Object.values(registration).map(({ path }) => path.split('/').slice(0, 3).join('/'))).toEqual(
      Object.values(registration).map(() => '/v3/registration'),
    )
  })

  test('an account without a contact is refused with the documented sentence [RG-28]', async () => {
    await portal.db.deleteFrom('cis.email').execute()
    await portal.db.deleteFrom('cis.phone').execute()
    const response = await lookUp(portal)
    expect([response.statusCode, errorsOf(response)]).toEqual([
      400,
      [['accountNumber', 'Unable to fetch details for entered account. Please contact customer support.']],
    ])
  })

  test('accepts a typed contact for an account without one on file, when the cooperative allows it [RG-17, RG-18]', async () => {
    await portal.db.deleteFrom('cis.email').execute()
    await portal.db.deleteFrom('cis.phone').execute()
    portal.set({ allowUserProvidedContact: true })
    expect((await lookUp(portal)).json()).toMatchObject({ cellPhones: [], emails: [], allowUserProvidedContact: true })
    await seedBill(portal.db, { account_number: applicant.accountNumber, amount: cents(8_890) })
    expect((await askWithBill(portal, ' New@Example.org ', 8_890)).statusCode).toBe(200)
    expect((await askWithBill(portal, '7155550100', 8_890)).statusCode).toBe(200)
    expect((await messagesOf(portal)).map(({ channel, recipient }) => [channel, recipient])).toEqual([
      ['email', 'new@example.org'],
      ['text', '7155550100'],
    ])
    expect(errorsOf(await askForCode(portal, 'a@b'))).toEqual([['email', 'Please enter a valid email address.']])
    expect(errorsOf(await askForCode(portal, '71555501'))).toEqual([['phone', 'Please enter a valid phone number.']])
  })

  test('when the cooperative does not allow it, no other contact gets a code', async () => {
    for (const own of ['eve@example.org', '7155550100', '']) {
      expect(errorsOf(await askForCode(portal, own))).toEqual([
        ['selectedAuthenticateOption', 'Please select an authentication type to receive verification code.'],
      ])
    }
    expect(await messagesOf(portal)).toEqual([])
  })

  test('the account number is checked here too [RG-12, RG-14]', async () => {
    expect(errorsOf(await lookUp(portal, ''))).toEqual([['accountNumber', 'Please enter your Account Number.']])
    expect(errorsOf(await lookUp(portal, '12x'))).toEqual([['accountNumber', 'Please enter valid account number.']])
    expect(errorsOf(await lookUp(portal, '1'.repeat(13)))).toEqual([
      ['accountNumber', 'Please enter valid account number.'],
    ])
  })
})

describe('the code', () => {
  test('the code is sent to the chosen address with its purpose and lifetime [AP-25, DM-19]', async () => {
    const response = await askForCode(portal, await chosenContact(portal))
    expect([response.statusCode, response.json()]).toEqual([200, { codeMinutes: 120 }])
    const [mail] = await messagesOf(portal)
    expect(mail).toMatchObject({ channel: 'email', recipient: 'tess.hartley@example.org', language: 'en' })
    expect(mail?.subject).toBe('Your verification code')
    expect(mail?.body_text).toMatch(/^Your verification code is [0-9]{6}\.\n/u)
    expect(mail?.body_text).toContain('It expires in 2 hours.')
  })

  test('the code is sent to the chosen cell phone as one short text message, in the language of the request', async () => {
    await askForCode(portal, await chosenContact(portal, 'cellPhones'), { headers: { 'accept-language': 'es-MX' } })
    const [text] = await messagesOf(portal)
    expect(text).toMatchObject({ channel: 'text', recipient: '5075554246', language: 'es' })
    expect(text?.body_text).toMatch(
      /^Cooperative: Su código de verificación es [0-9]{6}\. No lo comparta\. Vence en 2 horas\.$/u,
    )
    expect(text?.body_text.length).toBeLessThan(160)
  })

  test('opens the form: address, member number and the questions that are visible [AP-26, DM-22]', async () => {
    const [first, second] = portal.deps.settings.current().secretQuestions
    if (first === undefined || second === undefined) throw new Error('There are no questions')
    portal.set({ secretQuestions: [first, { ...second, visible: false }] })
    expect(await verifiedRegistration(portal)).toEqual({
      email: 'tess.hartley@example.org',
      secretQuestions: [{ id: 'first-pet', description: 'What was the name of your first pet?', visible: true }],
      memberNumber: '10020',
      registrationToken: expect.stringMatching(/^[\w-]{43}$/u),
    })
  })

  test('the questions are in the language of the request [DM-14]', async () => {
    const response = await tryCode(
      portal,
      { verificationCode: await sentCode(portal), validatorResource: await chosenContact(portal) },
      { headers: { 'accept-language': 'es' } },
    )
    const { secretQuestions } = response.json<AnswerOf<typeof registration.verifyCode>>()
    expect(secretQuestions[0]?.description).toBe('¿Cómo se llamaba su primera mascota?')
  })

  test('a wrong code is refused with the documented sentence, at its field [ER-07, RG-30]', async () => {
    const code = await sentCode(portal)
    const wrong = code === '123456' ? '654321' : '123456'
    const response = await tryCode(portal, {
      verificationCode: wrong,
      validatorResource: await chosenContact(portal),
    })
    expect([response.statusCode, errorsOf(response)]).toEqual([
      400,
      [['verificationCode', 'Account verification is unsuccessful.']],
    ])
  })

  test('the code is valid for exactly two hours [RG-26]', async () => {
    const validatorResource = await chosenContact(portal)
    const verificationCode = await sentCode(portal)
    portal.clock.advance(7200)
    expect((await tryCode(portal, { verificationCode, validatorResource })).statusCode).toBe(400)
    const again = await sentCode(portal)
    portal.clock.advance(7199)
    expect((await tryCode(portal, { verificationCode: again, validatorResource })).statusCode).toBe(200)
  })
})

describe('the registration form', () => {
  const opened = async () => (await verifiedRegistration(portal)).registrationToken

  test('makes a login that signs in, and says so with the documented sentence [AP-27, DM-20, RG-01]', async () => {
    const response = await register(portal, await opened())
    expect([response.statusCode, response.json()]).toEqual([
      200,
      { message: 'User has been successfully registered with email tess.hartley@example.org' },
    ])
    const signedIn = await login(portal, { username: 'tess.hartley', password: applicant.form.password })
    expect(signedIn.json()).toMatchObject({ memberNumber: '10020' })
  })

  test('every problem of the form is returned at once, each with its field and message [RG-30, DM-13, DM-17]', async () => {
    const response = await register(portal, await opened(), {
      loginId: 'a..b',
      email: 'a@b',
      password: 'short',
      secQuestion: 'none-of-ours',
      secAnswer: '',
      hasOptedForPaperlessBilling: true,
    })
    expect([response.statusCode, errorsOf(response)]).toEqual([
      400,
      [
        ['loginId', 'Username entry does not meet criteria.'],
        ['email', 'Please enter a valid email address.'],
        [
          'password',
          'Password entry does not meet criteria. Password must be 8 characters and contain at least 1 lowercase character, 1 uppercase character, 1 number and 1 special character (!@#$%^&*).',
        ],
        ['secQuestion', 'Please select an option.'],
        ['secAnswer', 'Please enter an answer.'],
        ['paperlessConfirmText', 'Please check the paperless confirmation checkbox.'],
        ['hasOptedForPaperlessBilling', 'This option is not available.'],
      ],
    ])
    expect(await portal.db.selectFrom('portal.login').select('login_id').execute()).toEqual([])
  })

  test.each([
    "O'Kane@example.org",
    'a.very.long.mailbox.name.for.testing.purposes@long-subdomain.example.org',
    'ana@example.xn--p1ai',
  ])('the address %s is accepted when it is on file and refused when it is typed [RG-52, RG-53]', async (onFile) => {
    const token = await opened()
    expect(errorsOf(await register(portal, token, { email: onFile }))).toEqual([
      ['email', 'Please enter a valid email address.'],
    ])
    await portal.db.insertInto('cis.email').values({ member_number: memberNumber, address: onFile }).execute()
    expect((await registerWithCode(portal, token, { email: onFile })).statusCode).toBe(200)
  })

  test('with strict endings an ending of five letters is refused, without them it is accepted [RG-52]', async () => {
    portal.set({ STRICT_EMAIL_ENDING: true })
    const token = await opened()
    const email = 'tess@example.email'
    expect(errorsOf(await register(portal, token, { email }))).toEqual([
      ['email', 'Please enter a valid email address.'],
    ])
    portal.set({ STRICT_EMAIL_ENDING: false })
    expect((await registerWithCode(portal, token, { email: ' Tess@Example.EMAIL' })).json()).toEqual({
      message: 'User has been successfully registered with email tess@example.email',
    })
  })

  test('an address that no code was verified through needs the code that is sent to it, once [REQ-D-309, SEC-71]', async () => {
    const token = await opened()
    const email = 'eve@example.net'
    const asked = await register(portal, token, { email })
    expect(errorsOf(asked)).toEqual([['emailCode', 'Enter the code that we sent to your email address.']])
    const [message] = (await messagesOf(portal)).slice(-1)
    expect(message).toMatchObject({ recipient: email, subject: 'Your verification code' })
    const emailCode = await openSealedCode(portal)
    const wrong = emailCode === '123456' ? '654321' : '123456'
    const refused = [['emailCode', 'This code is wrong or has expired. Check it, or send a new one.']]
    expect(errorsOf(await register(portal, token, { email, emailCode: wrong }))).toEqual(refused)
    expect(errorsOf(await register(portal, token, { email: 'mal@example.net', emailCode }))).toEqual(refused)
    expect(await portal.db.selectFrom('portal.login').select('email').execute()).toEqual([])
    expect((await register(portal, token, { email, emailCode })).statusCode).toBe(200)
    expect(await portal.db.selectFrom('portal.login').select('email').execute()).toEqual([{ email }])
  })

  test('five wrong codes burn the code that was sent to an address [REQ-D-309]', async () => {
    const token = await opened()
    const email = 'eve@example.net'
    await register(portal, token, { email })
    const emailCode = await openSealedCode(portal)
    const wrong = emailCode === '123456' ? '654321' : '123456'
    for (let n = 0; n < 5; n += 1) await register(portal, token, { email, emailCode: wrong })
    expect((await register(portal, token, { email, emailCode })).statusCode).toBe(400)
  })

  test('the member’s choices are stored, and reported to the cooperative in the same transaction', async () => {
    portal.set({ paperlessOptions: 'BOTH', marketingSignup: true })
    await register(portal, await opened(), {
      hasOptedForPaperlessBilling: true,
      areMarketingEmailsAllowed: true,
      paperlessConfirmText: true,
    })
    expect(await portal.db.selectFrom('portal.preference').selectAll().execute()).toMatchObject([
      { member_number: '10020', paperless_billing: true, paperless_other: null, marketing_emails: true },
    ])
    const events = await portal.db.selectFrom('outbox.event').select(['account_number', 'kind', 'body']).execute()
    expect(events).toEqual([
      {
        account_number: '102000101',
        kind: 'member.registered',
        body: {
          memberNumber,
          accountNumber,
          email: 'tess.hartley@example.org',
          hasOptedForPaperlessBilling: true,
          hasOptedForPaperlessOther: false,
          areMarketingEmailsAllowed: true,
        },
      },
    ])
  })

  test('a registration welcomes the member by mail and notifies the other addresses on file, with the new one masked', async () => {
    await portal.db
      .insertInto('cis.email')
      .values({ member_number: memberNumber, address: 'zoe.hartley@example.org' })
      .execute()
    const token = await opened()
    await portal.db.deleteFrom('outbox.message').execute()
    await register(portal, token)
    const [welcome, notice, ...more] = await messagesOf(portal)
    expect(more).toEqual([])
    expect(welcome).toMatchObject({ recipient: 'tess.hartley@example.org', subject: 'Welcome to Cooperative online' })
    expect(welcome?.body_text).toContain(`${portal.deps.env.PUBLIC_ORIGIN}/login`)
    expect(notice).toMatchObject({ recipient: 'zoe.hartley@example.org' })
    expect(notice?.body_text).toContain('t***@example.org')
  })

  test('the registration form is recorded for the member to see', async () => {
    await register(portal, await opened())
    const kinds = await portal.db
      .selectFrom('portal.audit')
      .select('kind')
      .where('member_number', '=', memberNumber)
      .orderBy('id')
      .execute()
    expect(kinds.map(({ kind }) => kind)).toEqual([
      'registration.code-sent',
      'registration.code-verified',
      'credentials.registered',
    ])
  })

  test('a free username is answered with success, a taken one with 409 and the documented sentence [AP-28, RG-51]', async () => {
    await seedLogin(portal)
    const bearer = await opened()
    const ask = async (username: string) =>
      portal.call(registration.usernameAvailability, { bearer, params: { username } })
    expect((await ask('tess@home 1')).json()).toEqual({ available: true })
    for (const taken of ['ada.lindqvist', 'ADA.Lindqvist']) {
      const response = await ask(taken)
      expect([response.statusCode, errorsOf(response)]).toEqual([
        409,
        [[undefined, 'The username has already been registered.']],
      ])
    }
    expect(errorsOf(await ask('a..b'))).toEqual([['username', 'Username entry does not meet criteria.']])
  })

  test('a username that was taken in the meantime is refused with 409, and the form can be sent again [RG-51]', async () => {
    await seedLogin(portal)
    const token = await opened()
    const response = await register(portal, token, { loginId: 'Ada.Lindqvist' })
    expect([response.statusCode, errorsOf(response)]).toEqual([
      409,
      [[undefined, 'The username has already been registered.']],
    ])
    expect((await register(portal, token)).statusCode).toBe(200)
  })

  test('a member who got a login in the meantime gets no second one', async () => {
    const token = await opened()
    await seedLogin(portal, { username: 'other.name', memberNumber })
    const response = await register(portal, token)
    expect([response.statusCode, errorsOf(response)]).toEqual([
      409,
      [[undefined, 'This account is already registered online. Sign in instead.']],
    ])
  })
})

test('codes and passes that ended a day ago are forgotten, others are not', async () => {
  await verifiedRegistration(portal)
  const counts = async () =>
    Promise.all(
      (['portal.verification_code', 'portal.registration_grant'] as const).map(
        async (table) => (await portal.db.selectFrom(table).select('expires_at').execute()).length,
      ),
    )
  portal.clock.advance(24 * 3600)
  await deleteExpired(portal.deps)
  expect(await counts()).toEqual([1, 1])
  portal.clock.advance(3 * 3600)
  await deleteExpired(portal.deps)
  expect(await counts()).toEqual([0, 0])
})

test('the code of the last message is the one that counts', async () => {
  const validatorResource = await chosenContact(portal)
  const first = await sentCode(portal)
  await askForCode(portal, validatorResource)
  const second = await lastCode(portal)
  expect((await tryCode(portal, { verificationCode: first, validatorResource })).statusCode).toBe(
    first === second ? 200 : 400,
  )
  expect((await tryCode(portal, { verificationCode: second, validatorResource })).statusCode).toBe(200)
})
