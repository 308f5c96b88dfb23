import { cancelMethod, openMethod, storeMethod } from './change-method.ts'
import { checkFormToken } from './form-signature.ts'
import { type PaymentType, readMethodForm } from './hand-off-form.ts'
import { type Answer, type Call, readForm, redirect, type Route } from './http.ts'
import type { Method } from './method.ts'
import { findMethod } from './method.store.ts'
import { closedMethodPage, methodPage } from './pages/method-page.ts'
import { nothingEntered, openMethods } from './pages/pay-page.ts'
import { refusedPage, unknownPage } from './pages/refused-page.ts'
import { enteredValues, parseInstrument } from './parse-instrument.ts'
import { pause } from './pause.ts'
import { tokenFaults } from './pay.routes.ts'
import { returnAddress } from './return-address.ts'
import { nowSeconds, type Sandbox } from './sandbox-context.ts'

async function takeMethodForm(sandbox: Sandbox, call: Call): Promise<Answer> {
  const form = await readForm(call)
  const fields = Object.fromEntries(form)
  const language = fields['language'] === 'es' ? 'es' : 'en'
  if (new Set(form.keys()).size !== form.size) return refusedPage(language, ['A field was sent more than once'])
  const verdict = checkFormToken(fields, sandbox.keys, nowSeconds(sandbox))
  if (!verdict.ok) return refusedPage(language, [tokenFaults[verdict.problem]])
  const reading = readMethodForm(fields)
  if (!reading.ok) return refusedPage(language, reading.faults)
  return redirect(`/methods/${openMethod(sandbox, reading.handOff).sessionId}`)
}

function backToPortal(sandbox: Sandbox, { reference, state, handOff }: Method): string {
  const pointer = { transNo: reference, status: state, iat: nowSeconds(sandbox) }
  return returnAddress(state === 'stored' ? handOff.returnUrl : handOff.cancelUrl, pointer, sandbox.keys[0])
}

const sessionOf = (sandbox: Sandbox, call: Call): Method | undefined =>
  findMethod(sandbox.db, 'session_id', call.params['sessionId'] ?? '')

const kindOf = ({ handOff }: Method, requested: string | null): PaymentType => {
  const kinds = openMethods(handOff)
  return kinds.find((kind) => kind === requested) ?? kinds[0] ?? 'cc'
}

function showMethod(sandbox: Sandbox, call: Call): Answer {
  const method = sessionOf(sandbox, call)
  if (method === undefined) return unknownPage('en')
  if (method.state !== 'open') return closedMethodPage(method, backToPortal(sandbox, method))
  return methodPage({ method, shown: kindOf(method, call.query.get('method')), kept: nothingEntered, errors: [] })
}

async function takeMethod(sandbox: Sandbox, call: Call): Promise<Answer> {
  const form = await readForm(call)
  const method = sessionOf(sandbox, call)
  if (method === undefined) return unknownPage('en')
  if (method.state !== 'open') return redirect(backToPortal(sandbox, method))
  const read = (name: string): string => (form.get(name) ?? '').slice(0, 100)
  const shown = kindOf(method, read('method'))
  const parsed = parseInstrument(sandbox, method.handOff, shown, read)
  if ('errors' in parsed) return methodPage({ method, shown, kept: enteredValues(read), errors: parsed.errors })
  const stored = storeMethod(sandbox, method, parsed.instrument)
  if (sandbox.mode === 'slow' || stored.behavior === 'slow') await pause(sandbox, sandbox.timings.slowMs)
  return redirect(backToPortal(sandbox, stored))
}

function takeCancel(sandbox: Sandbox, call: Call): Answer {
  const method = sessionOf(sandbox, call)
  return method === undefined ? unknownPage('en') : redirect(backToPortal(sandbox, cancelMethod(sandbox, method)))
}

/** The payer's side of storing a card or a bank account. */
export const methodRoutes = (sandbox: Sandbox): Route[] => [
  { method: 'POST', path: '/methods', handle: (call) => takeMethodForm(sandbox, call) },
  { method: 'GET', path: '/methods/:sessionId', handle: (call) => showMethod(sandbox, call) },
  { method: 'POST', path: '/methods/:sessionId', handle: (call) => takeMethod(sandbox, call) },
  { method: 'POST', path: '/methods/:sessionId/cancel', handle: (call) => takeCancel(sandbox, call) },
]
