import { z } from 'zod'
import { endpoint } from '../../endpoint.ts'
import { loginResponse } from '../sign-in/sign-in.contract.ts'
import { wireInstant, wireMemberNumber } from '../../wire.ts'

const member = z.strictObject({ memberNumber: wireMemberNumber })
/** 1 to 60 characters on one line. */
const passkeyName = z.string().max(120)
/** A base64url value of WebAuthn. */
const webAuthnText = z
  .string()
  .max(16_384)
  .regex(/^[A-Za-z0-9_-]*$/u)
export const credentialId = z
  .string()
  .min(1)
  .max(1_366)
  .regex(/^[A-Za-z0-9_-]+$/u)

export const passkey = z.strictObject({
  id: credentialId,
  name: z.string(),
  createdAt: wireInstant,
  lastUsedAt: wireInstant.nullable(),
  /** True when a service synchronizes the passkey between several devices. */
  isSynced: z.boolean(),
  /** True after a password reset, until the member confirms the passkey. It cannot sign in meanwhile. */
  isSuspended: z.boolean(),
})

/** Options for `navigator.credentials`, in the JSON form of WebAuthn Level 3. */
const webAuthnOptions = z.looseObject({ challenge: webAuthnText })

/** A registered or asserted credential in the JSON form of WebAuthn Level 3. */
const webAuthnCredential = z.strictObject({
  id: credentialId,
  rawId: credentialId,
  type: z.literal('public-key'),
  authenticatorAttachment: z.string().max(32).nullish(),
  clientExtensionResults: z.record(z.string().max(64), z.unknown()),
  response: z.strictObject({
    clientDataJSON: webAuthnText,
    attestationObject: webAuthnText.optional(),
    authenticatorData: webAuthnText.optional(),
    transports: z.array(z.string().max(32)).max(10).optional(),
    publicKeyAlgorithm: z.int().optional(),
    publicKey: webAuthnText.optional(),
    signature: webAuthnText.optional(),
    userHandle: webAuthnText.nullish(),
  }),
})

export const passkeys = {
  list: endpoint('passkeys.list', 'GET /v3/members/{memberNumber}/passkeys', {
    auth: 'member',
    guests: true,
    portalView: 'access',
    summary: 'List passkeys',
    source: 'addition: passkeys',
    params: member,
    answer: z.strictObject({ passkeys: z.array(passkey) }),
    errors: [401, 403, 404],
  }),
  options: endpoint('passkeys.options', 'POST /v3/members/{memberNumber}/passkeys/options', {
    auth: 'member',
    proof: 'always',
    guests: true,
    summary: 'Start adding a passkey',
    source: 'addition: passkeys; WebAuthn Level 3 §7.1',
    params: member,
    body: z.strictObject({}),
    answer: z.strictObject({ options: webAuthnOptions }),
    errors: [401, 403, 404],
  }),
  add: endpoint('passkeys.add', 'POST /v3/members/{memberNumber}/passkeys', {
    auth: 'member',
    proof: 'always',
    guests: true,
    summary: 'Add the passkey the browser created',
    source: 'addition: passkeys; WebAuthn Level 3 §7.1',
    params: member,
    body: z.strictObject({ name: passkeyName, credential: webAuthnCredential }),
    answer: z.strictObject({ passkey }),
    errors: [401, 403, 404, 409],
  }),
  rename: endpoint('passkeys.rename', 'PUT /v3/members/{memberNumber}/passkeys/{id}', {
    auth: 'member',
    guests: true,
    summary: 'Rename a passkey',
    source: 'addition: passkeys',
    params: member.extend({ id: credentialId }),
    body: z.strictObject({ name: passkeyName }),
    answer: z.strictObject({ passkey }),
    errors: [401, 403, 404],
  }),
  confirm: endpoint('passkeys.confirm', 'POST /v3/members/{memberNumber}/passkeys/{id}/confirm', {
    auth: 'member',
    proof: 'always',
    guests: true,
    summary: 'Confirm a passkey that a password reset suspended',
    source: 'addition: passkeys',
    params: member.extend({ id: credentialId }),
    body: z.strictObject({}),
    answer: z.strictObject({ passkey }),
    errors: [401, 403, 404],
  }),
  remove: endpoint('passkeys.remove', 'DELETE /v3/members/{memberNumber}/passkeys/{id}', {
    auth: 'member',
    proof: 'always',
    guests: true,
    summary: 'Remove a passkey',
    source: 'addition: passkeys',
    params: member.extend({ id: credentialId }),
    answer: z.strictObject({ removed: z.literal(true) }),
    errors: [401, 403, 404],
  }),
  signInOptions: endpoint('passkeys.signInOptions', 'POST /v3/login/passkey/options', {
    auth: 'public',
    summary: 'Start signing in with a passkey',
    source: 'addition: passkeys; WebAuthn Level 3 §7.2',
    body: z.strictObject({}),
    answer: z.strictObject({ options: webAuthnOptions }),
    errors: [403],
  }),
  signIn: endpoint('passkeys.signIn', 'POST /v3/login/passkey', {
    auth: 'public',
    summary: 'Sign in with a passkey; counts as both factors',
    source: 'addition: passkeys; WebAuthn Level 3 §7.2',
    body: z.strictObject({ credential: webAuthnCredential }),
    answer: loginResponse,
    errors: [403],
  }),
}

export type Passkey = z.output<typeof passkey>
export type WebAuthnCredential = z.output<typeof webAuthnCredential>
