import { brandName, findCardType } from '../card-brand.ts'
import type { HandOff, PaymentType } from '../hand-off-form.ts'
import { type Html, html } from '../html.ts'
import { testBankAccounts, testCards, type TestNumber, testRoutingNumber } from '../test-numbers.ts'
import { messagesFor } from './messages.ts'

/** Groups as they are printed on a card: 4-4-4-4, or 4-6-5 for fifteen digits. */
const grouped = (digits: string): string =>
  digits.length === 15
    ? digits.replace(/^(\d{4})(\d{6})(\d{5})$/u, '$1 $2 $3')
    : digits.replace(/(\d{4})(?=\d)/gu, '$1 ')

/** The numbers that work here and what each of them does, folded away under the form. */
export function testNumbersNote(handOff: HandOff, method: PaymentType): Html {
  const texts = messagesFor(handOff.language)
  const accepted = ({ number }: TestNumber): boolean => {
    const type = findCardType(number)
    return type !== undefined && handOff.acceptedCardTypes.includes(type)
  }
  const numbers = method === 'cc' ? testCards.filter(accepted) : testBankAccounts
  return html`<details class="numbers">
<summary>${texts.testNumbers}</summary>
<p>${texts.testNumbersIntro} ${method === 'cc' ? texts.testCardHint : texts.testBankHint(testRoutingNumber)}</p>
<dl>${numbers
    .filter((entry) => entry.listed)
    .map((entry) => {
      const type = method === 'cc' ? findCardType(entry.number) : undefined
      const does = texts.behaviors[entry.behavior]
      return html`<div><dt>${method === 'cc' ? grouped(entry.number) : entry.number}</dt><dd>${type === undefined ? does : `${brandName(type)} · ${does}`}</dd></div>`
    })}</dl>
</details>`
}
