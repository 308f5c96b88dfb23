import type { AnswerOf, Endpoint } from '@coopline/contract/endpoint'
import { passkeys, type WebAuthnCredential } from '@coopline/contract/identity/passkeys/passkeys.contract'
import { signIn } from '@coopline/contract/identity/sign-in/sign-in.contract'
import { beforeEach, describe, expect, test } from 'vitest'
import { handleOf, seedChallenge, seedPasskey } from './passkeys.fixtures.ts'
import { seedAccount } from '../../../testing/seed-account.ts'
import { giveApp, halvesOf, seedLogin, seedSession, type SignedIn } from '../../../testing/seed-login.ts'
import { type Ceremony, createSoftwareAuthenticator } from '../../../testing/software-authenticator.ts'
import { useTestPortal } from '../../../testing/test-portal.ts'
import { deleteExpired } from '../../../platform/retention/delete-expired.job.ts'

const portal = useTestPortal()
let loginId: string
let ada: SignedIn
beforeEach(async () => {
  await seedAccount(portal.db)
  loginId = await seedLogin(portal)
  ada = await seedSession(portal, loginId)
})

const call = async (endpoint: Endpoint, body?: unknown, params = {}, who: SignedIn = ada) => {
  const { memberNumber, bearer, cookie } = who
  return portal.call(endpoint, { params: { memberNumber, ...params }, bearer, cookie, body })
}
const add = async (credential: WebAuthnCredential, name = 'Telephone') => call(passkeys.add, { name, credential })
const signInWith = async (credential: WebAuthnCredential, more = {}) =>
  portal.call(passkeys.signIn, { body: { credential }, ...more })
/** Builds the facts that a passkey of Ada's signs. Tests replace some of them. */
const ceremony = async (more: Partial<Ceremony> = {}): Promise<Ceremony> => ({
  challenge: await seedChallenge(portal, null),
  userHandle: handleOf(loginId),
  ...more,
})
const listed = async () =>
  (await call(passkeys.list)).json<AnswerOf<typeof passkeys.list>>().passkeys.map(({ name }) => name)
const statusesOf = (answers: readonly { readonly statusCode: number }[]) =>
  answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)
const mails = async () =>
  (await portal.db.selectFrom('outbox.message').select('subject').orderBy('id').execute()).map(({ subject }) => subject)
const audit = async (kind: string) =>
  portal.db.selectFrom('portal.audit').selectAll().where('kind', '=', kind).orderBy('id').execute()

const notAdded = { status: 400, errors: [{ message: 'We could not add the passkey. Try again.' }] }
const refused = {
  status: 400,
  errors: [{ message: 'We could not sign you in with this passkey. Try again or use your password.' }],
}

/** Faults that neither a new passkey nor its signature may have. */
const wrongs: readonly (readonly [string, Partial<Ceremony>])[] = [
  ['another site’s page', { origin: 'https://evil.example' }],
  ['our name with more behind it', { origin: 'http://localhost:8080.evil.example' }],
  ['another port', { origin: 'http://localhost:8081' }],
  ['another relying party', { rpId: 'evil.example' }],
  ['nobody proven to use it', { userVerified: false }],
  ['nobody there', { userPresent: false }],
  ['a frame of another site', { more: { crossOrigin: true } }],
  ['a frame that names the page around it', { more: { topOrigin: 'https://evil.example' } }],
  ['a ceremony of another kind', { type: 'payment.get' }],
  ['a challenge that nobody made', { challenge: 'A'.repeat(43) }],
  ['a challenge of another form', { challenge: '' }],
]

describe('adding', () => {
  test('the options ask for a passkey that is found by itself and verifies who uses it', async () => {
    await seedPasskey(portal, loginId)
    const { options } = (await call(passkeys.options, {})).json<{ options: Record<string, unknown> }>()
    expect(options).toMatchObject({
      rp: { id: 'localhost', name: portal.deps.settings.current().coopName },
      user: { id: handleOf(loginId), name: 'ada.lindqvist' },
      challenge: expect.stringMatching(/^[A-Za-z0-9_-]{43}$/u),
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
      excludeCredentials: [{ type: 'public-key', transports: ['internal'] }],
    })
  })

  test('a passkey that answers the challenge is stored under its name, and the member is notified', async () => {
    const { options } = (await call(passkeys.options, {})).json<{ options: { challenge: string } }>()
    const credential = createSoftwareAuthenticator().create({
      challenge: options.challenge,
      backedUp: true,
      transports: ['hybrid', 'telepathy', 'hybrid'],
    })
    const response = await add(credential, '  My telephone ')
    expect(response.json()).toEqual({
      passkey: {
        id: credential.id,
        name: 'My telephone',
        createdAt: portal.clock.now().toISOString(),
        lastUsedAt: null,
        isSynced: true,
        isSuspended: false,
      },
    })
    const kept = await portal.db.selectFrom('portal.passkey').select(['login_id', 'transports']).execute()
    expect(kept).toEqual([{ login_id: loginId, transports: ['hybrid'] }])
    expect(await mails()).toEqual(['A passkey was added'])
    expect(await audit('credentials.passkey-added')).toMatchObject([{ member_number: '10001' }])
  })

  for (const [what, wrong] of wrongs)
    test(`is refused: ${what}`, async () => {
      const challenge = await seedChallenge(portal, loginId)
      const response = await add(createSoftwareAuthenticator().create({ challenge, ...wrong }))
      expect(response.json()).toMatchObject(notAdded)
      expect(await listed()).toEqual([])
    })

  test('a challenge works once, within five minutes, for its login and for adding', async () => {
    const authenticator = createSoftwareAuthenticator()
    const sam = await seedLogin(portal, { username: 'sam.whitfield', memberNumber: '10019' })
    const once = await seedChallenge(portal, loginId)
    expect((await add(authenticator.create({ challenge: once }))).statusCode).toBe(200)
    const late = await seedChallenge(portal, loginId)
    const others = [once, await seedChallenge(portal, sam), await seedChallenge(portal, null)]
    for (const challenge of others)
      expect((await add(createSoftwareAuthenticator().create({ challenge }))).json()).toMatchObject(notAdded)
    portal.clock.advance(300)
    const response = await add(createSoftwareAuthenticator().create({ challenge: late }))
    expect(response.json()).toMatchObject(notAdded)
    expect(await listed()).toEqual(['Telephone'])
  })

  test('the same answer brought twice at once adds one passkey', async () => {
    const challenge = await seedChallenge(portal, loginId)
    const credential = createSoftwareAuthenticator().create({ challenge })
    const answers = await Promise.all([add(credential), add(credential), add(credential)])
    expect(statusesOf(answers)).toEqual([200, 400, 400])
    expect(await listed()).toEqual(['Telephone'])
  })

  test('a passkey that any login has already is a conflict', async () => {
    const sam = await seedLogin(portal, { username: 'sam.whitfield', memberNumber: '10019' })
    const authenticator = await seedPasskey(portal, sam)
    const response = await add(authenticator.create({ challenge: await seedChallenge(portal, loginId) }))
    expect(response.json()).toMatchObject({
      status: 409,
      errors: [{ code: 'passkey-known', message: 'You already added this passkey.' }],
    })
    expect(await listed()).toEqual([])
  })

  test('an authenticator may vouch for itself, but its maker’s certificates were not asked for and are not read', async () => {
    const signed = async (attestation: 'self' | 'certificate') =>
      add(createSoftwareAuthenticator().create({ challenge: await seedChallenge(portal, loginId), attestation }))
    expect((await signed('certificate')).json()).toMatchObject(notAdded)
    expect((await signed('self')).statusCode).toBe(200)
  })

  test('a response that is not CBOR, or has another form, is refused like the rest', async () => {
    const good = createSoftwareAuthenticator()
    const deep = Buffer.alloc(10_000, 0x81).toString('base64url')
    for (const attestationObject of ['', 'AAAA', deep, undefined]) {
      const credential = good.create({ challenge: await seedChallenge(portal, loginId) })
      const response = await add({ ...credential, response: { ...credential.response, attestationObject } })
      expect(response.json()).toMatchObject(notAdded)
    }
    for (const clientDataJSON of [
      '',
      Buffer.from('[]').toString('base64url'),
      Buffer.from('{').toString('base64url'),
    ]) {
      const credential = good.create({ challenge: await seedChallenge(portal, loginId) })
      const response = await add({ ...credential, response: { ...credential.response, clientDataJSON } })
      expect(response.json()).toMatchObject(notAdded)
    }
    const other = { ...good.create({ challenge: await seedChallenge(portal, loginId) }), id: 'AAAA', rawId: 'AAAA' }
    expect((await add(other)).json()).toMatchObject(notAdded)
  })

  test('a name is wanted, and a bad one does not use up the challenge', async () => {
    const challenge = await seedChallenge(portal, loginId)
    const credential = createSoftwareAuthenticator().create({ challenge })
    for (const name of ['', '  ', 'x'.repeat(61), 'a\nb']) {
      const response = await add(credential, name)
      expect(response.json()).toMatchObject({ status: 400, errors: [{ field: 'name' }] })
    }
    expect((await add(credential, 'x'.repeat(60))).statusCode).toBe(200)
  })

  test('a login has ten at most, also when two are added at once', async () => {
    for (let count = 0; count < 9; count += 1) await seedPasskey(portal, loginId, { name: `No. ${count}` })
    const made = [await seedChallenge(portal, loginId), await seedChallenge(portal, loginId)].map((challenge) =>
      createSoftwareAuthenticator().create({ challenge }),
    )
    const answers = await Promise.all(made.map(async (credential) => add(credential)))
    expect(statusesOf(answers)).toEqual([200, 400])
    expect(await listed()).toHaveLength(10)
    expect((await call(passkeys.options, {})).json()).toMatchObject({
      status: 400,
      errors: [{ message: 'You have 10 passkeys, the most allowed. Remove one to add another.' }],
    })
  })
})

describe('naming and removing', () => {
  test('a passkey is renamed', async () => {
    const { id } = await seedPasskey(portal, loginId)
    const response = await call(passkeys.rename, { name: ' Laptop ' }, { id })
    expect(response.json()).toMatchObject({ passkey: { id, name: 'Laptop' } })
    expect((await call(passkeys.rename, { name: ' ' }, { id })).statusCode).toBe(400)
    expect(await listed()).toEqual(['Laptop'])
  })

  test('a removed passkey no longer signs in, and the member is notified', async () => {
    const passkey = await seedPasskey(portal, loginId)
    expect((await call(passkeys.remove, undefined, { id: passkey.id })).json()).toEqual({ removed: true })
    expect((await signInWith(passkey.get(await ceremony()))).json()).toMatchObject(refused)
    expect(await mails()).toEqual(['A passkey was removed'])
    expect(await audit('credentials.passkey-removed')).toHaveLength(1)
    expect((await call(passkeys.remove, undefined, { id: passkey.id })).statusCode).toBe(404)
  })

  test('another member’s passkey is answered like one that does not exist [SEC-33]', async () => {
    const sam = await seedLogin(portal, { username: 'sam.whitfield', memberNumber: '10019' })
    const { id } = await seedPasskey(portal, sam)
    expect((await call(passkeys.rename, { name: 'Mine' }, { id })).statusCode).toBe(404)
    expect((await call(passkeys.remove, undefined, { id })).statusCode).toBe(404)
    expect(await listed()).toEqual([])
    expect(await portal.db.selectFrom('portal.passkey').select('name').execute()).toEqual([{ name: 'Telephone' }])
  })

  test('a passkey with the longest id that there is can be added, named and removed', async () => {
    const authenticator = createSoftwareAuthenticator(1023)
    const { id } = authenticator
    const credential = authenticator.create({ challenge: await seedChallenge(portal, loginId) })
    expect((await add(credential)).statusCode).toBe(200)
    expect((await call(passkeys.rename, { name: 'Key' }, { id })).statusCode).toBe(200)
    expect((await call(passkeys.remove, undefined, { id })).statusCode).toBe(200)
  })
})

describe('signing in', () => {
  test('the options name no login and ask who uses the passkey', async () => {
    const response = await portal.call(passkeys.signInOptions, { body: {} })
    const { options } = response.json<{ options: { challenge: string } }>()
    expect(options).toMatchObject({ rpId: 'localhost', userVerification: 'required', timeout: 300_000 })
    expect(options).not.toHaveProperty('allowCredentials')
    const passkey = await seedPasskey(portal, loginId)
    const credential = passkey.get(await ceremony({ challenge: options.challenge }))
    expect((await signInWith(credential)).statusCode).toBe(200)
  })

  test('a passkey is both steps, also for a login with an authenticator app', async () => {
    await giveApp(portal, loginId)
    const passkey = await seedPasskey(portal, loginId)
    const response = await signInWith(passkey.get(await ceremony()))
    expect(response.json()).toEqual({
      accessToken: expect.stringMatching(/^[A-Za-z0-9_-]{43}$/u),
      memberNumber: '10001',
      expireInMinutes: 15,
      memberMfaEnabled: true,
      mfaAuthenticateModel: null,
      loginInfo: { userName: 'ada.lindqvist' },
    })
    expect((await portal.call(signIn.session, halvesOf(response))).statusCode).toBe(200)
    expect(await audit('sign-in.succeeded')).toMatchObject([{}, { detail: { proofs: 'passkey' } }])
    const { lastUsedAt } = (await call(passkeys.list)).json<AnswerOf<typeof passkeys.list>>().passkeys[0] ?? {}
    expect(lastUsedAt).toBe(portal.clock.now().toISOString())
  })

  for (const [what, wrong] of wrongs)
    test(`is refused: ${what}`, async () => {
      const passkey = await seedPasskey(portal, loginId)
      const response = await signInWith(passkey.get(await ceremony(wrong)))
      expect(response.json()).toMatchObject(refused)
      expect(response.headers['set-cookie']).toBeUndefined()
    })

  test('an unknown passkey, another’s signature, another’s handle and a disabled login are answered alike [SEC-01]', async () => {
    const passkey = await seedPasskey(portal, loginId)
    const sam = await seedLogin(portal, { username: 'sam.whitfield', memberNumber: '10019' })
    const sams = await seedPasskey(portal, sam)
    const credential = passkey.get(await ceremony())
    const { response: other } = sams.get(await ceremony())
    const tampered = Buffer.from(credential.response.signature ?? '', 'base64url')
    tampered[20] = (tampered[20] ?? 0) ^ 1
    const answers = [
      await signInWith(createSoftwareAuthenticator().get(await ceremony())),
      await signInWith({ ...credential, response: other }),
      await signInWith(passkey.get(await ceremony({ userHandle: handleOf(sam) }))),
      await signInWith(passkey.get(await ceremony({ userHandle: null }))),
      await signInWith({
        ...credential,
        response: { ...credential.response, signature: tampered.toString('base64url') },
      }),
    ]
    await portal.db.updateTable('portal.login').set({ disabled_at: portal.clock.now() }).execute()
    answers.push(await signInWith(passkey.get(await ceremony())))
    const shapes = answers.map((answer) => {
      const { requestId: _own, ...body } = answer.json<Record<string, unknown>>()
      return body
    })
    for (const shape of shapes) expect(shape).toEqual(shapes[0])
    expect(shapes[0]).toMatchObject(refused)
    expect(await audit('sign-in.failed')).toHaveLength(6)
    const { disabled_at: disabledAt } = await portal.db
      .selectFrom('portal.login')
      .select('disabled_at')
      .where('login_id', '=', loginId)
      .executeTakeFirstOrThrow()
    expect(disabledAt).not.toBeNull()
  })

  test('a signature works once, also for two simultaneous requests, within five minutes', async () => {
    const passkey = await seedPasskey(portal, loginId)
    const credential = passkey.get(await ceremony())
    const answers = await Promise.all([signInWith(credential), signInWith(credential), signInWith(credential)])
    expect(statusesOf(answers)).toEqual([200, 400, 400])
    const late = passkey.get(await ceremony())
    portal.clock.advance(300)
    expect((await signInWith(late)).json()).toMatchObject(refused)
  })

  test('a challenge for adding cannot be used to sign in', async () => {
    const passkey = await seedPasskey(portal, loginId)
    const challenge = await seedChallenge(portal, loginId)
    expect((await signInWith(passkey.get(await ceremony({ challenge })))).json()).toMatchObject(refused)
  })

  test('a counter that has not grown is of a copy, and opens nothing', async () => {
    const passkey = await seedPasskey(portal, loginId, { counter: 7 })
    for (const counter of [0, 6, 7])
      expect((await signInWith(passkey.get(await ceremony({ counter })))).json()).toMatchObject(refused)
    const both = [passkey.get(await ceremony({ counter: 8 })), passkey.get(await ceremony({ counter: 8 }))]
    const answers = await Promise.all(both.map(async (credential) => signInWith(credential)))
    expect(statusesOf(answers)).toEqual([200, 400])
    expect((await signInWith(passkey.get(await ceremony({ counter: 9 })))).statusCode).toBe(200)
  })

  test('after twenty failures in a minute an address has to wait; the passkey still works elsewhere [SEC-11]', async () => {
    const passkey = await seedPasskey(portal, loginId)
    const answers: number[] = []
    for (let attempts = 0; attempts < 22; attempts += 1)
      answers.push(
        (await signInWith(createSoftwareAuthenticator().get(await ceremony()), { from: '203.0.113.1' })).statusCode,
      )
    expect(answers.slice(19)).toEqual([400, 429, 429])
    expect((await signInWith(passkey.get(await ceremony()), { from: '203.0.113.1' })).statusCode).toBe(429)
    expect((await signInWith(passkey.get(await ceremony()), { from: '203.0.113.2' })).statusCode).toBe(200)
  })

  test('one address begins sixty times a minute at most', async () => {
    const answers: number[] = []
    for (let attempts = 0; attempts < 61; attempts += 1)
      answers.push((await portal.call(passkeys.signInOptions, { body: {}, from: '203.0.113.1' })).statusCode)
    expect(answers.slice(59)).toEqual([200, 429])
    portal.clock.advance(60)
    expect((await portal.call(passkeys.signInOptions, { body: {}, from: '203.0.113.1' })).statusCode).toBe(200)
  })
})

test('unanswered challenges are deleted', async () => {
  await seedChallenge(portal, null)
  portal.clock.advance(200)
  const live = await seedChallenge(portal, loginId)
  portal.clock.advance(150)
  await deleteExpired(portal.deps)
  const left = await portal.db.selectFrom('portal.passkey_challenge').select('challenge').execute()
  expect(left).toEqual([{ challenge: live }])
})

test('where the cooperative does not offer passkeys, every call is a 403 and changes nothing [SEC-35]', async () => {
  const passkey = await seedPasskey(portal, loginId)
  const credential = passkey.get(await ceremony())
  const made = createSoftwareAuthenticator().create({ challenge: await seedChallenge(portal, loginId) })
  const bodies = new Map<Endpoint, unknown>([
    [passkeys.list, undefined],
    [passkeys.options, {}],
    [passkeys.add, { name: 'New', credential: made }],
    [passkeys.rename, { name: 'Other' }],
    [passkeys.confirm, {}],
    [passkeys.remove, undefined],
    [passkeys.signInOptions, {}],
    [passkeys.signIn, { credential }],
  ])
  expect([...bodies.keys()]).toEqual(Object.values(passkeys))
  portal.set({ passkeysEnabled: false })
  for (const [endpoint, body] of bodies)
    expect((await call(endpoint, body, { id: passkey.id })).statusCode, endpoint.id).toBe(403)
  portal.set({ passkeysEnabled: true })
  expect(await listed()).toEqual(['Telephone'])
  expect((await signInWith(credential)).statusCode).toBe(200)
})
