import type { Deps } from '../../platform/deps.ts'
import type { RequestFacts } from '../../platform/http/call.ts'
import { randomText } from '../../platform/random.ts'
import { sha256 } from '../../platform/secrets/halves.ts'

/** The browser that asked for a code, out of reach for scripts: only it may enter the code (decision 0028). */
export const attemptCookie = '__Host-portal_rg'

const form = /^[A-Za-z0-9_-]{43}(?![\s\S])/u

/** The attempt of a browser that has asked for a code before. */
export function findAttempt(facts: Pick<RequestFacts, 'cookie'>): string | undefined {
  const attempt = facts.cookie(attemptCookie) ?? ''
  return form.test(attempt) ? attempt : undefined
}

export const newAttempt = (deps: Pick<Deps, 'random'>): string => randomText(deps.random, 32)

/**
 * What a code is kept under. A code of its own for each attempt: a stranger who asks for one, or enters wrong ones, neither
 * replaces nor burns the code of the member.
 */
export const codeSubject = (accountNumber: string, attempt: string): string =>
  `registration:${accountNumber}:${sha256(attempt).toString('base64url')}`
