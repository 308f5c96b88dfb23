import { html } from '../html.ts'
import { type Answer, type Call, plainText, readForm, redirect, type Route } from '../http.ts'
import { formatMoney } from '../money.ts'
import { errorSummary, type NamedError } from '../pages/field.ts'
import { page as htmlPage } from '../pages/layout.ts'
import { messagesFor } from '../pages/messages.ts'
import type { AnetAccount, HostedPage } from './anet-account.ts'
import { instrumentFields, readInstrument } from './instrument-fields.ts'
import { completePage, openPage, shownNumbers } from './take-payments.ts'

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

export const gone = plainText(404, 'This page is no longer open. Nothing was charged or stored.')

function show({ request, methods, token, returnUrl, cancelUrl }: HostedPage, errors: readonly NamedError[]): Answer {
  const texts = messagesFor('en')
  const [kind = 'card'] = methods
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
${instrumentFields(kind, errors)}
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
  const instrument = readInstrument(form, page.methods)
  if (typeof instrument === 'string') return refuse(instrument)
  const { reasonCode } = completePage(account, page, instrument)
  return page.isPaid ? redirect(page.returnUrl) : refuse(`This transaction has been declined (${reasonCode}).`)
}
