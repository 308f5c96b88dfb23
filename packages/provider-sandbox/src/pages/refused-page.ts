import type { Language } from '../hand-off-form.ts'
import { html } from '../html.ts'
import type { Answer } from '../http.ts'
import { icons } from './icons.ts'
import { page } from './layout.ts'
import { messagesFor } from './messages.ts'

/** The page that a payer sees when the portal did not sign the form; `faults` are for the operator of the portal. */
export function refusedPage(language: Language, faults: readonly string[]): Answer {
  const texts = messagesFor(language)
  return page({
    status: 400,
    language,
    title: `${texts.refusedTitle} – Sandbox`,
    content: html`<section class="panel">
<h1>${icons.warning} ${texts.refusedTitle}</h1>
<p>${texts.refusedText}</p>
<details><summary>${texts.reason}</summary><ul class="faults" lang="en">${faults.map((fault) => html`<li>${fault}</li>`)}</ul></details>
</section>`,
  })
}

/** The address leads to no payment. */
export function unknownPage(language: Language): Answer {
  const texts = messagesFor(language)
  return page({
    status: 404,
    language,
    title: `${texts.unknownTitle} – Sandbox`,
    content: html`<section class="panel"><h1>${texts.unknownTitle}</h1><p>${texts.unknownText}</p></section>`,
  })
}
