import { z } from 'zod'
import { causeOf, fault, type Finding, ok, warning } from '../doctor/finding.ts'
import type { Env } from '../env.ts'
import { callProvider, discover, findOidcSettings, type OidcSettings } from './identity-provider.ts'
import { saysUnknownClient } from './outcome-of.ts'

const check = 'single sign-on'

/** Proves single sign-on as far as it goes without a person: the redirect address, the provider's answers, and the client. */
export async function proveStaffOidc(env: Env): Promise<readonly Finding[]> {
  const settings = findOidcSettings(env)
  if (settings === null) return []
  return [checkRedirect(env, settings), await checkProvider(settings)]
}

function checkRedirect({ NODE_ENV }: Env, { redirectUri }: OidcSettings): Finding {
  const about = `${check} address`
  if (redirectUri.startsWith('https:')) return ok(about, `Staff come back to ${redirectUri}.`)
  const advice = 'Set PUBLIC_ORIGIN to the https:// address, and register that address at the identity provider.'
  const text = `Staff come back to ${redirectUri}, which has no TLS.`
  return NODE_ENV === 'production' ? fault(about, text, advice) : warning(about, text, advice)
}

const keySet = z.object({ keys: z.array(z.object({ kty: z.string() })).min(1) })

async function checkProvider(settings: OidcSettings): Promise<Finding> {
  const { host } = new URL(settings.issuer)
  try {
    const { library, configs } = await discover(settings)
    const [config] = configs
    const address = config?.serverMetadata().jwks_uri ?? ''
    const answer = await callProvider(address, {})
    const { keys } = keySet.parse(await answer.json())
    for (const [place, one] of configs.entries()) {
      // Nobody has this token: the provider checks the client first and then refuses the token.
      const refused: unknown = await library
        .refreshTokenGrant(one, library.randomState())
        .catch((error: unknown) => error)
      if (saysUnknownClient(refused))
        return fault(
          check,
          `${host} answers and does not accept the client with secret ${place + 1} of ${configs.length}.`,
          'Check STAFF_OIDC_CLIENT_ID and STAFF_OIDC_CLIENT_SECRETS; of two secrets, take out the one that is no longer valid.',
        )
    }
    return ok(check, `${host} answers with ${keys.length} keys.`)
  } catch (error) {
    const cause = error instanceof z.ZodError ? 'its keys cannot be read' : causeOf(error)
    return fault(
      check,
      `${host} is no OpenID provider that the portal can use: ${cause}.`,
      'Check STAFF_OIDC_ISSUER: "ISSUER/.well-known/openid-configuration" must answer with that issuer, from this machine.',
    )
  }
}
