import { type Html, html } from '../html.ts'
import { type Answer, type Call, readForm, redirect, type Route } from '../http.ts'
import { errorSummary, type NamedError } from '../pages/field.ts'
import { page as htmlPage } from '../pages/layout.ts'
import { messagesFor } from '../pages/messages.ts'
import type { AnetAccount, Instrument, ProfilePage } from './anet-account.ts'
import { instrumentFields, readInstrument } from './instrument-fields.ts'
import { gone } from './page.routes.ts'
import { openProfilePage, shownNumbers, storeInstrument } from './take-payments.ts'

/** The routes of the page on which a customer stores a method. The vendor has one way back from it. */
export const profilePageRoutes = (account: AnetAccount): Route[] => {
  const opened = (answer: (page: ProfilePage, form: URLSearchParams) => Answer) => async (call: Call) => {
    const form = await readForm(call)
    const page = openProfilePage(account, form.get('token') ?? '')
    return page === null ? gone : answer(page, form)
  }
  return [
    {
      method: 'POST',
      path: '/customer/addPayment',
      handle: opened((page, form) => show(page, form.get('kind'), [])),
    },
    { method: 'POST', path: '/customer/save', handle: opened((page, form) => take(account, page, form)) },
    { method: 'POST', path: '/customer/cancel', handle: opened(({ returnUrl }) => redirect(returnUrl)) },
  ]
}

function take(account: AnetAccount, page: ProfilePage, form: URLSearchParams): Answer {
  const refuse = (text: string): Answer => show(page, form.get('kind'), [{ field: 'number', text }])
  const instrument = readInstrument(form, page.methods)
  if (typeof instrument === 'string') return refuse(instrument)
  const declined = storeInstrument(account, page, instrument)
  return declined === null ? redirect(page.returnUrl) : refuse(`This transaction has been declined (${declined}).`)
}

const names = { card: 'Credit card', bank: 'Bank account' } as const

function show(
  { methods, token, returnUrl, returnText }: ProfilePage,
  wanted: string | null,
  errors: readonly NamedError[],
): Answer {
  const kind = methods.find((one) => one === wanted) ?? methods[0] ?? 'card'
  const texts = messagesFor('en')
  const hidden = (name: string, value: string): Html => html`<input type="hidden" name="${name}" value="${value}">`
  const other = (one: Instrument['kind']): Html =>
    html`<form method="post" action="/customer/addPayment">${hidden('token', token)}${hidden('kind', one)}
<button class="second" type="submit">${names[one]}</button></form>`
  return htmlPage({
    status: errors.length > 0 ? 422 : 200,
    language: 'en',
    title: 'Test page for payment methods',
    formTargets: [returnUrl],
    content: html`<h1>${names[kind]}</h1>
${methods.filter((one) => one !== kind).map(other)}
${errorSummary(texts.errorTitle, errors)}
<form method="post" action="/customer/save" novalidate>
${hidden('token', token)}${hidden('kind', kind)}
${instrumentFields(kind, errors)}
<button class="primary" type="submit">Save</button>
</form>
<form method="post" action="/customer/cancel">${hidden('token', token)}<button class="second" type="submit">${returnText}</button></form>
<p class="small">Test numbers: ${shownNumbers[kind].join(', ')}</p>`,
  })
}
