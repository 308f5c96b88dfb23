import { randomUUID } from 'node:crypto'
import { refuseAccess } from './backoffice-access.ts'
import { type Answer, type Call, readForm, type Route } from './http.ts'
import { backofficeTexts } from './pages/backoffice-texts.ts'
import { signPostback } from './postback-signature.ts'
import { nowSeconds, type Sandbox } from './sandbox-context.ts'

const answerTimeoutMs = 15_000

/** Sends the portal a text message, as a text-message service would. @returns the outcome as a sentence. */
async function deliver(sandbox: Sandbox, from: string, text: string): Promise<string> {
  const body = JSON.stringify({ from, text })
  const headers = signPostback(sandbox.keys, {
    eventId: `text.${randomUUID()}`,
    seconds: nowSeconds(sandbox),
    rawBody: body,
  })
  try {
    const signal = AbortSignal.any([sandbox.stopping, AbortSignal.timeout(answerTimeoutMs)])
    const answer = await fetch(sandbox.textsUrl, { method: 'POST', headers, body, redirect: 'manual', signal })
    const said = (await answer.text()).slice(0, 300)
    return answer.ok ? `The portal took the text: ${said}` : `The portal answered ${answer.status}: ${said}`
  } catch (error) {
    return `The portal did not answer: ${error instanceof Error ? error.message : String(error)}`
  }
}

async function send(sandbox: Sandbox, call: Call): Promise<Answer> {
  const form = await readForm(call)
  const typed = { phone: form.get('phone') ?? '', text: (form.get('text') ?? '').slice(0, 1_600) }
  const digits = typed.phone.replaceAll(/\D/gu, '').replace(/^1(?=\d{10}$)/u, '')
  const outcome =
    digits.length === 10 ? await deliver(sandbox, `+1${digits}`, typed.text) : 'Enter a phone number with ten digits.'
  return backofficeTexts({ ...typed, outcome })
}

/** The page of the back office that plays a member's phone. */
export const textsRoutes = (sandbox: Sandbox): Route[] => [
  {
    method: 'GET',
    path: '/backoffice/texts',
    handle: (call) => refuseAccess(sandbox, call) ?? backofficeTexts({ phone: '', text: 'OUT', outcome: null }),
  },
  { method: 'POST', path: '/backoffice/texts', handle: (call) => refuseAccess(sandbox, call) ?? send(sandbox, call) },
]
