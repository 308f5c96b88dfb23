import { html } from '../html.ts'
import type { Answer } from '../http.ts'
import { field } from './field.ts'
import { icons } from './icons.ts'
import { page } from './layout.ts'

export interface TextParts {
  readonly phone: string
  readonly text: string
  /** The result of the last text; null before the first one. */
  readonly outcome: string | null
}

/** The form that sends the portal a text message from a member's phone. */
export const backofficeTexts = ({ phone, text, outcome }: TextParts): Answer =>
  page({
    language: 'en',
    title: 'Text messages – Sandbox back office',
    content: html`<p><a class="up" href="/backoffice">${icons.back} Payments</a></p>
<h1>Send a text message</h1>
<p>The portal gets this text as if a member had sent it: OUT, STATUS, STOP, START or HELP. Its answer is in the portal’s mailbox.</p>
${outcome !== null && html`<p role="status"><strong>${outcome}</strong></p>`}
<form class="panel" method="post" action="/backoffice/texts">
${field({ name: 'phone', label: 'From phone number', value: phone, autocomplete: 'off', maxLength: 24, digits: true })}
${field({ name: 'text', label: 'Text', value: text, autocomplete: 'off', maxLength: 1600 })}
<button class="primary" type="submit">Send</button>
</form>`,
  })
