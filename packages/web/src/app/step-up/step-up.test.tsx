import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aProblem } from '../../test-support/answers.ts'
import { aSite } from '../../test-support/a-site.ts'
import { aSetUp, qrCodeLine, stepUpLine } from '../../test-support/my-profile-answers.ts'
import { openProfile, proofWanted, refusal } from '../../test-support/open-my-profile.tsx'
import { bodyOf, headersOf } from '../../test-support/open-quick-pay.tsx'
import { storedUser } from '../../test-support/render-portal.tsx'
import { storedMember } from '../../test-support/sign-in-answers.ts'

const renewed = { accessToken: 'access-2', expireInMinutes: 15 }
const withApp = { ...storedMember, memberMfaEnabled: true }
const path = '/my-profile?tab=mfa'
const title = 'Confirm your identity'

/** A call that needs a fresh proof: once the member gives it, the service answers. */
async function openQuestion(
  answers: Record<string, unknown> = {},
  session = storedMember,
  allowPasswordPasting = true,
) {
  const page = await openProfile(
    {
      [qrCodeLine]: proofWanted(),
      'GET /v3/members/M1001/mfa': { mfaEnabled: session.memberMfaEnabled, recoveryCodesLeft: 10 },
      ...answers,
    },
    { session, path, site: aSite({ features: ['MfaEnabled'], settings: { allowPasswordPasting } }) },
  )
  await page.user.click(await screen.findByRole('button', { name: /Set Up Now|Change App/u }))
  const dialog = within(await screen.findByRole('dialog', { name: title }))
  const password = dialog.getByLabelText<HTMLInputElement>('Password')
  return { ...page, dialog, password }
}

test('a call that needs a fresh proof asks for the password, and is made again with the new token', async () => {
  const { user, answers, sent, password } = await openQuestion()
  expect(document.activeElement).toBe(password)
  expect(password.autocomplete).toBe('current-password')
  expect(screen.queryByRole('textbox', { name: 'Verification code' })).toBeNull()

  answers[stepUpLine] = renewed
  answers[qrCodeLine] = aSetUp()
  await user.type(password, 'Blue-Lantern7{Enter}')
  expect(await screen.findByRole('heading', { name: 'Set up your authenticator app' })).toBeDefined()
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(bodyOf(sent(stepUpLine)[0])).toEqual({ password: 'Blue-Lantern7' })
  expect(sent(qrCodeLine).map((call) => headersOf(call).get('authorization'))).toEqual([
    'Bearer access-1',
    'Bearer access-2',
  ])
  expect(storedUser()).toEqual({ ...storedMember, accessToken: 'access-2' })
})

test.each([true, false])(
  'a password can be pasted only where the cooperative allows it: %s [CF-08]',
  async (allowed) => {
    const { user, password } = await openQuestion({}, storedMember, allowed)
    await user.click(password)
    await user.paste('Blue-Lantern7')
    expect(password.value).toBe(allowed ? 'Blue-Lantern7' : '')
  },
)

test('canceling changes nothing: no error, no token, no confirmation call', async () => {
  const { user, dialog, sent } = await openQuestion()
  await user.click(dialog.getAllByRole('button', { name: 'Cancel' })[0] as HTMLElement)
  expect(screen.queryByRole('dialog')).toBeNull()
  const begin = screen.getByRole('button', { name: 'Set Up Now' })
  await waitFor(() => expect(begin.getAttribute('aria-disabled')).toBeNull())
  expect(document.activeElement).toBe(begin)
  expect(screen.queryByRole('alert')).toBeNull()
  expect(sent(stepUpLine)).toEqual([])
  expect(sent(qrCodeLine)).toHaveLength(1)
  expect(storedUser()).toEqual(storedMember)

  await user.click(begin)
  expect(await screen.findByRole('dialog', { name: title })).toBeDefined()
})

test('a member with an app gives a code, too', async () => {
  const { user, answers, sent, dialog, password } = await openQuestion({}, withApp)
  answers[stepUpLine] = renewed
  answers[qrCodeLine] = aSetUp()
  await user.type(password, 'Blue-Lantern7')
  await user.click(dialog.getByRole('button', { name: 'Confirm' }))
  expect(dialog.getByText('Enter all 6 digits.')).toBeDefined()
  expect(sent(stepUpLine)).toEqual([])
  await user.type(dialog.getByRole('textbox', { name: 'Verification code' }), '012345')
  await user.click(dialog.getByRole('button', { name: 'Confirm' }))
  await screen.findByRole('heading', { name: 'Change your authenticator app' })
  expect(bodyOf(sent(stepUpLine)[0])).toEqual({ password: 'Blue-Lantern7', code: '012345' })
})

test('without the phone a recovery code does', async () => {
  const { user, answers, sent, dialog, password } = await openQuestion({}, withApp)
  answers[stepUpLine] = renewed
  answers[qrCodeLine] = aSetUp()
  await user.type(password, 'Blue-Lantern7')
  await user.click(dialog.getByRole('button', { name: 'Use a recovery code' }))
  await user.type(dialog.getByRole('textbox', { name: 'Recovery code' }), 'abcde-fghij')
  await user.click(dialog.getByRole('button', { name: 'Confirm' }))
  await waitFor(() => expect(bodyOf(sent(stepUpLine)[0])).toMatchObject({ code: 'abcde-fghij' }))
})

test('an app that was set up elsewhere is asked for once the service misses its code', async () => {
  const wrong = refusal('wrong-code', 'The code is incorrect. Please try again.')
  const { user, dialog, password } = await openQuestion({ [stepUpLine]: wrong })
  await user.type(password, 'Blue-Lantern7{Enter}')
  expect(await dialog.findByRole('textbox', { name: 'Verification code' })).toBeDefined()
})

test('a wrong password shows in the dialog, and its field has the focus', async () => {
  const wrong = refusal('wrong-password', 'The password does not match our records. Try again.')
  const { user, dialog, password, sent } = await openQuestion({ [stepUpLine]: wrong })
  await user.type(password, 'wrong{Enter}')
  expect((await dialog.findByRole('alert')).textContent).toBe('The password does not match our records. Try again.')
  expect(document.activeElement).toBe(password)
  expect(sent(qrCodeLine)).toHaveLength(1)
  expect(storedUser()).toEqual(storedMember)
})

test('without a password nothing is sent, and the field shows what is missing', async () => {
  const { user, dialog, sent } = await openQuestion()
  await user.click(dialog.getByRole('button', { name: 'Confirm' }))
  expect(dialog.getByText('Please enter your password.')).toBeDefined()
  expect(sent(stepUpLine)).toEqual([])
})

test('a session that has ended leads to sign in, without the dialog', async () => {
  const { user, password, address } = await openQuestion({ [stepUpLine]: aProblem(401) })
  await user.type(password, 'Blue-Lantern7{Enter}')
  await waitFor(() => expect(address()).toBe('/login?sessionTimeOut=true&returnUrl=%2Fmy-profile%3Ftab%3Dmfa'))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(storedUser()).toBeNull()
})

test('another refusal opens no dialog', async () => {
  const { user } = await openProfile({ [qrCodeLine]: aProblem(403, 'Not offered.') }, { path })
  await user.click(await screen.findByRole('button', { name: 'Set Up Now' }))
  expect((await screen.findByRole('alert')).textContent).toBe('Not offered.')
  expect(screen.queryByRole('dialog')).toBeNull()
})
