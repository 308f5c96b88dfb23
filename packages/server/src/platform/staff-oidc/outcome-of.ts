import { PortalError, Unavailable } from '../errors.ts'

/** The reason that nothing is proven: the provider refused, or what it sent does not hold. */
type NotProvenReason = 'provider-refused' | 'token-not-valid'

/** Thrown when the identity provider, or what it sent, does not prove an identity. */
export class NotProven extends PortalError {
  readonly reason: NotProvenReason
  /** The code of the library or of the provider. */
  readonly code: string
  constructor(reason: NotProvenReason, code: string) {
    super(`Single sign-on proved nothing: ${reason}`, { code })
    this.reason = reason
    this.code = code
  }
}

const fieldOf = (error: unknown, name: 'code' | 'error' | 'status'): unknown =>
  typeof error === 'object' && error !== null && name in error ? (error as Record<string, unknown>)[name] : undefined

/** Codes by which a provider says that it does not know the client or its secret. */
const unknownClient: ReadonlySet<unknown> = new Set(['invalid_client', 'unauthorized_client'])

/** Tells whether the provider does not know the client by its secret. */
export const saysUnknownClient = (error: unknown): boolean => unknownClient.has(fieldOf(error, 'error'))

/** Codes of a provider that is there and cannot answer now. */
const passing: ReadonlySet<unknown> = new Set(['temporarily_unavailable', 'server_error', 'slow_down'])

/** Codes of the libraries for what was received and does not hold. */
const notHolding =
  /^(?:OAUTH_(?:INVALID_RESPONSE|PARSE_ERROR|JWT_|JSON_ATTRIBUTE|KEY_SELECTION|UNSUPPORTED_OPERATION)|ERR_J(?:WT|WS|OSE)_|ERR_JWKS_(?:NO_MATCHING_KEY|MULTIPLE_MATCHING_KEYS))/u

/** Those among them that say that the provider sent no keys. */
const withoutKeys: ReadonlySet<unknown> = new Set(['ERR_JOSE_GENERIC', 'ERR_JWKS_TIMEOUT'])

/**
 * The outcome of a call to the identity provider that failed: `NotProven` when it says so or what it sent does not hold, and Unavailable
 * for everything else. It keeps codes only: messages and causes of the libraries may have tokens.
 */
export function outcomeOf(error: unknown): Error {
  if (error instanceof PortalError) return error
  const [code, said] = [fieldOf(error, 'code'), fieldOf(error, 'error')]
  const isBusy = Number(fieldOf(error, 'status') ?? 0) >= 429 || passing.has(said)
  if (typeof said === 'string' && !isBusy && !saysUnknownClient(error))
    return new NotProven('provider-refused', codeOf(error))
  if (typeof code === 'string' && notHolding.test(code) && !withoutKeys.has(code))
    return new NotProven('token-not-valid', codeOf(error))
  return awayBecause(error)
}

/** The error for a provider that gives no usable answer. */
export const awayBecause = (error: unknown): Unavailable =>
  new Unavailable(`Single sign-on at the identity provider (${codeOf(error)})`)

function codeOf(error: unknown): string {
  const found = [fieldOf(error, 'error'), fieldOf(error, 'code')].find((one) => typeof one === 'string')
  return (found ?? 'no answer').replaceAll(/[^\w.-]/gu, ' ').slice(0, 60)
}
