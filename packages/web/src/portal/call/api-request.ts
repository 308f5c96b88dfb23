type Query = Readonly<Record<string, string | number | boolean | undefined>>

const apiPrefix = '/api'

/** The address of a call with its parameters in braces: `/api/v3/members/{memberNumber}/accounts?pageSize=5`. */
export function addressTemplate(line: string, query: Query = {}): string {
  const pairs = Object.entries(query).filter((pair) => pair[1] !== undefined)
  const search = new URLSearchParams(pairs.map(([key, value]) => [key, String(value)])).toString()
  return `${apiPrefix}${line.split(' ')[1] ?? ''}${search === '' ? '' : `?${search}`}`
}

/** Nothing of a query can look like a parameter: its braces are encoded. */
export const fillAddress = (template: string, params: Readonly<Record<string, string>> = {}): string =>
  template.replaceAll(/\{(\w+)\}/gu, (_, name: string) => encodeURIComponent(params[name] ?? ''))

interface Sender {
  readonly bearer?: string | undefined
  readonly idempotencyKey?: string | undefined
}

/** Builds the headers of a request: the caller's credentials, the language, and the type of the body. */
export const requestHeaders = ({ bearer, idempotencyKey }: Sender, hasBody = false): Record<string, string> => ({
  accept: 'application/json',
  'accept-language': document.documentElement.lang || 'en',
  applicationid: 'Web',
  ...(hasBody && { 'content-type': 'application/json' }),
  ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
  ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
})
