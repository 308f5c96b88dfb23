import { chargePayment } from './charge-payment.ts'
import { cancelPayment } from './change-payment.ts'
import { checkFormToken } from './form-signature.ts'
import { type PaymentType, readHandOff } from './hand-off-form.ts'
import { type Answer, type Call, readForm, redirect, type Route } from './http.ts'
import { openSession } from './open-session.ts'
import { closedPage } from './pages/closed-page.ts'
import { isCardTooMuch, nothingEntered, openMethods, payPage } from './pages/pay-page.ts'
import { refusedPage, unknownPage } from './pages/refused-page.ts'
import { enteredValues, parseInstrument } from './parse-instrument.ts'
import { pause } from './pause.ts'
import { canPay, type Payment } from './payment.ts'
import { findPaymentBySession } from './payment.store.ts'
import { returnAddress } from './return-address.ts'
import { nowSeconds, type Sandbox } from './sandbox-context.ts'

export const tokenFaults = {
  missing: 'authorizationToken: missing',
  malformed: 'authorizationToken: not of the form v1.kid.seconds.signature',
  'unknown-key': 'authorizationToken: signed with a key that is not known here',
  'wrong-signature': 'authorizationToken: does not fit the fields that came with it',
  expired: 'authorizationToken: older than 90 minutes',
  'from-the-future': 'authorizationToken: issued in the future; compare the clocks',
} as const

async function takeHandOff(sandbox: Sandbox, call: Call): Promise<Answer> {
  const form = await readForm(call)
  const fields = Object.fromEntries(form)
  const language = fields['language'] === 'es' ? 'es' : 'en'
  // A field that is sent twice would be signed once, and the portal and the provider could read different values.
  if (new Set(form.keys()).size !== form.size) return refusedPage(language, ['A field was sent more than once'])
  const verdict = checkFormToken(fields, sandbox.keys, nowSeconds(sandbox))
  if (!verdict.ok) return refusedPage(language, [tokenFaults[verdict.problem]])
  const reading = readHandOff(fields)
  if (!reading.ok) return refusedPage(language, reading.faults)
  return redirect(`/pay/${openSession(sandbox, reading.handOff, verdict.issuedAt)}`)
}

function backToPortal(sandbox: Sandbox, payment: Payment, address: string): string {
  const pointer = { transNo: payment.transNo, status: payment.state, iat: nowSeconds(sandbox) }
  return returnAddress(address, pointer, sandbox.keys[0])
}

/** The method to show: the one asked for, else the one tried last or preselected, else any that can be used. */
function chooseMethod({ handOff, paymentType }: Payment, requested: string | null): PaymentType {
  const methods = openMethods(handOff)
  const usable = methods.filter((method) => method !== 'cc' || !isCardTooMuch(handOff))
  const wanted = methods.find((method) => method === requested)
  return wanted ?? usable.find((method) => method === paymentType) ?? usable[0] ?? methods[0] ?? 'cc'
}

function showPayment(sandbox: Sandbox, call: Call): Answer {
  const payment = findPaymentBySession(sandbox.db, call.params['sessionId'] ?? '')
  if (payment === undefined) return unknownPage('en')
  const returnHref = backToPortal(sandbox, payment, payment.handOff.returnUrl)
  if (!canPay(payment)) return closedPage(payment, returnHref)
  const method = chooseMethod(payment, call.query.get('method'))
  return payPage({ payment, method, kept: nothingEntered, errors: [], returnHref })
}

/**
 * Redirects the browser after an attempt to pay: to the portal when the payment is paid, else to the page of its state.
 */
const afterPaying = (sandbox: Sandbox, payment: Payment, method: PaymentType): Answer =>
  payment.state === 'succeeded'
    ? redirect(backToPortal(sandbox, payment, payment.handOff.returnUrl))
    : redirect(`/pay/${payment.sessionId}${canPay(payment) ? `?method=${method}` : ''}`)

async function takePayment(sandbox: Sandbox, call: Call): Promise<Answer> {
  const form = await readForm(call)
  const payment = findPaymentBySession(sandbox.db, call.params['sessionId'] ?? '')
  if (payment === undefined) return unknownPage('en')
  const read = (name: string): string => (form.get(name) ?? '').slice(0, 100)
  const method = chooseMethod(payment, read('method'))
  if (!canPay(payment)) return afterPaying(sandbox, payment, method)

  const parsed = parseInstrument(sandbox, payment.handOff, method, read)
  if ('errors' in parsed) {
    const returnHref = backToPortal(sandbox, payment, payment.handOff.returnUrl)
    return payPage({ payment, method, kept: enteredValues(read), errors: parsed.errors, returnHref })
  }
  const attempt = read('attempt') === '' ? payment.attempts : Number(read('attempt'))
  const charged = chargePayment(sandbox, payment.sessionId, attempt, parsed.instrument)
  if (sandbox.mode === 'slow' || parsed.instrument.behavior === 'slow') await pause(sandbox, sandbox.timings.slowMs)
  return afterPaying(sandbox, charged, method)
}

function takeCancel(sandbox: Sandbox, call: Call): Answer {
  const found = findPaymentBySession(sandbox.db, call.params['sessionId'] ?? '')
  if (found === undefined) return unknownPage('en')
  const change = cancelPayment(sandbox, found.transNo)
  const payment = change.outcome === 'unknown' ? found : change.payment
  const { cancelUrl, returnUrl } = payment.handOff
  return redirect(backToPortal(sandbox, payment, payment.state === 'canceled' ? cancelUrl : returnUrl))
}

/** The payer's side: hand-off, page, payment, cancel. */
export const payRoutes = (sandbox: Sandbox): Route[] => [
  { method: 'POST', path: '/pay', handle: (call) => takeHandOff(sandbox, call) },
  { method: 'GET', path: '/pay/:sessionId', handle: (call) => showPayment(sandbox, call) },
  { method: 'POST', path: '/pay/:sessionId', handle: (call) => takePayment(sandbox, call) },
  { method: 'POST', path: '/pay/:sessionId/cancel', handle: (call) => takeCancel(sandbox, call) },
]
