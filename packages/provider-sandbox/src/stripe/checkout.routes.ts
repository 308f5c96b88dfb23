import { type Answer, type Call, plainText, readForm, redirect, type Route } from '../http.ts'
import type { NamedError } from '../pages/field.ts'
import { messagesFor } from '../pages/messages.ts'
import type { StripeApi } from './api.routes.ts'
import { checkoutPage, languageOf, methodsOf } from './checkout.page.ts'
import type { Instrument } from './method-objects.ts'
import { Refusal } from './stripe-account.ts'
import type { StoredSession } from './stored-objects.ts'
import { bankOf, cardOf, testRoutingNumber } from './test-instruments.ts'
import { completeSession } from './take-payments.ts'

/** The routes of the payer's side: the page, what it sends, and the way back. */
export const checkoutRoutes = (api: StripeApi): Route[] => [
  { method: 'GET', path: '/c/pay/:id', handle: (call) => show(api, call) },
  { method: 'POST', path: '/c/pay/:id', handle: (call) => take(api, call) },
  {
    method: 'GET',
    path: '/c/pay/:id/back',
    handle: (call) => {
      const back = find(api, call)?.cancel_url ?? null
      return back === null ? gone : redirect(back)
    },
  },
]

const gone = plainText(404, 'This page is no longer open. Nothing was charged.')

const find = ({ account }: StripeApi, call: Call): StoredSession | undefined =>
  account.store.find('checkout.session', call.params['id'])

function show(api: StripeApi, call: Call): Answer {
  const session = find(api, call)
  if (session === undefined || session.status === 'expired') return gone
  if (session.status === 'complete') return redirect(successUrl(session))
  return pageOf(api, session, call.query.get('method'), [], null)
}

const successUrl = ({ success_url, id }: StoredSession): string =>
  (success_url ?? '').replaceAll('{CHECKOUT_SESSION_ID}', id)

function pageOf(
  { account }: StripeApi,
  session: StoredSession,
  wanted: string | null,
  errors: readonly NamedError[],
  declined: string | null,
): Answer {
  const methods = methodsOf(session)
  const method = methods.find((one) => one === wanted) ?? methods[0] ?? 'cc'
  const items = [...account.store.linked(`${session.id}/items`)]
    .map((text): [number, string, number] => JSON.parse(text))
    .toSorted(([first], [second]) => first - second)
    .map(([, name, amount]) => ({ name, amount }))
  return checkoutPage({ session, items, method, errors, declined })
}

async function take(api: StripeApi, call: Call): Promise<Answer> {
  const form = await readForm(call)
  const session = find(api, call)
  if (session === undefined || session.status === 'expired') return gone
  if (session.status === 'complete') return redirect(successUrl(session))
  const method = form.get('method')
  const instrument = instrumentOf(form, session)
  if ('errors' in instrument) return pageOf(api, session, method, instrument.errors, null)
  try {
    return redirect(successUrl(completeSession(api.account, session, instrument)))
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return pageOf(api, session, method, [], error.message)
  }
}

function instrumentOf(form: URLSearchParams, session: StoredSession): Instrument | { errors: readonly NamedError[] } {
  const texts = messagesFor(languageOf(session))
  const digits = (name: string): string => (form.get(name) ?? '').replaceAll(/[ -]/gu, '')
  const method = form.get('method')
  // The page offers the methods of its session only, and a form that names another one was not made by it.
  if (methodsOf(session).every((one) => one !== method)) return { errors: [{ field: 'method', text: texts.method }] }
  if (method === 'echeck') {
    const bank = bankOf(digits('bankAccount'), digits('routingNumber'))
    return bank ?? { errors: [{ field: 'bankAccount', text: texts.testBankHint(testRoutingNumber) }] }
  }
  const [, month = '', year = ''] = /^(\d{1,2})\/(?:20)?(\d{2})$/u.exec(digits('cardExpiry')) ?? []
  const card = cardOf(digits('cardNumber'), { month: Number(month), year: 2000 + Number(year) })
  if (card === null) return { errors: [{ field: 'cardNumber', text: texts.testCardHint }] }
  return month === '' ? { errors: [{ field: 'cardExpiry', text: texts.cardExpiryHint }] } : card
}
