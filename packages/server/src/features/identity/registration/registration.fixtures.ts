import { registration } from '@coopline/contract/identity/registration/registration.contract'
import { anAccount } from '@coopline/testing/builders/account'
import { attemptCookie, codeSubject, newAttempt } from './code-attempt.ts'
import { insertGrant } from './grant.store.ts'
import { hashCode, newCode } from '../../../platform/verification-code/verification-code.ts'
import { replaceCode } from '../../../platform/verification-code/verification-code.store.ts'
import { sha256 } from '../../../platform/secrets/split-token.ts'
import { randomText } from '../../../platform/random.ts'
import { type SliceFixtures, type ValidCall, visitor } from '../../../testing/endpoint-fixture.ts'
import { applicant, chosenContact, seedApplicant } from '../../../testing/registering.ts'
import { seedAccount } from '../../../testing/seed-account.ts'
import type { TestPortal } from '../../../testing/test-portal.ts'

/** The valid calls of registration. Tess has an account and no login. Each registration is for a new member. */
export const fixtures: SliceFixtures = async ({ portal }) => {
  await seedApplicant(portal)
  const { accountNumber, memberNumber } = applicant
  const validatorResource = await chosenContact(portal)
  return [
    [registration.authenticationTypes, { ...visitor, body: { accountNumber } }],
    [registration.verifyAccount, { ...visitor, body: { accountNumber, validatorResource } }],
    [
      registration.verifyCode,
      async () => {
        const attempt = newAttempt(portal.deps)
        const verificationCode = await keepCode(portal, validatorResource, attempt)
        const headers = { ...visitor.headers, cookie: `${attemptCookie}=${attempt}` }
        return { ...visitor, headers, body: { accountNumber, validatorResource, verificationCode } }
      },
    ],
    [
      registration.usernameAvailability,
      async () => ({
        ...(await withGrant(portal, { accountNumber, memberNumber })),
        params: { username: 'tess.hartley' },
      }),
    ],
    [
      registration.register,
      async () => {
        const digits = String(Buffer.from(portal.deps.random.bytes(4)).readUInt32BE()).padStart(12, '9')
        const somebody = { accountNumber: digits, memberNumber: `N${digits}` }
        await seedAccount(
          portal.db,
          anAccount(somebody.accountNumber).of({ memberNumber: somebody.memberNumber, name: 'Somebody New' }),
        )
        return {
          ...(await withGrant(portal, somebody)),
          body: { ...applicant.form, ...somebody, loginId: `somebody.${digits}` },
        }
      },
    ],
  ]
}

/** Stores a new code for Tess, as if it had been sent. */
async function keepCode({ db, deps, clock }: TestPortal, resource: string, attempt: string): Promise<string> {
  const subject = codeSubject(applicant.accountNumber, attempt)
  const [now, code] = [clock.now(), newCode(deps.random)]
  const expiresAt = new Date(now.getTime() + 60_000)
  const hashes = hashCode(deps.keys, { subject, resource }, code)
  await db.transaction().execute(async (tx) => replaceCode(tx, { subject, ...hashes, now, expiresAt, maxAttempts: 5 }))
  return code
}

async function withGrant(
  { db, deps, clock }: TestPortal,
  whose: { readonly accountNumber: string; readonly memberNumber: string },
): Promise<ValidCall> {
  const token = randomText(deps.random, 32)
  const expiresAt = new Date(clock.now().getTime() + 60_000)
  await db
    .transaction()
    .execute(async (tx) => insertGrant(tx, { ...whose, tokenHash: sha256(token), contact: applicant.email, expiresAt }))
  return { ...visitor, headers: { ...visitor.headers, authorization: `Bearer ${token}` } }
}
