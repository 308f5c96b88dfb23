import type { MemberUpdate } from '@coopline/contract/accounts/my-profile/my-profile.contract'
import { act, screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { aProblem } from '../../../test-support/answers.ts'
import { aSite } from '../../../test-support/a-site.ts'
import {
  autopaymentsLine,
  detailsLine,
  memberDetails,
  updateLine,
  usernameLine,
} from '../../../test-support/my-profile-answers.ts'
import { openProfile, pressed } from '../../../test-support/open-my-profile.tsx'
import { bodyOf } from '../../../test-support/open-quick-pay.tsx'

const site = aSite({
  features: ['StoredPaymentDataEnabled', 'PaperlessAccountEnabled'],
  settings: { passkeysEnabled: false },
})
const saved = { message: 'Your profile has been updated.' }
const open = async (answers: Record<string, unknown> = {}) => {
  const page = await openProfile({ [updateLine]: saved, ...answers }, { site })
  await screen.findByRole('button', { name: 'Submit All' })
  return page
}
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name)
const box = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name })
const retype = async (user: UserEvent, name: string, text: string) => {
  await user.clear(field(name))
  await user.type(field(name), text)
}
const submit = async (user: UserEvent) => pressed(user, 'Submit All')
const taken = 'The username has already been registered.'
const conflict = aProblem(409, taken, [{ code: 'username-taken', message: taken }])
const summary = () => within(screen.getByRole('alert', { name: 'There is a problem' }))

describe('what is sent', () => {
  test('one request sends every field, changed or not [MP-15, MP-16, MP-17]', async () => {
    const { user, sent } = await open()
    await user.click(box('Email me about my payments'))
    await user.click(box('Email me about my service orders'))
    await user.click(box('Keep my phone number unlisted'))
    await submit(user)
    await waitFor(() => expect(sent(updateLine)).toHaveLength(1))
    const account = (accountNumber: string) => ({
      accountNumber,
      isEmail: false,
      isPaperless: false,
      isPaperlessOther: false,
    })
    const roundUp = (accountNumber: string) => ({ accountNumber, isRoundup: false, amount: null, expiration: null })
    expect(bodyOf(sent(updateLine)[0])).toEqual({
      memberNumber: 'M1001',
      loginId: 'ada.lindqvist',
      userName: 'ada.lindqvist@example.org',
      currentPassword: '',
      password: '',
      securityQuestionId: 'first-pet',
      securityQuestionAnswer: '',
      removeStoredCreditData: false,
      removeStoredBankData: false,
      receivePaymentEmail: true,
      receiveServiceOrderEmail: true,
      canMaskPhone: true,
      isPaperlessBilling: false,
      isPaperlessOther: false,
      annualMarketingElectricKit: false,
      isMarketEmail: false,
      paperlessConfirmText: false,
      paperlessAccounts: [account('100100101'), account('100100102')],
      roundupAccounts: [roundUp('100100101'), roundUp('100100102')],
    } satisfies MemberUpdate)
  })

  test('asks for the code that was sent to a new email address, and sends it with the form [REQ-D-309]', async () => {
    const message = 'Enter the code that we sent to your email address.'
    const asks = aProblem(400, message, [{ code: 'email-code-sent', field: 'emailCode', message }])
    const { user, sent, answers } = await open({ [updateLine]: asks })
    await retype(user, 'Email', 'ada@example.org')
    await user.type(field('Current password'), 'Harvest!2026')
    await submit(user)
    await waitFor(() => expect(document.activeElement).toBe(field('Email verification code')))
    answers[updateLine] = saved
    await user.type(field('Email verification code'), '123456')
    await submit(user)
    await screen.findByText(saved.message)
    expect(bodyOf(sent(updateLine)[1])).toMatchObject({ userName: 'ada@example.org', emailCode: '123456' })
  })

  test('shows the cooperative’s sentence and reloads what was saved [MP-10, AC-21]', async () => {
    const { user, sent, answers } = await open({ [updateLine]: { message: 'All of it is saved.' } })
    answers[detailsLine] = memberDetails({ phoneNumberMask: true })
    await submit(user)
    await screen.findByText('All of it is saved.')
    await waitFor(() => expect(box('Keep my phone number unlisted').checked).toBe(true))
    expect(sent(detailsLine)).toHaveLength(2)
  })

  test('when loading it again fails, the next save does not undo the first, and holds no secret [MP-10]', async () => {
    const { user, sent, answers } = await open()
    await user.click(box('Email me about my payments'))
    await user.type(field('Password'), 'Harvest$Moon7')
    await user.type(field('Confirm password'), 'Harvest$Moon7')
    await user.type(field('Current password'), 'Prairie!2026')
    answers[detailsLine] = aProblem(500)
    await submit(user)
    await screen.findByText(saved.message)
    await screen.findByRole('button', { name: 'Try again' })
    expect(screen.getByText(saved.message)).toBeDefined()
    expect(screen.getByRole('alert').textContent).toContain('What you see may be out of date.')
    expect(box('Email me about my payments').checked).toBe(true)
    expect(field('Password').value).toBe('')
    await submit(user)
    await waitFor(() => expect(sent(updateLine)).toHaveLength(2))
    expect(bodyOf(sent(updateLine)[1])).toMatchObject({ receivePaymentEmail: true, password: '', currentPassword: '' })
  })

  test('a username that cannot be checked shows an alert above the form, and the focus stays in the next field', async () => {
    const { user } = await open({ [usernameLine('ada.of.prairie')]: aProblem(500) })
    await retype(user, 'Username', 'ada.of.prairie')
    await user.tab()
    const next = document.activeElement
    await screen.findByText(/^We are unable to process your request/)
    expect(next).toBeInstanceOf(HTMLInputElement)
    expect(document.activeElement).toBe(next)
  })

  test('two presses in one React batch send one request', async () => {
    const { sent } = await open()
    const button = screen.getByRole('button', { name: 'Submit All' })
    act(() => {
      button.click()
      button.click()
    })
    await screen.findByText(saved.message)
    expect(sent(updateLine)).toHaveLength(1)
  })

  test('text that is typed during a save and reload stays', async () => {
    const [saving, loading] = [Promise.withResolvers<unknown>(), Promise.withResolvers<unknown>()]
    const { user, answers } = await open({ [updateLine]: saving.promise })
    answers[detailsLine] = loading.promise
    await submit(user)
    await user.click(box('Email me about my payments'))
    saving.resolve(saved)
    await screen.findByText(saved.message)
    await user.click(box('Email me about my service orders'))
    loading.resolve(memberDetails({ phoneNumberMask: true }))
    await waitFor(() => expect(box('Keep my phone number unlisted').checked).toBe(true))
    expect(box('Email me about my payments').checked).toBe(true)
    expect(box('Email me about my service orders').checked).toBe(true)
  })

  test('e-mail, username and security question can be changed, and need the current password [MP-11, MP-12, MP-13]', async () => {
    const { user, sent } = await open({ [usernameLine('ada.of.prairie')]: { available: true } })
    expect(screen.queryByLabelText('Current password')).toBeNull()
    await retype(user, 'Email', 'ada@example.org')
    await retype(user, 'Username', 'ada.of.prairie')
    await user.selectOptions(screen.getByRole('combobox', { name: 'Security question' }), 'first-car')
    await user.type(field('Answer'), 'Volvo')
    await submit(user)
    expect(
      summary()
        .getAllByRole('link')
        .map(({ textContent }) => textContent),
    ).toEqual(['Enter your current password.'])
    await user.type(field('Current password'), 'Prairie!2026')
    await submit(user)
    await waitFor(() => expect(sent(updateLine)).toHaveLength(1))
    expect(bodyOf(sent(updateLine)[0])).toMatchObject({
      userName: 'ada@example.org',
      loginId: 'ada.of.prairie',
      currentPassword: 'Prairie!2026',
      securityQuestionId: 'first-car',
      securityQuestionAnswer: 'Volvo',
    })
  })

  test('an email address that is not valid shows an error at its field and is not sent [MP-24]', async () => {
    const { user, sent } = await open()
    await retype(user, 'Email', 'ada@')
    await user.type(field('Current password'), 'Prairie!2026')
    await submit(user)
    summary().getByText('Please enter a valid email address.')
    expect(document.activeElement).toBe(field('Email'))
    expect(sent(updateLine)).toEqual([])
  })

  test('a confirmation without a new password shows an error and is not sent [MP-28]', async () => {
    const { user, sent } = await open()
    await user.type(field('Confirm password'), 'Harvest$Moon7')
    await submit(user)
    summary().getByText('Please enter a password.')
    expect(sent(updateLine)).toEqual([])
  })

  test('a new password is given twice [MP-14]', async () => {
    const { user, sent } = await open()
    await user.type(field('Password'), 'Harvest$Moon7')
    await user.type(field('Confirm password'), 'Harvest$Moon8')
    await user.type(field('Current password'), 'Prairie!2026')
    await submit(user)
    summary().getByText('Password and Confirm Password does not match.')
    await retype(user, 'Confirm password', 'Harvest$Moon7')
    await submit(user)
    await waitFor(() => expect(sent(updateLine)).toHaveLength(1))
    expect(bodyOf(sent(updateLine)[0])).toMatchObject({ password: 'Harvest$Moon7' })
    expect(bodyOf(sent(updateLine)[0])).not.toHaveProperty('cnfpassword')
  })

  test('pasting a password is a matter of the site’s setting [MP-32]', async () => {
    const { user } = await openProfile(
      {},
      { site: aSite({ settings: { passkeysEnabled: false, allowPasswordPasting: false } }) },
    )
    await user.click(await screen.findByLabelText('Password'))
    await user.paste('Harvest$Moon7')
    expect(field('Password').value).toBe('')
  })
})

describe('the username', () => {
  test('a valid new name is looked up when the field loses the focus; an available one has a green check [MP-39, MP-41]', async () => {
    const { user, sent } = await open({ [usernameLine('ada.of.prairie')]: { available: true } })
    await user.click(field('Username'))
    await user.tab()
    expect(sent(usernameLine('ada.lindqvist'))).toEqual([])
    await retype(user, 'Username', 'ada.of.prairie')
    expect(sent(usernameLine('ada.of.prairie'))).toEqual([])
    await user.tab()
    const verdict = await screen.findByText('This username is available.')
    expect(verdict.parentElement?.querySelector('[data-icon="check"]')).not.toBeNull()
  })

  test('a taken name shows a red cross and the sentence, and is not sent [MP-40]', async () => {
    const { user, sent } = await open({ [usernameLine('ben.ortega')]: conflict })
    await retype(user, 'Username', 'ben.ortega')
    await user.tab()
    const verdict = await screen.findByText('Not available')
    expect(verdict.parentElement?.querySelector('[data-icon="close"]')).not.toBeNull()
    expect(screen.getByText(taken)).toBeDefined()
    await user.type(field('Current password'), 'Prairie!2026')
    await submit(user)
    summary().getByText(taken)
    expect(sent(updateLine)).toEqual([])
  })

  test('a failed look-up shows an alert above the form and does not mark the name as taken', async () => {
    const { user } = await open({ [usernameLine('ada.of.prairie')]: aProblem(500) })
    await retype(user, 'Username', 'ada.of.prairie')
    await user.tab()
    await screen.findByText('We are unable to process your request at this time. Please try again later.')
    expect(screen.queryByText(taken)).toBeNull()
  })
})

describe('refusals of the service', () => {
  test('a wrong current password shows an error at its field and focuses it', async () => {
    const message = 'The password does not match our records. Try again.'
    const { user } = await open({
      [usernameLine('ada.of.prairie')]: { available: true },
      [updateLine]: aProblem(400, message, [{ code: 'current-password-wrong', field: 'currentPassword', message }]),
    })
    await retype(user, 'Username', 'ada.of.prairie')
    await user.type(field('Current password'), 'Prairie!2025')
    await submit(user)
    await waitFor(() => expect(summary().getByText(message)).toBeDefined())
    expect(document.activeElement).toBe(field('Current password'))
    expect(field('Username').value).toBe('ada.of.prairie')
    await user.type(field('Current password'), '!')
    expect(field('Current password').getAttribute('aria-invalid')).toBeNull()
  })

  test('an error that belongs to no field shows above the tabs', async () => {
    const { user } = await open({ [updateLine]: aProblem(500) })
    await submit(user)
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toBe('We are unable to process your request at this time. Please try again later.')
    expect(alert.compareDocumentPosition(screen.getByRole('tablist'))).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  })
})

describe('stored payment data', () => {
  const stored = { [detailsLine]: memberDetails({ paymentTypes: ['Check', 'Credit'] }) }

  test('stored methods can be marked for removal [CG-26, MP-18, MP-19]', async () => {
    const { user, sent } = await open(stored)
    await user.click(await screen.findByRole('checkbox', { name: 'Remove my saved card' }))
    await user.click(box('Remove my saved bank account'))
    await submit(user)
    await waitFor(() => expect(sent(updateLine)).toHaveLength(1))
    expect(bodyOf(sent(updateLine)[0])).toMatchObject({ removeStoredCreditData: true, removeStoredBankData: true })
  })

  test('cannot be removed while an active payment setup exists, and the page says why [MP-20]', async () => {
    await open({
      ...stored,
      [autopaymentsLine]: { autopayments: [{ accountNumber: '100100101', paymentMethod: 'CHARGE' }] },
    })
    await screen.findByText('Update not allowed. Active Payment setup exists.')
    expect(box('Remove my saved card').disabled).toBe(true)
    expect(box('Remove my saved bank account').disabled).toBe(false)
  })

  test('where the cooperative stores nothing, nothing is offered or asked [CG-26]', async () => {
    const { sent } = await openProfile(stored, { site: aSite({ settings: { passkeysEnabled: false } }) })
    await screen.findByRole('button', { name: 'Submit All' })
    expect(screen.queryByText('Saved payment methods')).toBeNull()
    expect(sent(autopaymentsLine)).toEqual([])
  })
})
