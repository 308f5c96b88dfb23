import { randomUUID } from 'node:crypto'
import { Secret } from 'otpauth'
import { createLogin } from '../src/features/identity/sign-in/public.ts'
import { inTransaction } from '../src/platform/db/in-transaction.ts'
import type { Deps } from '../src/platform/deps.ts'
import { encryptAtRest } from '../src/platform/secrets/encrypt-at-rest.ts'
import { normalizeAnswer } from '../src/features/identity/registration/public.ts'
import { hashPassword } from '../src/platform/secrets/hash-password.ts'
import type { DemoFact } from './demo-facts.ts'

/** A login that the demo cooperative must have. */
export interface DemoLogin {
  readonly memberNumber: string
  readonly username: string
  readonly password: string
  /** Secret of the authenticator app in base32; `null` without an app. */
  readonly appSecret: string | null
  readonly language: 'en' | 'es'
}

/** A login whose member has no account: signing in with it must end with a word about that. */
const withoutAccount = {
  memberNumber: '19999',
  username: 'nia.empty',
  password: 'Prairie!2026',
  appSecret: null,
  language: 'en',
} as const

/** The security question and answer of every demo login. */
const secret = { question: 'first-pet', answer: 'Prairie' } as const

/** The logins that the facts name, one for each member that has one. */
export function demoLogins(facts: readonly DemoFact[]): readonly DemoLogin[] {
  const byMember = new Map<string, DemoLogin>()
  for (const { member, username, password, whatElse } of facts) {
    if (username === null || password === null || byMember.has(member)) continue
    byMember.set(member, {
      memberNumber: member,
      username,
      password,
      appSecret: /authenticator app, secret ([A-Z2-7]{16,32})/u.exec(whatElse)?.[1] ?? null,
      language: whatElse.includes('prefers Spanish') ? 'es' : 'en',
    })
  }
  return [...byMember.values(), withoutAccount]
}

/**
 * Creates the demo logins that are missing and leaves existing ones unchanged. All have the same password and share one hash:
 * hashing is slow on purpose, and the first start should not be.
 *
 * @returns the numbers of the members whose login is new.
 */
export async function createDemoLogins(
  deps: Pick<Deps, 'db' | 'keys' | 'random' | 'clock' | 'heavyWork' | 'hashCost'>,
  logins: readonly DemoLogin[],
): Promise<ReadonlySet<string>> {
  const taken = await deps.db.selectFrom('portal.login').select('member_number').execute()
  const there = new Set(taken.map((row) => row.member_number))
  const missing = logins.filter((login) => !there.has(login.memberNumber))
  const hashes = new Map<string, string>()
  for (const { password } of missing)
    if (!hashes.has(password)) hashes.set(password, await hashPassword(deps, password))
  const answerHash = missing.length === 0 ? null : await hashPassword(deps, normalizeAnswer(secret.answer))
  await inTransaction(deps.db, async (tx) => {
    for (const login of missing) {
      const loginId = randomUUID()
      const app = login.appSecret === null ? undefined : Secret.fromBase32(login.appSecret).bytes
      const created = {
        loginId,
        username: login.username,
        memberNumber: login.memberNumber,
        email: `${login.username}@example.org`,
        passwordHash: hashes.get(login.password) ?? '',
        secretQuestion: secret.question,
        secretAnswerHash: answerHash,
        language: login.language,
        createdAt: deps.clock.now(),
      }
      await createLogin(tx, created, app && encryptAtRest(deps, 'app-secret', app, loginId))
    }
  })
  return new Set(missing.map(({ memberNumber }) => memberNumber))
}
