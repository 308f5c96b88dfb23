import { act, screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import { aProblem } from '../../../test-support/answers.ts'
import {
  activated,
  activateLine,
  aSetUp,
  newCodesLine,
  notActivated,
  qrCodeLine,
  removeAppLine,
  statusLine,
  tenCodes,
} from '../../../test-support/my-profile-answers.ts'
import { openProfile, pressed, refusal } from '../../../test-support/open-my-profile.tsx'
import { bodyOf } from '../../../test-support/open-quick-pay.tsx'
import { storedUser } from '../../../test-support/render-portal.tsx'
import { storedMember } from '../../../test-support/sign-in-answers.ts'

const active = { mfaEnabled: true, recoveryCodesLeft: 10 }
const withApp = { ...storedMember, memberMfaEnabled: true }
const button = (name: string) => screen.queryByRole('button', { name })
const codeField = () => screen.getByRole<HTMLInputElement>('textbox', { name: '6-digit code' })
const activateButton = () => screen.getByRole('button', { name: 'Verify Code and Activate' })

const openApp: typeof openProfile = async (answers, options) =>
  openProfile(answers, { path: '/my-profile?tab=mfa', ...options })

async function openSetUp(answers: Record<string, unknown> = {}, wasActive = false) {
  const page = await openApp(
    {
      [statusLine]: wasActive ? active : { mfaEnabled: false, recoveryCodesLeft: 0 },
      [qrCodeLine]: aSetUp(),
      ...answers,
    },
    wasActive ? { session: withApp } : {},
  )
  await page.user.click(await screen.findByRole('button', { name: wasActive ? 'Change App' : 'Set Up Now' }))
  await screen.findByRole('button', { name: 'Verify Code and Activate' })
  return page
}

async function openRemoval(answers: Record<string, unknown> = {}) {
  const page = await openApp({ [statusLine]: active, ...answers }, { session: withApp })
  await page.user.click(await screen.findByRole('button', { name: 'Remove App' }))
  return { ...page, dialog: within(screen.getByRole('dialog', { name: 'Remove App' })) }
}

async function seeCodes(user: UserEvent) {
  await user.type(codeField(), '012345{Enter}')
  return within(await screen.findByRole('list', { name: 'Your recovery codes' }))
}

describe('the panel', () => {
  test('disabled, it shows Set Up Now and nothing to change or remove [MA-01, MA-08]', async () => {
    await openApp()
    expect(await screen.findByRole('button', { name: 'Set Up Now' })).toBeDefined()
    expect(screen.getByText('Off')).toBeDefined()
    expect(button('Change App')).toBeNull()
    expect(button('Remove App')).toBeNull()
  })

  test('enabled, it shows Change App and Remove App [MA-01, MA-02, MA-08]', async () => {
    await openApp({ [statusLine]: active }, { session: withApp })
    expect(await screen.findByRole('button', { name: 'Change App' })).toBeDefined()
    expect(button('Remove App')).not.toBeNull()
    expect(screen.getByText('On')).toBeDefined()
    expect(button('Set Up Now')).toBeNull()
  })

  test('says how many recovery codes are left, and when to make new ones', async () => {
    const { user, answers } = await openApp({ [statusLine]: aProblem(500) }, { session: withApp })
    const alert = within(await screen.findByRole('alert'))
    answers[statusLine] = { mfaEnabled: true, recoveryCodesLeft: 1 }
    await user.click(alert.getByRole('button', { name: 'Try again' }))
    expect((await screen.findByText(/Recovery codes left: 1\./u)).textContent).toContain('Create new ones')
    expect(screen.queryByRole('alert')).toBeNull()
  })
})

describe('the set-up', () => {
  test('shows the QR code that the service drew, in black on white [MA-03, MA-08]', async () => {
    await openSetUp()
    const picture = screen.getByRole('img', { name: 'QR code for your authenticator app' })
    expect(picture.getAttribute('viewBox')).toBe('0 0 29 29')
    expect(picture.querySelector('path')?.getAttribute('d')).toBe('M0 0h7v7h-7z')
    expect(button('Set Up Now')).toBeNull()
  })

  test('shows the key in groups of four, and copies it without blanks [MA-04]', async () => {
    const { user } = await openSetUp()
    expect(screen.getByText('JBSW Y3DP EHPK 3PXP JB')).toBeDefined()
    await pressed(user, 'Copy key')
    expect(await navigator.clipboard.readText()).toBe('JBSWY3DPEHPK3PXPJB')
  })

  test('the app of the same device can take the key, too', async () => {
    await openSetUp()
    const link = screen.getByRole('link', { name: 'Open an app on this device instead' })
    expect(link.getAttribute('href')).toBe(aSetUp().totpUri)
  })

  test('begins with its title, so that a screen reader announces where it is', async () => {
    await openSetUp()
    const title = screen.getByRole('heading', { name: 'Set up your authenticator app' })
    await waitFor(() => expect(document.activeElement).toBe(title))
  })

  test('takes 6 digits and nothing else, and phones can fill them in [MA-05, MA-07]', async () => {
    const { user } = await openSetUp()
    await user.type(codeField(), '12a 34567')
    expect(codeField().value).toBe('123456')
    expect(codeField().autocomplete).toBe('one-time-code')
    expect(codeField().inputMode).toBe('numeric')
  })

  test("'Verify Code and Activate' sends nothing before all 6 digits are there and says why [MA-06, MA-07]", async () => {
    const { user, sent } = await openSetUp({ [activateLine]: activated() })
    for (const digit of ['', '1', '2', '3', '4', '5']) {
      if (digit !== '') await user.type(codeField(), digit)
      expect(activateButton().getAttribute('aria-disabled'), codeField().value).toBe('true')
      await user.type(codeField(), '{Enter}')
    }
    expect(screen.getByText('Enter all 6 digits.')).toBeDefined()
    expect(sent(activateLine)).toEqual([])
    await user.type(codeField(), '6')
    expect(activateButton().getAttribute('aria-disabled')).toBeNull()
    await user.click(activateButton())
    expect(sent(activateLine)).toHaveLength(1)
  })

  test('sends code, encryptedMember and key unchanged [MA-15]', async () => {
    const { user, sent } = await openSetUp({ [activateLine]: activated() })
    await seeCodes(user)
    expect(bodyOf(sent(activateLine)[0])).toEqual({
      encryptedMember: 'validator-1',
      code: '012345',
      key: 'JBSWY3DPEHPK3PXPJB',
    })
  })

  test("a right code enables it and says 'Multi-factor authentication is now active.' [MA-09, MA-13, MA-15]", async () => {
    const { user } = await openSetUp({ [activateLine]: activated() })
    await seeCodes(user)
    expect(screen.getByText('Multi-factor authentication is now active.')).toBeDefined()
    expect(storedUser()).toEqual({ ...storedMember, memberMfaEnabled: true })

    await user.click(screen.getByRole('checkbox', { name: 'I saved my recovery codes' }))
    await pressed(user, 'Done')
    expect(await screen.findByRole('button', { name: 'Change App' })).toBeDefined()
    expect(screen.getByText(/Recovery codes left: 10\./u)).toBeDefined()
  })

  test("a wrong code stays in the set-up with 'The code is incorrect. Please try again.' and asks for the status again [MA-10, MA-11, MA-13]", async () => {
    const wrong = notActivated('The code is incorrect. Please try again.')
    const { user, sent } = await openSetUp({ [activateLine]: wrong })
    const before = sent(statusLine).length
    await user.type(codeField(), '999999{Enter}')
    expect((await screen.findByRole('alert')).textContent).toBe('The code is incorrect. Please try again.')
    expect(screen.getByRole('img', { name: 'QR code for your authenticator app' })).toBeDefined()
    await waitFor(() => expect(sent(statusLine)).toHaveLength(before + 1))
    expect(codeField().value).toBe('')
    expect(document.activeElement).toBe(codeField())
    expect(storedUser()).toEqual(storedMember)
  })

  test('reports a failure when the code is verified but the app is not activated [MA-10]', async () => {
    const half = { ...activated(), transactionStatus: false, message: 'Please try again.' }
    const { user } = await openSetUp({ [activateLine]: half })
    await user.type(codeField(), '012345{Enter}')
    expect((await screen.findByRole('alert')).textContent).toBe('Please try again.')
    expect(storedUser()).toEqual(storedMember)
  })

  test('an error of the service is shown, in the set-up [MA-10, MA-11, MA-14]', async () => {
    const over = 'This QR code has expired. Start again with a new one.'
    const { user, sent } = await openSetUp({ [activateLine]: refusal('set-up-over', over) })
    const before = sent(statusLine).length
    await user.type(codeField(), '012345{Enter}')
    expect((await screen.findByRole('alert')).textContent).toBe(over)
    expect(activateButton()).toBeDefined()
    await waitFor(() => expect(sent(statusLine)).toHaveLength(before + 1))
  })

  test('shows the error and keeps the panel when the QR code does not load [MA-14]', async () => {
    const { user } = await openApp({ [qrCodeLine]: aProblem(500) })
    await user.click(await screen.findByRole('button', { name: 'Set Up Now' }))
    expect((await screen.findByRole('alert')).textContent).toContain('We are unable to process your request')
    expect(button('Set Up Now')).not.toBeNull()
  })

  test('Cancel leads back to the panel, and the keyboard with it', async () => {
    const { user } = await openSetUp()
    await pressed(user, 'Cancel')
    expect(button('Set Up Now')).not.toBeNull()
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Authenticator app' }))
  })

  test('setting up another app says that the current one works until then', async () => {
    await openSetUp({}, true)
    expect(screen.getByText(/Your current app works until the new one is active/u)).toBeDefined()
  })
})

describe('the recovery codes', () => {
  test('are shown once, all ten, and close only after they were saved', async () => {
    const { user } = await openSetUp({ [activateLine]: activated() })
    const list = await seeCodes(user)
    expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(tenCodes)

    await pressed(user, 'Done')
    expect(screen.getByText('Save the codes and check the box first.')).toBeDefined()
    expect(screen.queryByText('abcde-11111')).not.toBeNull()
    await user.click(screen.getByRole('checkbox', { name: 'I saved my recovery codes' }))
    await pressed(user, 'Done')
    expect(screen.queryByText('abcde-11111')).toBeNull()
  })

  test('are still there after a look at another tab', async () => {
    const { user } = await openSetUp({ [activateLine]: activated() })
    await seeCodes(user)
    await user.click(screen.getByRole('tab', { name: 'Security' }))
    await user.click(screen.getByRole('tab', { name: 'Multi-Factor Authentication' }))
    expect(screen.getByText('abcde-11111')).toBeDefined()
  })

  test('can be copied, downloaded as text and printed', async () => {
    const { user } = await openSetUp({ [activateLine]: activated() })
    await seeCodes(user)
    await pressed(user, 'Copy codes')
    expect(await navigator.clipboard.readText()).toBe(tenCodes.join('\n'))

    const files: Blob[] = []
    vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
      if (file instanceof Blob) files.push(file)
      return 'blob:codes'
    })
    const saved: string[] = []
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
      saved.push(`${this.download} ${this.href}`)
    })
    await pressed(user, 'Download as text')
    expect(saved).toEqual(['recovery-codes.txt blob:codes'])
    expect((await files[0]?.text())?.split('\r\n')).toEqual([
      'Recovery codes for Prairie Ridge Electric Cooperative',
      'Each code works once.',
      '',
      ...tenCodes,
      '',
    ])

    const print = vi.fn<() => void>()
    vi.stubGlobal('print', print)
    await pressed(user, 'Print')
    expect(print).toHaveBeenCalledTimes(1)
    vi.restoreAllMocks()
  })

  test('can be replaced after a warning about the old ones', async () => {
    const { user, sent } = await openApp(
      { [statusLine]: { mfaEnabled: true, recoveryCodesLeft: 2 }, [newCodesLine]: { recoveryCodes: tenCodes } },
      { session: withApp },
    )
    await user.click(await screen.findByRole('button', { name: 'Create new recovery codes' }))
    const dialog = within(screen.getByRole('dialog', { name: 'Create new recovery codes?' }))
    expect(dialog.getByText('Your current codes will stop working.')).toBeDefined()
    expect(sent(newCodesLine)).toEqual([])
    await user.click(dialog.getByRole('button', { name: 'Create new recovery codes' }))
    expect(await screen.findByText('abcde-00000')).toBeDefined()
    expect(screen.queryByText('Multi-factor authentication is now active.')).toBeNull()
  })
})

describe('an answer that arrives late', () => {
  const confirmAndClose = async (user: UserEvent, name: string) => {
    await user.click(await screen.findByRole('button', { name }))
    const dialog = within(screen.getByRole('dialog'))
    if (name === 'Remove App') await user.type(dialog.getByRole('textbox', { name: 'Verification code' }), '012345')
    await user.click(dialog.getByRole('button', { name }))
    await user.click(dialog.getAllByRole('button', { name: 'Cancel' })[0] as HTMLElement)
  }

  test('shows new codes, and leaves the question about the app open', async () => {
    const answer = Promise.withResolvers<object>()
    const { user } = await openApp({ [statusLine]: active, [newCodesLine]: answer.promise }, { session: withApp })
    await confirmAndClose(user, 'Create new recovery codes')
    await user.click(screen.getByRole('button', { name: 'Remove App' }))
    const code = within(screen.getByRole('dialog')).getByRole<HTMLInputElement>('textbox', {
      name: 'Verification code',
    })
    await user.type(code, '0123')
    answer.resolve({ recoveryCodes: tenCodes })
    expect(await screen.findByText('abcde-00000')).toBeDefined()
    expect(screen.getByRole('dialog', { name: 'Remove App' }).contains(code)).toBe(true)
    expect(code.value).toBe('0123')
  })

  test('shows new codes after the set-up of another app that was begun meanwhile', async () => {
    const answer = Promise.withResolvers<object>()
    const { user } = await openApp(
      { [statusLine]: active, [newCodesLine]: answer.promise, [qrCodeLine]: aSetUp() },
      { session: withApp },
    )
    await confirmAndClose(user, 'Create new recovery codes')
    await pressed(user, 'Change App')
    await user.type(await screen.findByRole('textbox', { name: '6-digit code' }), '0123')
    await act(async () => answer.resolve({ recoveryCodes: tenCodes }))
    expect(codeField().value).toBe('0123')
    await pressed(user, 'Cancel')
    expect(screen.getByText('abcde-00000')).toBeDefined()
  })

  test('says that the app was removed, and leaves the set-up of another one open', async () => {
    const answer = Promise.withResolvers<object>()
    const { user } = await openApp(
      { [statusLine]: active, [removeAppLine]: answer.promise, [qrCodeLine]: aSetUp() },
      { session: withApp },
    )
    await confirmAndClose(user, 'Remove App')
    await pressed(user, 'Change App')
    await user.type(await screen.findByRole('textbox', { name: '6-digit code' }), '0123')
    answer.resolve({ message: '', mfaEnabled: false })
    expect(await screen.findByText('Multi-factor authentication has been removed.')).toBeDefined()
    expect(codeField().value).toBe('0123')
    expect(storedUser()).toEqual(storedMember)
  })

  test('begins no set-up while a question is open', async () => {
    const answer = Promise.withResolvers<object>()
    const { user } = await openApp({ [statusLine]: active, [qrCodeLine]: answer.promise }, { session: withApp })
    await user.click(await screen.findByRole('button', { name: 'Change App' }))
    await user.click(screen.getByRole('button', { name: 'Remove App' }))
    await act(async () => answer.resolve(aSetUp()))
    expect(screen.getByRole('dialog', { name: 'Remove App' })).toBeDefined()
    expect(button('Verify Code and Activate')).toBeNull()
  })

  test('shows the codes of a new app whose set-up was canceled, after another set-up', async () => {
    const answer = Promise.withResolvers<object>()
    const { user } = await openSetUp({ [activateLine]: answer.promise })
    await user.type(codeField(), '012345{Enter}')
    await pressed(user, 'Cancel')
    await pressed(user, 'Set Up Now')
    await user.type(await screen.findByRole('textbox', { name: '6-digit code' }), '0123')
    answer.resolve(activated())
    expect(await screen.findByText('Multi-factor authentication is now active.')).toBeDefined()
    expect(codeField().value).toBe('0123')
    await pressed(user, 'Cancel')
    expect(screen.getByText('abcde-00000')).toBeDefined()
  })
})

describe('removing the app', () => {
  test("asks 'Are you sure you want to delete this MFA mode?' and for a fresh code [MA-12]", async () => {
    const { user, dialog, sent } = await openRemoval()
    expect(dialog.getByText('Are you sure you want to delete this MFA mode?')).toBeDefined()
    await user.click(dialog.getByRole('button', { name: 'Remove App' }))
    expect(dialog.getByText('Enter all 6 digits.')).toBeDefined()
    await user.click(dialog.getAllByRole('button', { name: 'Cancel' })[0] as HTMLElement)
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(sent(removeAppLine)).toEqual([])
  })

  test("a right code removes it and shows 'Multi-factor authentication has been removed.' [MA-12, MA-13]", async () => {
    const removed = { message: 'Multi-factor authentication has been removed.', mfaEnabled: false }
    const { user, dialog, sent } = await openRemoval({ [removeAppLine]: removed, [qrCodeLine]: aSetUp() })
    await user.type(dialog.getByRole('textbox', { name: 'Verification code' }), '012345{Enter}')
    expect(await screen.findByText('Multi-factor authentication has been removed.')).toBeDefined()
    expect(bodyOf(sent(removeAppLine)[0])).toEqual({ code: '012345' })
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(button('Set Up Now')).not.toBeNull()
    expect(storedUser()).toEqual(storedMember)
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Authenticator app' }))
    await pressed(user, 'Set Up Now')
    await screen.findByRole('button', { name: 'Verify Code and Activate' })
    expect(screen.queryByText('Multi-factor authentication has been removed.')).toBeNull()
  })

  test('a wrong code shows an error in the dialog, the app stays, and another code can be entered [MA-14]', async () => {
    const wrong = refusal('wrong-code', 'The code is incorrect. Please try again.')
    const { user, dialog } = await openRemoval({ [removeAppLine]: wrong })
    const field = dialog.getByRole<HTMLInputElement>('textbox', { name: 'Verification code' })
    await user.type(field, '999999{Enter}')
    expect((await dialog.findByRole('alert')).textContent).toBe('The code is incorrect. Please try again.')
    expect(field.value).toBe('')
    expect(document.activeElement).toBe(field)
    expect(storedUser()).toEqual(withApp)
  })

  test('a recovery code works for a member who has lost the app', async () => {
    const removed = { message: '', mfaEnabled: false }
    const { user, dialog, sent } = await openRemoval({ [removeAppLine]: removed })
    await user.click(dialog.getByRole('button', { name: 'Use a recovery code' }))
    const field = dialog.getByRole('textbox', { name: 'Recovery code' })
    expect(document.activeElement).toBe(field)
    await user.type(field, 'ABCDE11111{Enter}')
    await waitFor(() => expect(bodyOf(sent(removeAppLine)[0])).toEqual({ code: 'abcde-11111' }))
  })
})
