import type { PaymentType } from '../hand-off-form.ts'
import { type Html, html } from '../html.ts'
import type { Answer } from '../http.ts'
import type { Method } from '../method.ts'
import { cardFields } from './card-fields.ts'
import { echeckFields } from './echeck-fields.ts'
import { errorSummary, type NamedError } from './field.ts'
import { icons } from './icons.ts'
import { page } from './layout.ts'
import { messagesFor } from './messages.ts'
import { openMethods, type PayPageParts } from './pay-page.ts'
import { testNumbersNote } from './test-numbers-note.ts'

export interface MethodPageParts {
  readonly method: Method
  readonly shown: PaymentType
  readonly kept: PayPageParts['kept']
  readonly errors: readonly NamedError[]
}

function kindLinks({ method, shown }: MethodPageParts): Html | null {
  const texts = messagesFor(method.handOff.language)
  const kinds = openMethods(method.handOff)
  if (kinds.length < 2) return null
  return html`<nav class="methods" aria-label="${texts.method}"><ul>${kinds.map(
    (one) =>
      html`<li><a href="?method=${one}"${one === shown && html` aria-current="page"`}>${one === 'cc' ? icons.card : icons.bank}<span><strong>${one === 'cc' ? texts.card : texts.echeck}</strong></span></a></li>`,
  )}</ul></nav>`
}

/** The page on which a payer enters a card or a bank account that is stored and not charged. */
export function methodPage(parts: MethodPageParts): Answer {
  const { method, shown, kept, errors } = parts
  const { handOff, sessionId } = method
  const texts = messagesFor(handOff.language)
  const byField = Object.fromEntries(errors.map((error) => [error.field, error.text]))
  const title = `${texts.storeTitle(handOff.utilityName)} – Sandbox`
  return page({
    status: errors.length > 0 ? 422 : 200,
    language: handOff.language,
    title: errors.length > 0 ? `${texts.errorPrefix}: ${title}` : title,
    formTargets: [handOff.returnUrl, handOff.cancelUrl],
    content: html`<section class="panel">
<p class="secure">${icons.lock} ${texts.securePayment}</p>
<h1>${texts.storeTitle(handOff.utilityName)}</h1>
<p>${texts.storeText(handOff.utilityName)}</p>
${handOff.accountDisplay !== '' && html`<p>${texts.account}: ${handOff.accountDisplay}</p>`}
${errorSummary(texts.errorTitle, errors)}
${kindLinks(parts)}
<form method="post" action="/methods/${sessionId}" novalidate>
<input type="hidden" name="method" value="${shown}">
${shown === 'cc' ? cardFields(handOff, kept, byField) : echeckFields(handOff, kept, byField)}
<button class="primary" type="submit">${icons.lock} ${texts.store}</button>
</form>
<form class="cancel" method="post" action="/methods/${sessionId}/cancel"><button class="plain" type="submit">${icons.back} ${texts.cancel(handOff.utilityName)}</button></form>
${testNumbersNote(handOff, shown)}
</section>`,
  })
}

/** The page of a method that was stored or canceled: nothing can be entered anymore. */
export function closedMethodPage({ handOff, state }: Method, returnHref: string): Answer {
  const texts = messagesFor(handOff.language)
  const isStored = state === 'stored'
  const title = isStored ? texts.storedTitle : texts.storeCanceledTitle
  return page({
    language: handOff.language,
    title: `${title} – Sandbox`,
    content: html`<section class="panel">
<h1 class="${isStored ? 'good' : ''}">${isStored ? icons.check : null} ${title}</h1>
<p>${isStored ? texts.storedText : texts.storeCanceledText}</p>
<p><a class="primary" href="${returnHref}">${icons.back} ${texts.returnTo(handOff.utilityName)}</a></p>
</section>`,
  })
}
