import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import type { TestPortal } from './test-portal.ts'

/** Fields of bodies and answers that are credentials, prove an identity or name a bank account. */
const secretFields =
  /^(?:password|cnfpassword|currentPassword|secAnswer|securityQuestionAnswer|code|otc|token|key|verificationCode|accessToken|quickPayToken|registrationToken|secretNewKey|recoveryCodes|securityToken|encryptedAccount|encryptedMember|encryptedValidator|bankAccountNumber)$/iu

export interface SeenSecrets {
  /** The secrets, each with the field that it was in, as `body.password`. */
  readonly secrets: ReadonlyMap<string, string>
  readonly errors: readonly { readonly url: string; readonly body: string }[]
}

/** Notes every secret that a call of the portal carries or answers from now on, and every error answer. */
export function watchSecrets(portal: TestPortal): SeenSecrets {
  const secrets = new Map<string, string>()
  const errors: { url: string; body: string }[] = []
  const note = (text: string, what: string) => void (text.length >= 6 && secrets.set(text, what))
  const server = portal.server as unknown as { inject: (options: InjectOptions) => Promise<LightMyRequestResponse> }
  const inject = server.inject.bind(portal.server)
  server.inject = async (options) => {
    noteHeaders(options.headers ?? {}, note)
    if (typeof options.payload === 'string') noteFields(parsed(options.payload), 'body', note)
    const response = await inject(options)
    for (const { name, value } of response.cookies) note(value, `cookie ${name}`)
    const isError = response.statusCode >= 400
    if (isError)
      errors.push({ url: typeof options.url === 'string' ? options.url.replace(/\?.*/u, '') : '', body: response.body })
    else noteFields(parsed(response.body), 'answer', note)
    return response
  }
  return { secrets, errors }
}

/** A calendar URL contains a secret; a street address does not. */
const isUrl = (text: string) => text.includes('://')

type Note = (text: string, what: string) => void

function noteHeaders(headers: Readonly<Record<string, unknown>>, note: Note): void {
  const { authorization, cookie } = headers
  if (typeof authorization === 'string') note(authorization.replace('Bearer ', ''), 'authorization')
  for (const pair of typeof cookie === 'string' ? cookie.split(/; ?/u) : []) {
    const [name = '', value = ''] = pair.split('=')
    note(value, `cookie ${name}`)
  }
}

function noteFields(value: unknown, where: string, note: Note): void {
  if (typeof value !== 'object' || value === null) return
  for (const [name, inner] of Object.entries(value)) {
    const texts = [inner].flat().filter((one) => typeof one === 'string')
    if (secretFields.test(name) || (name === 'address' && texts.some(isUrl)))
      for (const text of texts) note(text, `${where}.${name}`)
    for (const one of [inner].flat()) noteFields(one, where, note)
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
