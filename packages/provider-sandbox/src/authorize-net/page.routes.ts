import { html } from '../html.ts'
import { type Answer, type Call, plainText, readForm, redirect, type Route } from '../http.ts'
import { formatMoney } from '../money.ts'
import { errorSummary, field, type NamedError } from '../pages/field.ts'
import { page as htmlPage } from '../pages/layout.ts'
import { messagesFor } from '../pages/messages.ts'
import type { AnetAccount, HostedPage, Instrument } from './anet-account.ts'
import { completePage, instrumentOf, openPage, shownNumbers } from './take-payments.ts'

/** The routes of the payer's side: the page that the form with a token opens, what it sends, and the way back. */
export const pageRoutes = (account: AnetAccount): Route[] => [
  {
    method: 'POST',
    path: '/payment/payment',
    handle: async (call) => {
      const page = openPage(account, (await readForm(call)).get('token') ?? '')
      return page === null ? gone : show(page, [])
    },
  },
  { method: 'POST', path: '/payment/pay', handle: (call) => take(account, call) },
  {
    method: 'POST',
    path: '/payment/cancel',
    handle: async (call) => {
      const page = openPage(account, (await readForm(call)).get('token') ?? '')
      return page === null ? gone : redirect(page.cancelUrl)
    },
  },
]

const gone = plainText(404, 'This page is no longer open. Nothing was charged.')

function show({ request, methods, token, returnUrl, cancelUrl }: HostedPage, errors: readonly NamedError[]): Answer {
  const texts = messagesFor('en')
  const [kind = 'card'] = methods
  const one = (name: string, label: string, maxLength: number) =>
    field({
      name,
      label,
      autocomplete: 'off',
      maxLength,
      error: errors.find((found) => found.field === name)?.text,
      digits: true,
    })
  const fields =
    kind === 'card'
      ? html`${one('number', texts.cardNumber, 24)}${one('expiry', `${texts.cardExpiry} (${texts.cardExpiryHint})`, 7)}`
      : one('number', texts.bankAccount, 17)
  return htmlPage({
    status: errors.length > 0 ? 422 : 200,
    language: 'en',
    title: 'Test payment page',
    formTargets: [returnUrl, cancelUrl],
    content: html`<h1>Test payment page</h1>
<p>${request.description}</p>
<p class="today"><span>${texts.amountToPay}</span> <strong>${formatMoney(request.amount, 'en')}</strong></p>
${errorSummary(texts.errorTitle, errors)}
<form method="post" action="/payment/pay" novalidate>
<input type="hidden" name="token" value="${token}"><input type="hidden" name="kind" value="${kind}">
${fields}
<button class="primary" type="submit">${texts.pay(formatMoney(request.amount, 'en'))}</button>
</form>
<form method="post" action="/payment/cancel"><input type="hidden" name="token" value="${token}"><button class="second" type="submit">Cancel</button></form>
<p class="small">Test numbers: ${shownNumbers[kind].join(', ')}</p>`,
  })
}

async function take(account: AnetAccount, call: Call): Promise<Answer> {
  const form = await readForm(call)
  const page = openPage(account, form.get('token') ?? '')
  if (page === null) return gone
  const refuse = (text: string): Answer => show(page, [{ field: 'number', text }])
  const kind = form.get('kind') as Instrument['kind']
  // The page offers its own methods only: a form that names another one was not made by it.
  if (!page.methods.includes(kind)) return refuse('This page does not take this method.')
  const number = (form.get('number') ?? '').replaceAll(/[ -]/gu, '')
  const instrument = instrumentOf(kind, number, form.get('expiry') ?? '')
  if (instrument === null) return refuse('Enter one of the test numbers below.')
  const { reasonCode } = completePage(account, page, instrument)
  return page.isPaid ? redirect(page.returnUrl) : refuse(`This transaction has been declined (${reasonCode}).`)
}
