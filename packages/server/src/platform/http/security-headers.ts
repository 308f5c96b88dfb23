/** The sources that a page needs beyond the portal's own origin. */
export interface PageSources {
  readonly styleHashes?: readonly string[]
  readonly scriptHashes?: readonly string[]
  readonly scriptOrigins?: readonly string[]
  readonly connectOrigins?: readonly string[]
  readonly imageOrigins?: readonly string[]
  readonly formOrigins?: readonly string[]
  readonly frameOrigins?: readonly string[]
  /** Names of Trusted Types policies that the page may create. */
  readonly trustedTypes?: readonly string[]
}

const reportsPath = '/api/v3/site/csp-reports'

const quoted = (hash: string): string => `'${hash}'`

/** The content security policy: nothing but our own origin, plus exactly what a page or a setting names. */
export function contentSecurityPolicy(sources: PageSources = {}): string {
  const list = (...values: readonly (readonly string[] | undefined)[]) =>
    values.flatMap((value) => value ?? []).join(' ')
  return [
    "default-src 'none'",
    `script-src ${list(["'self'"], sources.scriptHashes?.map(quoted), sources.scriptOrigins)}`,
    `style-src ${list(["'self'"], sources.styleHashes?.map(quoted))}`,
    `img-src ${list(["'self'", 'data:', 'blob:'], sources.imageOrigins)}`,
    "font-src 'self'",
    `connect-src ${list(["'self'"], sources.connectOrigins)}`,
    `frame-src ${list(["'self'", 'blob:'], sources.frameOrigins)}`,
    "worker-src 'self'",
    "manifest-src 'self'",
    "media-src 'self'",
    `form-action ${list(["'self'"], sources.formOrigins)}`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "object-src 'none'",
    "require-trusted-types-for 'script'",
    `trusted-types ${list(sources.trustedTypes?.length ? sources.trustedTypes : ["'none'"])}`,
    `report-uri ${reportsPath}`,
    'report-to csp',
  ].join('; ')
}

/** Headers of every answer, errors and files included. */
export const fixedHeaders: Readonly<Record<string, string>> = {
  'strict-transport-security': 'max-age=63072000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'x-frame-options': 'DENY',
  'x-dns-prefetch-control': 'off',
  'x-permitted-cross-domain-policies': 'none',
  'reporting-endpoints': `csp="${reportsPath}"`,
  'permissions-policy':
    'accelerometer=(), autoplay=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), midi=(), payment=(), usb=(), browsing-topics=()',
}
