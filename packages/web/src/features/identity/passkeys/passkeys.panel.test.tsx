import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { aProblem } from '../../../test-support/answers.ts'
import {
  addOptionsLine,
  addPasskeyLine,
  aPasskey,
  onePasskey,
  passkeysLine,
  stepUpLine,
} from '../../../test-support/my-profile-answers.ts'
import { openProfile, pressed, proofWanted } from '../../../test-support/open-my-profile.tsx'
import { bodyOf } from '../../../test-support/open-quick-pay.tsx'

const options = {
  options: {
    challenge: 'Y2hhbGxlbmdl',
    rp: { id: 'localhost', name: 'Prairie Ridge' },
    user: { id: 'dXNlcg', name: 'ada.lindqvist', displayName: 'Ada' },
    pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
  },
}
const bytes = (text: string): ArrayBuffer => Uint8Array.from(new TextEncoder().encode(text)).buffer

/** The answer of a browser after the member has confirmed. */
const credential = {
  id: 'key-1',
  rawId: bytes('key-1'),
  type: 'public-key',
  authenticatorAttachment: 'platform',
  getClientExtensionResults: () => ({ credProps: { rk: true } }),
  response: {
    clientDataJSON: bytes('client'),
    attestationObject: bytes('attestation'),
    getTransports: () => ['internal'],
  },
}

const create = vi.fn<(options: unknown) => Promise<unknown>>()

beforeEach(() => {
  create.mockReset()
  create.mockResolvedValue(credential)
  vi.stubGlobal('PublicKeyCredential', vi.fn())
  vi.stubGlobal('isSecureContext', true)
  vi.spyOn(navigator, 'credentials', 'get').mockReturnValue({ create } as unknown as CredentialsContainer)
  return () => vi.restoreAllMocks()
})

const path = '/my-profile?tab=passkeys'
const rowOf = async (name: string) =>
  within((await screen.findByRole('rowheader', { name })).closest('tr') as HTMLElement)
const nameField = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Passkey name' })

async function openAdding(answers: Record<string, unknown> = {}) {
  const page = await openProfile({ [addOptionsLine]: options, ...answers }, { path })
  await page.user.click(await screen.findByRole('button', { name: 'Add a passkey' }))
  return page
}

describe('the list', () => {
  test('has the name of each passkey, when it was made and used, and where it is kept', async () => {
    const used = aPasskey({ id: 'key-2', name: 'Office', lastUsedAt: '2027-02-03T12:00:00Z', isSynced: false })
    await openProfile({ [passkeysLine]: { passkeys: [aPasskey(), used] } }, { path })
    const phone = await rowOf('My phone')
    expect(phone.getByText(/01\/05\/2027/u)).toBeDefined()
    expect(phone.getByText('Never')).toBeDefined()
    expect(phone.getByText('Your synced devices')).toBeDefined()
    const office = await rowOf('Office')
    expect(office.getByText(/02\/03\/2027/u)).toBeDefined()
    expect(office.getByText('One device only')).toBeDefined()
  })

  test('says what would be there when there is none', async () => {
    await openProfile({}, { path })
    expect(await screen.findByText('You have no passkeys yet. Add one on each device you use.')).toBeDefined()
  })
})

describe('adding', () => {
  test('asks for a name, lets the browser make the passkey and shows it in the list', async () => {
    const { user, sent, answers } = await openAdding({ [addPasskeyLine]: { passkey: aPasskey() } })
    answers[passkeysLine] = { passkeys: [aPasskey()] }
    await user.type(nameField(), ' My phone {Enter}')
    expect(await screen.findByText('The passkey “My phone” has been added.')).toBeDefined()
    await rowOf('My phone')
    expect(create).toHaveBeenCalledTimes(1)
    expect(bodyOf(sent(addPasskeyLine)[0])).toEqual({
      name: 'My phone',
      credential: {
        id: 'key-1',
        rawId: 'a2V5LTE',
        type: 'public-key',
        authenticatorAttachment: 'platform',
        clientExtensionResults: { credProps: { rk: true } },
        response: { clientDataJSON: 'Y2xpZW50', attestationObject: 'YXR0ZXN0YXRpb24', transports: ['internal'] },
      },
    })
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('needs a name, and says so before anything is sent', async () => {
    const { user, sent } = await openAdding()
    await user.type(nameField(), '  {Enter}')
    expect(screen.getByText('Enter a name for the passkey.')).toBeDefined()
    expect(document.activeElement).toBe(nameField())
    expect(sent(addOptionsLine)).toEqual([])
  })

  test('canceling creates no passkey, keeps the name, and can be retried', async () => {
    create.mockRejectedValue(new DOMException('', 'NotAllowedError'))
    const { user, sent } = await openAdding()
    await user.type(nameField(), 'Office{Enter}')
    expect((await screen.findByRole('alert')).textContent).toBe('No passkey was created. Try again when you are ready.')
    expect(nameField().value).toBe('Office')
    expect(sent(addPasskeyLine)).toEqual([])
  })

  test('on a device that has one already says so', async () => {
    create.mockRejectedValue(new DOMException('', 'InvalidStateError'))
    const { user } = await openAdding()
    await user.type(nameField(), 'Office{Enter}')
    expect((await screen.findByRole('alert')).textContent).toBe(
      'This device already has a passkey for your online account.',
    )
  })

  test('shows what the service refuses', async () => {
    const { user } = await openAdding({ [addPasskeyLine]: aProblem(409, 'You already added this passkey.') })
    await user.type(nameField(), 'Office{Enter}')
    expect((await screen.findByRole('alert')).textContent).toBe('You already added this passkey.')
  })

  test('asks for the password first when the service wants it, and canceling that keeps the name', async () => {
    const { user, sent } = await openAdding({ [addOptionsLine]: proofWanted() })
    await user.type(nameField(), 'Office{Enter}')
    const question = within(await screen.findByRole('dialog', { name: 'Confirm your identity' }))
    await user.click(question.getAllByRole('button', { name: 'Cancel' })[0] as HTMLElement)
    await waitFor(() => expect(screen.getAllByRole('dialog')).toHaveLength(1))
    expect(nameField().value).toBe('Office')
    expect(screen.queryByRole('alert')).toBeNull()
    expect(create).not.toHaveBeenCalled()
    expect(sent(stepUpLine)).toEqual([])
  })
})

describe('where no passkey can be made', () => {
  test('an old browser gets an explanation, and passkeys can still be removed', async () => {
    vi.stubGlobal('PublicKeyCredential', undefined)
    Reflect.deleteProperty(window, 'PublicKeyCredential')
    await openProfile({ [passkeysLine]: { passkeys: [aPasskey()] } }, { path })
    expect(await screen.findByText(/This browser does not support passkeys/u)).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Add a passkey' })).toBeNull()
    expect((await rowOf('My phone')).getByRole('button', { name: 'Remove My phone' })).toBeDefined()
  })

  test('an insecure connection gets an explanation', async () => {
    vi.stubGlobal('isSecureContext', false)
    await openProfile({}, { path })
    expect(await screen.findByText(/This connection is not secure/u)).toBeDefined()
  })
})

describe('after a password reset', () => {
  const confirmLine = 'POST /v3/members/M1001/passkeys/key-1/confirm'

  test('a suspended passkey says so, and signs in again once the member has confirmed it', async () => {
    const { user, sent, answers } = await openProfile(
      { [passkeysLine]: { passkeys: [aPasskey({ isSuspended: true })] }, [confirmLine]: { passkey: aPasskey() } },
      { path },
    )
    expect(await screen.findByText('Confirm your passkeys')).toBeDefined()
    const row = await rowOf('My phone (Suspended)')
    answers[passkeysLine] = { passkeys: [aPasskey()] }
    await user.click(row.getByRole('button', { name: 'Confirm My phone' }))
    expect(await screen.findByText('You can sign in with “My phone” again.')).toBeDefined()
    expect((await rowOf('My phone')).queryByRole('button', { name: 'Confirm My phone' })).toBeNull()
    expect(screen.queryByText('Confirm your passkeys')).toBeNull()
    expect(sent(confirmLine)).toHaveLength(1)
  })

  test('a confirmation that is answered late leaves the dialog that was opened since', async () => {
    const answer = Promise.withResolvers<unknown>()
    const { user } = await openProfile(
      { [passkeysLine]: { passkeys: [aPasskey({ isSuspended: true })] }, [confirmLine]: answer.promise },
      { path },
    )
    const row = await rowOf('My phone (Suspended)')
    await user.click(row.getByRole('button', { name: 'Confirm My phone' }))
    await user.click(row.getByRole('button', { name: 'Rename My phone' }))
    await user.type(nameField(), ' 2')
    answer.resolve({ passkey: aPasskey() })
    expect(await screen.findByText('You can sign in with “My phone” again.')).toBeDefined()
    expect(nameField().value).toBe('My phone 2')
  })

  test('confirming asks for the password first when the service wants it', async () => {
    const { user } = await openProfile(
      { [passkeysLine]: { passkeys: [aPasskey({ isSuspended: true })] }, [confirmLine]: proofWanted() },
      { path },
    )
    await user.click((await rowOf('My phone (Suspended)')).getByRole('button', { name: 'Confirm My phone' }))
    expect(await screen.findByRole('dialog', { name: 'Confirm your identity' })).toBeDefined()
  })
})

describe('a passkey', () => {
  test('can be renamed', async () => {
    const renamed = aPasskey({ name: 'Old phone' })
    const { user, sent, answers } = await openProfile(
      { [passkeysLine]: { passkeys: [aPasskey()] }, [onePasskey('PUT', 'key-1')]: { passkey: renamed } },
      { path },
    )
    await user.click((await rowOf('My phone')).getByRole('button', { name: 'Rename My phone' }))
    expect(nameField().value).toBe('My phone')
    answers[passkeysLine] = { passkeys: [renamed] }
    await user.clear(nameField())
    await user.type(nameField(), 'Old phone{Enter}')
    expect(await screen.findByText('The passkey is now called “Old phone”.')).toBeDefined()
    await rowOf('Old phone')
    expect(bodyOf(sent(onePasskey('PUT', 'key-1'))[0])).toEqual({ name: 'Old phone' })
  })

  test('is removed only after a confirmation, and the success message gets the focus', async () => {
    const line = onePasskey('DELETE', 'key-1')
    const { user, sent, answers } = await openProfile(
      { [passkeysLine]: { passkeys: [aPasskey()] }, [line]: { removed: true } },
      { path },
    )
    await user.click((await rowOf('My phone')).getByRole('button', { name: 'Remove My phone' }))
    expect(screen.getByText(/You will not be able to sign in with “My phone”/u)).toBeDefined()
    await user.click(screen.getAllByRole('button', { name: 'Cancel' })[0] as HTMLElement)
    expect(sent(line)).toEqual([])

    await user.click((await rowOf('My phone')).getByRole('button', { name: 'Remove My phone' }))
    answers[passkeysLine] = { passkeys: [] }
    await pressed(user, 'Remove')
    const alert = await screen.findByText('The passkey “My phone” has been removed.')
    await waitFor(() => expect(document.activeElement?.contains(alert)).toBe(true))
    expect(document.activeElement).not.toBe(document.body)
    expect(await screen.findByText(/You have no passkeys yet/u)).toBeDefined()
  })
})
