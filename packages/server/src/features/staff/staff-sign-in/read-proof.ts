import { checkUsername } from '@coopline/rules/identity/username/check-username'
import type { StaffRole } from '@coopline/rules/staff/staff-sign-in/staff-rights'
import type { Env } from '../../../platform/env.ts'
import { sha256 } from '../../../platform/secrets/split-token.ts'
import type { Proof } from '../../../platform/staff-oidc/identity-provider.ts'

type Claims = Proof['claims']

/** The values of a claim that is a text or a list of texts. */
const valuesOf = (claims: Claims, name: string): readonly unknown[] => {
  const value = Object.hasOwn(claims, name) ? claims[name] : undefined
  return Array.isArray(value) ? value : [value]
}

/** The role of the first pair of `STAFF_OIDC_ROLES` whose group the person is in; `null` without one. */
export function roleOf(
  {
    STAFF_OIDC_ROLES: roles = [],
    STAFF_OIDC_GROUPS_CLAIM: claim,
  }: Pick<Env, 'STAFF_OIDC_ROLES' | 'STAFF_OIDC_GROUPS_CLAIM'>,
  claims: Claims,
): StaffRole | null {
  const groups = valuesOf(claims, claim)
  return roles.find(([, group]) => groups.includes(group))?.[0] ?? null
}

/** Tells whether the claims prove that the person signed in with a second step. */
export const provesSecondStep = (
  { STAFF_OIDC_SECOND_STEP: accepted }: Pick<Env, 'STAFF_OIDC_SECOND_STEP'>,
  claims: Claims,
): boolean => accepted.some(([name, value]) => valuesOf(claims, name).includes(value))

const longestName = 80

const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '')

/**
 * The username of a new login, as the audit and `coopline staff` name it: the provider's name for the person or their mail address, where
 * it has the form of a username.
 */
export function usernameOf({ claims, subject, issuer }: Pick<Proof, 'claims' | 'subject' | 'issuer'>): string {
  const offered = [claims['preferred_username'], claims['email']].map(textOf)
  const fit = offered.find((one) => checkUsername(one) === null && !one.includes(' '))
  return fit ?? `person-${sha256(`${issuer} ${subject}`).toString('hex').slice(0, 12)}`
}

/** The name that the console shows. */
export function nameOf(proof: Pick<Proof, 'claims' | 'subject' | 'issuer'>): string {
  const name = textOf(proof.claims['name']).replaceAll(/\p{C}/gu, '').slice(0, longestName)
  return name === '' ? usernameOf(proof) : name
}
