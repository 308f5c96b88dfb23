import { type StaffRole, staffRoles } from '@coopline/rules/staff/staff-sign-in/staff-rights'
import { z } from 'zod'
import { isLoopback } from '../unfit-for-production.ts'

/** A pair of the settings that list `name=value`. */
type Pair = readonly [name: string, value: string]

const pairs = (list: string): readonly Pair[] =>
  list.split(',').map((pair) => {
    const at = pair.indexOf('=')
    return [pair.slice(0, at), decodeURIComponent(pair.slice(at + 1))]
  })

/** Reads `name=value` pairs that are comma-separated, with values percent-encoded where they have a comma or a percent sign. */
const pairList = (form: RegExp, message: string) =>
  z
    .string()
    .regex(form, message)
    .transform((list, context) => {
      try {
        return pairs(list)
      } catch {
        context.addIssue(message)
        return z.NEVER
      }
    })

/** Addresses at Entra ID that stand for every organization: anybody's tenant could sign in. */
const multiTenant = /^https:\/\/login\.microsoftonline\.com\/(?:common|organizations|consumers)(?:\/|(?![\s\S]))/u

/** The address that OpenID Connect names as `iss`, with nothing after its path. Without TLS only a program of this machine. */
const issuer = z.url({ protocol: /^https?$/u }).superRefine((value, context) => {
  const url = new URL(value)
  if (url.search !== '' || url.hash !== '' || url.username !== '' || value.endsWith('?'))
    context.addIssue('Give the issuer as the provider writes it, without a query')
  if (url.protocol === 'http:' && !isLoopback(value)) context.addIssue('Give an https:// address')
  if (multiTenant.test(value)) context.addIssue('Give the issuer of your own tenant: this one is every organization’s')
})

const rolePair = `(?:${staffRoles.join('|')})=[ -+\\--~]{1,600}`
const claimPair = String.raw`[A-Za-z_][\w:./-]{0,99}=[ -+\--~]{1,300}`
const listOf = (pair: string): RegExp => new RegExp(`^${pair}(?:,${pair}){0,49}(?![\\s\\S])`, 'u')

const names = ['STAFF_OIDC_ISSUER', 'STAFF_OIDC_CLIENT_ID', 'STAFF_OIDC_CLIENT_SECRETS', 'STAFF_OIDC_ROLES'] as const

/** The process settings for the single sign-on of staff. */
export const staffOidcSettings = {
  STAFF_OIDC_ISSUER: issuer
    .optional()
    .describe(
      'Issuer of the identity provider at which staff sign in (docs/STAFF-SIGN-IN.md); unset: staff have local logins only',
    ),
  STAFF_OIDC_CLIENT_ID: z
    .string()
    .regex(/^[!-~]{1,255}(?![\s\S])/u, 'Give the client ID that the identity provider shows')
    .optional()
    .describe('Client ID of the portal at the identity provider'),
  STAFF_OIDC_CLIENT_SECRETS: z
    .string()
    .regex(
      /^[!-+\--~]{8,512}(?:,[!-+\--~]{8,512})?(?![\s\S])/u,
      'Give the client secret, or two while it is changed, comma-separated',
    )
    .transform((list) => list.split(','))
    .optional()
    .describe('Client secret of the portal at the identity provider; two, comma-separated, while it is changed'),
  STAFF_OIDC_ROLES: pairList(listOf(rolePair), 'Give role=group pairs, comma-separated')
    .transform((list) => list as readonly (readonly [role: StaffRole, group: string])[])
    .optional()
    .describe(
      'Groups of each role, as role=group pairs, comma-separated; of several that a person is in, the first pair counts. Percent-encode a comma and a percent sign in a group',
    ),
  STAFF_OIDC_NAME: z
    .string()
    .trim()
    .min(1)
    .max(60)
    .optional()
    .describe('Name of the identity provider on the sign-in page of staff. Default: the host of the issuer'),
  STAFF_OIDC_GROUPS_CLAIM: z
    .string()
    .regex(/^[A-Za-z_][\w:./-]{0,99}(?![\s\S])/u, 'Give the name of a claim')
    .default('groups')
    .describe('Claim of the ID token that lists a person’s groups'),
  STAFF_OIDC_SECOND_STEP: pairList(listOf(claimPair), 'Give claim=value pairs, comma-separated')
    .prefault('amr=mfa')
    .describe('Claims of the ID token of which any one proves a second step, as claim=value pairs, comma-separated'),
  STAFF_OIDC_SCOPES: z
    .string()
    .regex(/^openid(?: [!-~]{1,100}){0,19}(?![\s\S])/u, 'Give openid and further scopes, separated by spaces')
    .default('openid profile email offline_access')
    .describe('Scopes that the portal asks the identity provider for'),
  STAFF_OIDC_CHECK_SECONDS: z.coerce
    .number()
    .int()
    .min(15)
    .max(900)
    .default(60)
    .describe('The provider is asked again about a person’s groups when its last answer is this many seconds old'),
}

type Given = { readonly [Name in (typeof names)[number]]?: unknown }

/** Lists the settings that are missing where single sign-on is used. */
export const incompleteStaffOidc = (given: Given): readonly (readonly [setting: string, message: string])[] => {
  const missing = names.filter((name) => given[name] === undefined)
  return missing.length === names.length
    ? []
    : missing.map((name) => [name, 'Single sign-on needs the issuer, the client, its secret and the roles'] as const)
}
