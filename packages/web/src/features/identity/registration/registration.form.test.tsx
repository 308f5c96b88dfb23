import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { aProblem } from '../../../test-support/answers.ts'
import { aSite } from '../../../test-support/a-site.ts'
import { bodyOf, headersOf } from '../../../test-support/open-quick-pay.tsx'
import {
  aVerified,
  button,
  field,
  fillForm,
  heading,
  openForm,
  registerLine,
  saidWith,
  secret,
  sendLine,
  verifyCodeLine,
} from '../../../test-support/open-registration.tsx'

const question = () => screen.getByRole<HTMLSelectElement>('combobox', { name: 'Security question' })
const submit = 'Complete Registration'
const summaryLinks = () =>
  within(screen.getByRole('alert', { name: 'There is a problem' }))
    .getAllByRole('link')
    .map((link) => link.textContent)
const everything = aSite({ settings: { keyEmailTwice: true, paperlessOptions: 'BOTH', marketingSignup: true } })
const checkbox = (name: string | RegExp) => screen.getByRole<HTMLInputElement>('checkbox', { name })

describe('the form', () => {
  test("is headed 'Complete Registration', as its button is labeled [RG-03, RG-09]", async () => {
    await openForm()
    expect(screen.getByRole('heading', { level: 2, name: submit })).toBeDefined()
    expect(button(submit).type).toBe('submit')
  })

  test('shows the member number, which cannot be changed [RG-31]', async () => {
    const { user } = await openForm()
    await user.type(field('Member number'), '9')
    expect(field('Member number').value).toBe('10020')
    expect(field('Member number').readOnly).toBe(true)
  })

  test('has a username and an email address of at most 60 characters [RG-32, RG-33, RG-53]', async () => {
    await openForm()
    expect(field('Username').autocomplete).toBe('username')
    expect(field('Email').value).toBe('tess.hartley@example.org')
    expect(field('Email').dataset['maxLength']).toBe('60')
  })

  test('asks for a new password twice, and for a security answer of at most 100 characters [RG-37, RG-39, RG-67]', async () => {
    await openForm()
    expect(secret('Password').autocomplete).toBe('new-password')
    expect(secret('Confirm password').autocomplete).toBe('new-password')
    expect(field('Security answer').dataset['maxLength']).toBe('100')
  })

  test('offers the questions that are visible [RG-38, DM-14]', async () => {
    await openForm()
    expect(
      within(question())
        .getAllByRole('option')
        .map((option) => option.textContent),
    ).toEqual(['Choose a question', 'What was the name of your first pet?', 'What was the make of your first car?'])
  })

  test('asks for the address twice only where the cooperative says so [CF-11, CG-10, RG-34]', async () => {
    const { user, sent } = await openForm({}, { site: aSite({ settings: { keyEmailTwice: true } }) })
    await fillForm(user)
    await user.type(field('Confirm email'), 'tess.hartley@example.com')
    await user.click(button(submit))
    expect(saidWith(field('Confirm email'))).toContain('Email and Confirm Email does not match.')
    expect(sent(registerLine)).toEqual([])
    cleanup()
    const without = await openForm({}, { site: aSite({ settings: { keyEmailTwice: false } }) })
    expect(screen.queryByRole('textbox', { name: 'Confirm email' })).toBeNull()
    await fillForm(without.user)
    await without.user.click(button(submit))
    await waitFor(() => expect(without.sent(registerLine)).toHaveLength(1))
  })

  test('has no second address and no checkbox without the settings [RG-34, RG-40, RG-42]', async () => {
    await openForm()
    expect(screen.queryByRole('textbox', { name: 'Confirm email' })).toBeNull()
    expect(screen.queryAllByRole('checkbox')).toEqual([])
  })

  test('offers what the settings offer, and the confirmation [RG-41, RG-42, RG-43]', async () => {
    await openForm({}, { site: everything })
    expect(screen.getAllByRole('checkbox').map((box) => (box as HTMLInputElement).name)).toEqual([
      'hasOptedForPaperlessBilling',
      'hasOptedForPaperlessOther',
      'areMarketingEmailsAllowed',
      'paperlessConfirmText',
    ])
  })

  test('offers bills or other notices alone [RG-40, RG-41, CG-08]', async () => {
    await openForm({}, { site: aSite({ settings: { paperlessOptions: 'BILL' } }) })
    expect(checkbox('E-Billing')).toBeDefined()
    expect(screen.queryByRole('checkbox', { name: 'E-Communications' })).toBeNull()
  })

  test('has nothing to confirm where only marketing email is offered [RG-42, RG-43]', async () => {
    await openForm({}, { site: aSite({ settings: { marketingSignup: true } }) })
    expect(screen.getAllByRole('checkbox')).toEqual([checkbox('Marketing email')])
  })
})

describe('what may be entered', () => {
  test('every missing field shows its error at once, and nothing is sent [RG-44, RG-65, RG-66]', async () => {
    const { user, sent } = await openForm()
    await user.click(button(submit))
    expect(summaryLinks()).toEqual([
      'Please enter your username.',
      'Please enter a password.',
      'Please enter a confirm password.',
      'Please select an option.',
      'Please enter an answer.',
    ])
    await waitFor(() => expect(document.activeElement).toBe(field('Username')))
    expect(sent(registerLine)).toEqual([])
  })

  test('an address becomes lowercase and must be valid [RG-52]', async () => {
    const { user } = await openForm()
    await user.clear(field('Email'))
    await user.paste('Tess@Example')
    await user.tab()
    expect(field('Email').value).toBe('tess@example')
    expect(saidWith(field('Email'))).toEqual(['Please enter a valid email address.'])
  })

  test('the confirmation must repeat the address [RG-55]', async () => {
    const { user } = await openForm({}, { site: everything })
    await user.type(field('Confirm email'), 'tess@example.org')
    await user.tab()
    expect(saidWith(field('Confirm email'))).toEqual(['Email and Confirm Email does not match.'])
  })

  test('a password that does not meet the criteria is refused on leaving it [RG-57, RG-62]', async () => {
    const { user } = await openForm()
    for (const wrong of ['aB3!xyz', 'ABCDEF3!', 'abcdef3!', 'abcdeFg!', 'abcdeF12']) {
      await user.clear(secret('Password'))
      await user.type(secret('Password'), wrong)
      await user.click(field('Email'))
      await waitFor(() =>
        expect(saidWith(secret('Password')).at(-1)).toBe(
          'Password entry does not meet criteria. Password must be 8 characters and contain at least 1 lowercase character, 1 uppercase character, 1 number and 1 special character (!@#$%^&*).',
        ),
      )
      await user.clear(secret('Password'))
      await user.type(secret('Password'), 'abcdeF1!')
      await user.click(field('Email'))
      await waitFor(() => expect(secret('Password').getAttribute('aria-invalid')).toBeNull())
    }
  })

  test('a password has at most 50 characters [RG-57]', async () => {
    const { user } = await openForm()
    await user.click(secret('Password'))
    await user.paste('p'.repeat(51))
    expect(saidWith(secret('Password'))).toContain('Use up to 50 characters.')
    await user.clear(secret('Password'))
    await user.paste('p'.repeat(50))
    await user.keyboard('p')
    expect(secret('Password').value).toHaveLength(50)
    expect(saidWith(secret('Password'))).toContain('Use up to 50 characters.')
  })

  test('the confirmation must repeat the password [RG-64]', async () => {
    const { user } = await openForm()
    await user.type(secret('Password'), 'gX7#pLq2vR')
    await user.type(secret('Confirm password'), 'gX7#pLq2v')
    await user.tab()
    await user.tab()
    expect(saidWith(secret('Confirm password'))).toEqual(['Password and Confirm Password does not match.'])
  })

  test('a member who chooses paperless must confirm it [RG-68]', async () => {
    const { user, sent } = await openForm({}, { site: everything })
    await fillForm(user)
    await user.type(field('Confirm email'), 'tess.hartley@example.org')
    await user.click(checkbox('E-Communications'))
    await user.click(button(submit))
    expect(summaryLinks()).toEqual(['Please check the paperless confirmation checkbox.'])
    await user.click(checkbox('E-Communications'))
    await user.click(checkbox('E-Billing'))
    await user.click(button(submit))
    expect(summaryLinks()).toEqual(['Please check the paperless confirmation checkbox.'])
    expect(sent(registerLine)).toEqual([])
    await user.click(checkbox(/^I agree/u))
    await user.click(button(submit))
    await waitFor(() => expect(sent(registerLine)).toHaveLength(1))
  })

  test('a member who chooses marketing email alone need not confirm [RG-69]', async () => {
    const { user, sent } = await openForm({}, { site: everything })
    await fillForm(user)
    await user.type(field('Confirm email'), 'tess.hartley@example.org')
    await user.click(checkbox('Marketing email'))
    await user.click(button(submit))
    await waitFor(() => expect(sent(registerLine)).toHaveLength(1))
  })
})

describe('sending it', () => {
  test('registers with the token of the verification, and says so with a way to sign in [RG-70, RG-71, AP-27]', async () => {
    const { user, sent } = await openForm({}, { site: everything })
    await fillForm(user)
    await user.type(field('Confirm email'), 'tess.hartley@example.org')
    await user.click(checkbox('E-Billing'))
    await user.click(checkbox(/^I agree/u))
    await user.click(button(submit))
    expect(
      await screen.findByText('User has been successfully registered with email tess.hartley@example.org'),
    ).toBeDefined()
    expect(screen.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe('/login')
    expect(headersOf(sent(registerLine)[0]).get('Authorization')).toBe('Bearer registration-1')
    expect(bodyOf(sent(registerLine)[0])).toEqual({
      accountNumber: '102000101',
      memberNumber: '10020',
      loginId: 'tess.hartley',
      email: 'tess.hartley@example.org',
      password: 'gX7#pLq2vR',
      secQuestion: 'first-pet',
      secAnswer: 'Rex',
      hasOptedForPaperlessBilling: true,
      hasOptedForPaperlessOther: false,
      areMarketingEmailsAllowed: false,
      paperlessConfirmText: true,
    })
  })

  test('the five states follow in their order [RG-02, RG-04]', async () => {
    const { user } = await openForm()
    await fillForm(user)
    await user.click(button(submit))
    await expect.poll(() => document.activeElement).toBe(await heading('You are registered'))
    expect(screen.queryByRole('button', { name: 'Back' })).toBeNull()
  })

  test("the server's refusal of a field shows at the field and focuses it", async () => {
    const message = 'This password is too easy to guess.'
    const { user, answers } = await openForm({
      [registerLine]: aProblem(400, message, [{ code: 'password-common', field: 'password', message }]),
    })
    await fillForm(user)
    await user.click(button(submit))
    await waitFor(() => expect(saidWith(secret('Password')).at(-1)).toBe(message))
    expect(summaryLinks()).toEqual([message])
    await waitFor(() => expect(document.activeElement).toBe(secret('Password')))

    answers[registerLine] = { message: 'Registered.' }
    await user.type(secret('Password'), 'x')
    await user.type(secret('Confirm password'), 'x')
    await user.click(button(submit))
    await heading('You are registered')
  })

  test('asks for the code that was sent to another address, and sends it with the form [REQ-D-309]', async () => {
    const message = 'Enter the code that we sent to your email address.'
    const asks = aProblem(400, message, [{ code: 'email-code-sent', field: 'emailCode', message }])
    const { user, answers, sent } = await openForm({ [registerLine]: asks })
    await fillForm(user)
    expect(screen.queryByLabelText('Email verification code')).toBeNull()
    await user.click(button(submit))
    await waitFor(() => expect(document.activeElement).toBe(field('Email verification code')))
    await user.click(button('Send a new code'))
    await waitFor(() => expect(sent(registerLine)).toHaveLength(2))
    for (const call of sent(registerLine)) expect(bodyOf(call)).not.toHaveProperty('emailCode')

    answers[registerLine] = { message: 'Registered.' }
    await user.type(field('Email verification code'), '123456')
    await user.click(button(submit))
    await heading('You are registered')
    expect(bodyOf(sent(registerLine)[2])).toMatchObject({ emailCode: '123456' })
  })

  test('forgets the code when the address is changed after it [REQ-D-309]', async () => {
    const message = 'Enter the code that we sent to your email address.'
    const asks = aProblem(400, message, [{ code: 'email-code-sent', field: 'emailCode', message }])
    const { user } = await openForm({ [registerLine]: asks })
    await fillForm(user)
    await user.click(button(submit))
    await user.type(await screen.findByLabelText('Email verification code'), '123456')
    await user.type(field('Email'), 'x')
    expect(field('Email verification code').value).toBe('')
  })

  test('a username taken in the meantime shows an error at its field [RG-51]', async () => {
    const message = 'The username has already been registered.'
    const { user } = await openForm({ [registerLine]: aProblem(409, message, [{ code: 'username-taken', message }]) })
    await fillForm(user)
    await user.click(button(submit))
    await waitFor(() => expect(saidWith(field('Username')).at(-1)).toBe(message))
  })

  test('any other refusal shows above the form, which keeps what was typed [RG-30]', async () => {
    const message = 'This account is already registered online.'
    const { user } = await openForm({
      [registerLine]: aProblem(409, message, [{ code: 'already-registered', message }]),
    })
    await fillForm(user)
    await user.click(button(submit))
    expect((await screen.findByRole('alert')).textContent).toBe(message)
    expect(field('Username').value).toBe('tess.hartley')
    expect(secret('Password').value).toBe('gX7#pLq2vR')
  })

  test('after the verification expires, a new code leads back to the form, without the passwords', async () => {
    const { user, answers } = await openForm({ [registerLine]: aProblem(401) })
    await fillForm(user)
    await user.click(button(submit))
    expect((await screen.findByRole('alert')).textContent).toContain('Send a new code to continue.')
    answers[verifyCodeLine] = aVerified({ registrationToken: 'registration-2' })
    await user.click(button('Send'))
    await heading('Enter Verification Code')
    await user.type(field('Verification code'), '654321{Enter}')
    await heading(submit)
    expect(field('Username').value).toBe('tess.hartley')
    expect(field('Security answer').value).toBe('Rex')
    expect(question().value).toBe('first-pet')
    expect(secret('Password').value).toBe('')
  })
})

test('Back leads to the verified code, and Continue back to what was typed [RG-04]', async () => {
  const { user, sent } = await openForm()
  await fillForm(user)
  await user.click(button('Back'))
  await heading('Enter Verification Code')
  expect(screen.getByText('Account verification is successful.')).toBeDefined()
  await user.click(button('Continue'))
  await heading(submit)
  expect(field('Username').value).toBe('tess.hartley')
  expect(sent(sendLine)).toHaveLength(1)
  expect(sent(verifyCodeLine)).toHaveLength(1)
})
