import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { aProblem } from '../../../test-support/answers.ts'
import { aSite } from '../../../test-support/a-site.ts'
import { giveCredentials, onOverview, openLogin, press, username } from '../../../test-support/open-login.tsx'
import { bodyOf } from '../../../test-support/open-quick-pay.tsx'
import { storedUser } from '../../../test-support/render-portal.tsx'
import { loginLine, passkeyLine, passkeyOptionsLine, storedMember } from '../../../test-support/sign-in-answers.ts'
import { theMember } from '../../../test-support/their-account.ts'

const bytes = (text: string) => new TextEncoder().encode(text).buffer
const passkey = {
  id: 'a2V5',
  rawId: bytes('key'),
  type: 'public-key',
  authenticatorAttachment: 'platform',
  getClientExtensionResults: () => ({}),
  response: {
    authenticatorData: bytes('data'),
    clientDataJSON: bytes('{}'),
    signature: bytes('sign'),
    userHandle: bytes('user'),
  },
}

/** The browser's requests, and its answer to each in turn. It never answers after the last. */
let requests: CredentialRequestOptions[] = []
let responses: (() => Promise<unknown>)[] = []
let canFillIn = false

beforeEach(() => {
  requests = []
  responses = []
  canFillIn = false
  const known = { isConditionalMediationAvailable: () => Promise.resolve(canFillIn) }
  vi.stubGlobal(
    'PublicKeyCredential',
    Object.assign(() => undefined, known),
  )
  Object.defineProperty(navigator, 'credentials', {
    configurable: true,
    value: {
      get: (options: CredentialRequestOptions) => {
        requests.push(options)
        const respond = responses.shift() ?? (() => new Promise(() => undefined))
        return respond()
      },
    },
  })
})
afterEach(() => {
  Reflect.deleteProperty(navigator, 'credentials')
  vi.unstubAllGlobals()
})

const answers = {
  [passkeyOptionsLine]: { options: { challenge: 'Y2hhbGxlbmdl', rpId: 'portal.example.coop', allowCredentials: [] } },
  [passkeyLine]: theMember.withSecondStep().toLogin(),
}
const open = (more = {}, passkeysEnabled = true) =>
  openLogin({ ...answers, ...more }, { site: aSite({ settings: { passkeysEnabled } }) })
const button = () => screen.queryByRole('button', { name: 'Sign in with a passkey' })

describe('by its button', () => {
  test('a passkey signs in without password and code', async () => {
    responses = [() => Promise.resolve(passkey)]
    const { user, sent } = await open()
    await press(user, 'Sign in with a passkey')
    await onOverview()
    expect(new TextDecoder().decode(requests[0]?.publicKey?.challenge as ArrayBuffer)).toBe('challenge')
    expect(bodyOf(sent(passkeyLine)[0])).toMatchObject({
      credential: {
        id: 'a2V5',
        rawId: 'a2V5',
        type: 'public-key',
        response: { signature: 'c2lnbg', userHandle: 'dXNlcg' },
      },
    })
    expect(storedUser()).toEqual({ ...storedMember, memberMfaEnabled: true })
  })

  test("canceling the browser's dialog shows a message and the form", async () => {
    responses = [() => Promise.reject(new DOMException('no', 'NotAllowedError'))]
    const { user, sent } = await open()
    await press(user, 'Sign in with a passkey')
    expect((await screen.findByRole('alert')).textContent).toBe(
      'Passkey sign-in was not completed. Try again, or use your username and password.',
    )
    expect(sent(passkeyLine)).toEqual([])
    expect(username().readOnly).toBe(false)
  })

  test("an unknown passkey shows the server's message", async () => {
    responses = [() => Promise.resolve(passkey)]
    const { user } = await open({ [passkeyLine]: aProblem(400, '', [{ code: 'x', message: 'Unknown passkey.' }]) })
    await press(user, 'Sign in with a passkey')
    expect((await screen.findByRole('alert')).textContent).toBe('Unknown passkey.')
    expect(storedUser()).toBeNull()
  })
})

test('Sign In with a password does not wait for a passkey that is on its way, and the browser asks for none', async () => {
  const options = Promise.withResolvers<unknown>()
  const { user, sent } = await open({ [passkeyOptionsLine]: options.promise })
  await press(user, 'Sign in with a passkey')
  await waitFor(() => expect(sent(passkeyOptionsLine)).toHaveLength(1))
  await giveCredentials(user)
  options.resolve(answers[passkeyOptionsLine])
  await onOverview()
  expect(sent(loginLine)).toHaveLength(1)
  expect(requests).toEqual([])
})

describe('among the usernames that the browser fills in', () => {
  test('a passkey that is chosen there signs in', async () => {
    canFillIn = true
    responses = [() => Promise.resolve(passkey)]
    await open()
    await onOverview()
    expect(requests[0]?.mediation).toBe('conditional')
    expect(storedUser()).toEqual({ ...storedMember, memberMfaEnabled: true })
  })

  test('the username says to the browser that passkeys are welcome', async () => {
    await open()
    expect(username().autocomplete).toBe('username webauthn')
  })

  test('withdraws the offer when the member leaves the form', async () => {
    canFillIn = true
    const { user } = await open()
    await waitFor(() => expect(requests).toHaveLength(1))
    expect(requests[0]?.signal?.aborted).toBe(false)
    await user.click(screen.getByRole('link', { name: 'Create Account' }))
    await waitFor(() => expect(requests[0]?.signal?.aborted).toBe(true))
  })

  test('shows nothing when the offer fails', async () => {
    canFillIn = true
    const { sent } = await open({ [passkeyOptionsLine]: aProblem(500) })
    await waitFor(() => expect(sent(passkeyOptionsLine)).toHaveLength(1))
    expect(screen.queryByRole('alert')).toBeNull()
  })
})

describe('there is no button', () => {
  test('where the cooperative does not want passkeys', async () => {
    canFillIn = true
    const { sent } = await open({}, false)
    expect(button()).toBeNull()
    expect(username().autocomplete).toBe('username')
    expect(sent(passkeyOptionsLine)).toEqual([])
  })

  test('in a browser that does not know them', async () => {
    vi.unstubAllGlobals()
    Reflect.deleteProperty(window, 'PublicKeyCredential')
    await open()
    expect(button()).toBeNull()
  })
})
