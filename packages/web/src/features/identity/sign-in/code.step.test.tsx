import { act, screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { aProblem } from '../../../test-support/answers.ts'
import {
  codeField,
  giveCredentials,
  onOverview,
  openCodeStep,
  openLogin,
  password,
  press,
  username,
} from '../../../test-support/open-login.tsx'
import { bodyOf, headersOf } from '../../../test-support/open-quick-pay.tsx'
import { storedUser } from '../../../test-support/render-portal.tsx'
import { accountsLine, codeLine, endLine, loginLine, storedMember } from '../../../test-support/sign-in-answers.ts'
import { theMember } from '../../../test-support/their-account.ts'

const verify = () => screen.getByRole('button', { name: 'Verify' })
const refusal = (code: string, message: string) => aProblem(400, '', [{ code, message }])
const wrongCode = refusal('wrong-code', 'The code is incorrect. Please try again.')
const answered = { [codeLine]: theMember.withSecondStep().toLogin() }

describe('the second step', () => {
  test('follows when the answer requires it, and no one is signed in yet [LG-23, LG-05]', async () => {
    const { address, sent } = await openCodeStep()
    expect(codeField()).toBeDefined()
    expect(address()).toBe('/login')
    expect(sent(accountsLine)).toEqual([])
    expect(screen.queryByRole('button', { name: 'Sign Out' })).toBeNull()
  })

  test('follows for a member with MFA and no token, with any other fields in the answer [LG-23]', async () => {
    await openCodeStep({ [loginLine]: { ...theMember.toCodeWanted(), mfaAuthenticateModel: null } })
    expect(codeField()).toBeDefined()
  })

  test('locks the username [MF-01]', async () => {
    const { user } = await openCodeStep()
    expect(username().readOnly).toBe(true)
    await user.type(username(), 'x')
    expect(username().value).toBe('ada.lindqvist')
  })

  test('hides the password [MF-02]', async () => {
    await openCodeStep()
    expect(screen.queryByLabelText('Password')).toBeNull()
    expect(screen.getByRole('main').querySelector('input[type="password"]')).toBeNull()
  })

  test('is kept as pending: a stored user without a token [SH-62]', async () => {
    await openCodeStep()
    expect(storedUser()).toEqual({ accessToken: '', memberNumber: '', memberMfaEnabled: true })
  })

  test('begins in the field for the code, which phones fill in', async () => {
    await openCodeStep()
    await waitFor(() => expect(document.activeElement).toBe(codeField()))
    expect(codeField().autocomplete).toBe('one-time-code')
    expect(codeField().inputMode).toBe('numeric')
  })
})

describe('the code', () => {
  test('takes 6 digits and nothing else [MF-03]', async () => {
    const { user } = await openCodeStep()
    await user.type(codeField(), '12a 34567')
    expect(codeField().value).toBe('123456')
  })

  test('can be pasted with a blank in it [MF-03]', async () => {
    const { user } = await openCodeStep()
    await user.click(codeField())
    await user.paste('123 456')
    expect(codeField().value).toBe('123456')
  })

  test('Verify sends nothing with 0 to 5 digits and says why, and is ready with 6 [MF-04]', async () => {
    const { user, sent } = await openCodeStep(answered)
    for (const digit of ['', '1', '2', '3', '4', '5']) {
      if (digit !== '') await user.type(codeField(), digit)
      expect(verify().getAttribute('aria-disabled'), codeField().value).toBe('true')
      await user.click(verify())
      await user.type(codeField(), '{Enter}')
    }
    expect(screen.getByText('Enter all 6 digits.')).toBeDefined()
    expect(sent(codeLine)).toEqual([])
    await user.type(codeField(), '6')
    expect(verify().getAttribute('aria-disabled')).toBeNull()
    await user.click(verify())
    expect(sent(codeLine)).toHaveLength(1)
  })

  test('is sent with userName, token, encryptedMember and encryptedUserName [MF-06]', async () => {
    const { user, sent } = await openCodeStep(answered)
    await user.type(codeField(), '012345{Enter}')
    await onOverview()
    expect(bodyOf(sent(codeLine)[0])).toEqual({
      userName: 'ada.lindqvist',
      token: '012345',
      encryptedMember: 'em-1',
      encryptedUserName: 'eu-1',
    })
  })

  test('when it is right, the accounts are loaded and the overview opens [MF-07]', async () => {
    const { user, sent, address } = await openCodeStep(answered)
    await user.type(codeField(), '012345')
    await user.click(verify())
    expect(await onOverview()).toBeDefined()
    expect(address()).toBe('/accountoverview')
    expect(headersOf(sent(accountsLine)[0]).get('authorization')).toBe('Bearer access-1')
    expect(storedUser()).toEqual({ ...storedMember, memberMfaEnabled: true })
  })

  test('when it is right, returnUrl is followed as without a code [MF-07]', async () => {
    const { user, address } = await openCodeStep(answered, { path: '/login?returnUrl=%2Fpayment-options' })
    await user.type(codeField(), '012345{Enter}')
    await waitFor(() => expect(address()).toBe('/payment-options'))
  })

  test('a member without an account is logged out after the code, too [LG-25]', async () => {
    const { user } = await openCodeStep({
      ...answered,
      [accountsLine]: { results: [], totalRecords: 0 },
      [endLine]: { ended: 1 },
    })
    await user.type(codeField(), '012345{Enter}')
    expect((await screen.findByRole('alert')).textContent).toBe('No valid account found. You have been logged out.')
    expect(storedUser()).toBeNull()
  })

  test('a wrong code shows an alert, clears the field and focuses it', async () => {
    const { user } = await openCodeStep({ [codeLine]: wrongCode })
    await user.type(codeField(), '999999{Enter}')
    expect((await screen.findByRole('alert')).textContent).toBe('The code is incorrect. Please try again.')
    expect(codeField().value).toBe('')
    expect(document.activeElement).toBe(codeField())
  })

  test('an expired code restarts the sign-in with the password', async () => {
    const { user } = await openCodeStep({ [codeLine]: refusal('second-step-over', 'Please sign in again.') })
    await user.type(codeField(), '012345{Enter}')
    expect((await screen.findByRole('alert')).textContent).toBe('Please sign in again.')
    expect(username().value).toBe('ada.lindqvist')
    expect(password().value).toBe('')
    expect(storedUser()).toBeNull()
  })
})

describe('a recovery code', () => {
  const recoveryField = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Recovery code' })

  test('replaces the code and is sent as token', async () => {
    const { user, sent } = await openCodeStep(answered)
    await press(user, 'Use a recovery code')
    await user.type(recoveryField(), 'abcde')
    expect(verify().getAttribute('aria-disabled')).toBe('true')
    expect(screen.getByText('Enter the whole recovery code.')).toBeDefined()
    await user.type(recoveryField(), '-fghij{Enter}')
    await onOverview()
    expect(bodyOf(sent(codeLine)[0])).toMatchObject({ token: 'abcde-fghij' })
  })

  test('may be pasted in capitals, with blanks, or without its line', async () => {
    const { user, sent } = await openCodeStep({ [codeLine]: wrongCode })
    await press(user, 'Use a recovery code')
    for (const typed of [' ABCDE - FGHIJ ', 'abcdefghij']) {
      await user.click(recoveryField())
      await user.paste(typed)
      await user.click(verify())
      await screen.findByRole('alert')
      await waitFor(() => expect(recoveryField().value).toBe(''))
    }
    expect(sent(codeLine).map((call) => bodyOf(call))).toMatchObject([
      { token: 'abcde-fghij' },
      { token: 'abcde-fghij' },
    ])
  })

  test('offers a way back to the app', async () => {
    const { user } = await openCodeStep()
    await press(user, 'Use a recovery code')
    await press(user, 'Use the authenticator app')
    expect(document.activeElement).toBe(codeField())
  })
})

describe('Back', () => {
  test('returns to the form: the username is kept and can be changed, the password and the alert are gone [MF-05]', async () => {
    const { user } = await openCodeStep({ [codeLine]: wrongCode })
    await user.type(codeField(), '999999{Enter}')
    await screen.findByRole('alert')
    await press(user, 'Back')
    expect(username().value).toBe('ada.lindqvist')
    expect(username().readOnly).toBe(false)
    expect(document.activeElement).toBe(username())
    expect(password().value).toBe('')
    expect(screen.queryByRole('alert')).toBeNull()
    expect(storedUser()).toBeNull()
  })

  test('while a code is being checked drops it: its answer signs no one in, and the form is free [MF-05]', async () => {
    const checking = Promise.withResolvers<unknown>()
    const { user, answers } = await openCodeStep({ [codeLine]: checking.promise })
    await user.type(codeField(), '012345{Enter}')
    await press(user, 'Back')
    const signIn = screen.getByRole('button', { name: 'Sign In' })
    expect(signIn.getAttribute('data-busy')).toBe('false')
    await act(async () => checking.resolve(answered[codeLine]))
    expect(username().readOnly).toBe(false)
    expect(storedUser()).toBeNull()
    answers[loginLine] = theMember.toLogin()
    await user.type(password(), 'Blue-Lantern7{Enter}')
    await onOverview()
  })

  test('the next member begins with an empty code after Back [MF-05]', async () => {
    const { user, answers, sent } = await openCodeStep(answered)
    await user.type(codeField(), '123')
    await press(user, 'Back')
    answers[loginLine] = {
      ...theMember.toCodeWanted(),
      mfaAuthenticateModel: { encryptedMember: 'em-2', encryptedUserName: 'eu-2' },
    }
    await user.clear(username())
    await user.type(username(), 'sam.whitfield')
    await user.type(password(), 'x{Enter}')
    await screen.findByRole('textbox', { name: 'Verification code' })
    expect(codeField().value).toBe('')
    expect(username().value).toBe('sam.whitfield')
    await user.type(codeField(), '012345{Enter}')
    await onOverview()
    expect(bodyOf(sent(codeLine)[0])).toMatchObject({ userName: 'sam.whitfield', encryptedMember: 'em-2' })
  })
})

test('does not resume a second step after its tab was closed', async () => {
  await openLogin({}, { session: JSON.stringify({ accessToken: '', memberNumber: '', memberMfaEnabled: true }) })
  expect(storedUser()).toBeNull()
  expect(username().readOnly).toBe(false)
})

test('everything is in Spanish', async () => {
  const { user } = await openLogin({ [loginLine]: theMember.toCodeWanted() }, { language: 'es' })
  await user.type(screen.getByRole('textbox', { name: 'Nombre de usuario' }), 'ada')
  await user.type(screen.getByLabelText('Contraseña'), 'x{Enter}')
  expect(await screen.findByRole('textbox', { name: 'Código de verificación' })).toBeDefined()
  expect(screen.getByRole('button', { name: 'Verificar' })).toBeDefined()
})

test('a wrong password before the second step does not open it', async () => {
  const { user } = await openLogin({ [loginLine]: refusal('wrong-credentials', 'No match.') })
  await giveCredentials(user)
  await screen.findByRole('alert')
  expect(screen.queryByRole('textbox', { name: 'Verification code' })).toBeNull()
})
