import { createHash } from 'node:crypto'
import type { Answer, Call } from './http.ts'
import { plainText } from './http.ts'
import { isSameSignature } from './signing-keys.ts'

const digest = (text: string): string => createHash('sha256').update(text).digest('hex')

function givenPassword(header: string | undefined): string | undefined {
  const [, encoded] = /^Basic ([A-Za-z0-9+/=]+)$/iu.exec(header ?? '') ?? []
  if (encoded === undefined) return undefined
  const text = Buffer.from(encoded, 'base64').toString('utf8')
  const colon = text.indexOf(':')
  return colon < 0 ? undefined : text.slice(colon + 1)
}

/** Browsers send the password with forms of other sites too, so those must be recognized and refused. */
function isFromOurPages(call: Call): boolean {
  const site = call.header('sec-fetch-site')
  if (site !== undefined) return site === 'same-origin'
  const origin = call.header('origin') ?? ''
  return URL.canParse(origin) && new URL(origin).host === call.header('host')
}

/** `null` when the call may use the back office, else the answer that refuses it. Any username will do. */
export function refuseAccess(
  { backofficePassword }: { readonly backofficePassword: string },
  call: Call,
): Answer | null {
  const password = givenPassword(call.header('authorization'))
  if (password === undefined || !isSameSignature(digest(password), digest(backofficePassword))) {
    const challenge = { 'www-authenticate': 'Basic realm="Sandbox back office", charset="UTF-8"' }
    const refusal = plainText(401, 'Sign in with any username and the back office password.')
    return { ...refusal, headers: { ...refusal.headers, ...challenge } }
  }
  if (call.method === 'POST' && !isFromOurPages(call)) {
    return plainText(403, 'Use the buttons of the back office itself.')
  }
  return null
}
