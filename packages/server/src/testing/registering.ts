import type { AnswerOf, BodyOf } from '@coopline/contract/endpoint'
import { registration } from '@coopline/contract/identity/registration/registration.contract'
import { anAccount } from '@coopline/testing/builders/account'
import type { LightMyRequestResponse } from 'fastify'
import { attemptCookie } from '../features/identity/registration/code-attempt.ts'
import { openBody } from '../platform/messages/sealed-body.ts'
import { openSealedCode } from './read-code.ts'
import { seedAccount } from './seed-account.ts'
import type { CallOptions, TestPortal } from './test-portal.ts'

const form: BodyOf<typeof registration.register> = {
  accountNumber: '102000101',
  memberNumber: '10020',
  loginId: 'tess.hartley',
  email: 'tess.hartley@example.org',
  password: 'gX7#pLq2vR',
  secQuestion: 'first-pet',
  secAnswer: 'Rex',
  hasOptedForPaperlessBilling: false,
  hasOptedForPaperlessOther: false,
  areMarketingEmailsAllowed: false,
  paperlessConfirmText: false,
}

/** Tess of the demo cooperative: an account, a cell phone and an address on file, and no login. */
export const applicant = {
  accountNumber: form.accountNumber,
  memberNumber: form.memberNumber,
  email: form.email,
  cellPhone: '5075554246',
  form,
} as const

export const seedApplicant = async (portal: TestPortal): Promise<void> =>
  seedAccount(
    portal.db,
    anAccount(applicant.accountNumber).of({
      memberNumber: applicant.memberNumber,
      name: 'Tess Hartley',
      phones: [applicant.cellPhone],
      emails: [applicant.email],
    }),
  )

export const lookUp = async (
  portal: TestPortal,
  accountNumber: string = applicant.accountNumber,
  more: CallOptions = {},
) => portal.call(registration.authenticationTypes, { body: { accountNumber }, ...more })

/** The id of Tess's address, or with `cellPhones` of her phone. */
export async function chosenContact(portal: TestPortal, kind: 'emails' | 'cellPhones' = 'emails'): Promise<string> {
  const response = await lookUp(portal)
  const [contact] = response.json<AnswerOf<typeof registration.authenticationTypes>>()[kind]
  if (contact === undefined) throw new Error(`There is no contact: ${response.statusCode} ${response.body}`)
  return contact.id
}

/** The cookies of the browser that the helpers below act for. */
const cookies = new WeakMap<TestPortal, string>()

/** Requests a code to a contact that is not on file, with the amount of a bill. */
export const askWithBill = async (
  portal: TestPortal,
  validatorResource: string,
  billAmount: number,
  more: CallOptions = {},
) => askForCode(portal, validatorResource, { body: { ...codeBody(validatorResource), billAmount }, ...more })

const codeBody = (validatorResource: string) => ({ accountNumber: applicant.accountNumber, validatorResource })

/** Requests a code as that browser, which keeps the cookie of the answer. */
export async function askForCode(portal: TestPortal, validatorResource: string, more: CallOptions = {}) {
  const response = await portal.call(registration.verifyAccount, {
    body: codeBody(validatorResource),
    cookie: cookies.get(portal) ?? '',
    ...more,
  })
  const cookie = attemptCookieOf(response)
  if (cookie !== '') cookies.set(portal, cookie)
  return response
}

/** `name=value` of the cookie of a code request; empty when the answer has none. */
export const attemptCookieOf = (response: LightMyRequestResponse): string =>
  response.cookies
    .filter(({ name }) => name === attemptCookie)
    .map(({ name, value }) => `${name}=${value}`)
    .join()

/** Lists the messages in the outbox with their texts decrypted. */
export async function messagesOf({ db, deps }: TestPortal) {
  const rows = await db
    .selectFrom('outbox.message')
    .select(['dedupe_key', 'channel', 'recipient', 'subject', 'body_text', 'language'])
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    ...row,
    body_text: openBody(deps.keys, { dedupeKey: row.dedupe_key, bodyText: row.body_text }),
  }))
}

/** The code of the last message. @throws Error when there is none. */
export async function lastCode(portal: TestPortal): Promise<string> {
  const last = (await messagesOf(portal)).findLast(({ dedupe_key: key }) => key.startsWith('registration-code:'))
  const code = /(?<![0-9])[0-9]{6}(?![0-9])/u.exec(last?.body_text ?? '')?.[0]
  if (code === undefined) throw new Error('No code was sent')
  return code
}

/** Requests a code and reads it. */
export async function sentCode(portal: TestPortal): Promise<string> {
  await askForCode(portal, await chosenContact(portal))
  return lastCode(portal)
}

export const tryCode = async (
  portal: TestPortal,
  over: Partial<BodyOf<typeof registration.verifyCode>> &
    Pick<BodyOf<typeof registration.verifyCode>, 'validatorResource'>,
  more: CallOptions = {},
) =>
  portal.call(registration.verifyCode, {
    body: { accountNumber: applicant.accountNumber, verificationCode: '000000', ...over },
    cookie: cookies.get(portal) ?? '',
    ...more,
  })

/** Enters the right code for Tess. @throws Error when the portal refuses it. */
export async function verifiedRegistration(portal: TestPortal): Promise<AnswerOf<typeof registration.verifyCode>> {
  const verificationCode = await sentCode(portal)
  const response = await tryCode(portal, { verificationCode, validatorResource: await chosenContact(portal) })
  if (response.statusCode !== 200) throw new Error(`Not verified: ${response.statusCode} ${response.body}`)
  return response.json<AnswerOf<typeof registration.verifyCode>>()
}

export const register = async (
  portal: TestPortal,
  bearer: string,
  over: Partial<BodyOf<typeof registration.register>> = {},
  more: CallOptions = {},
) => portal.call(registration.register, { bearer, body: { ...form, ...over }, ...more })

/** Registers with an address that needs a code of its own, which is sent, read and entered. */
export async function registerWithCode(
  portal: TestPortal,
  bearer: string,
  over: Partial<BodyOf<typeof registration.register>> = {},
) {
  await register(portal, bearer, over)
  return register(portal, bearer, { ...over, emailCode: await openSealedCode(portal) })
}
