import { type Html, html } from '../html.ts'
import { field, type NamedError } from '../pages/field.ts'
import { messagesFor } from '../pages/messages.ts'
import type { Instrument } from './anet-account.ts'
import { instrumentOf } from './take-payments.ts'

/** The fields of a page into which a card or a bank account is entered. */
export function instrumentFields(kind: Instrument['kind'], errors: readonly NamedError[]): Html {
  const texts = messagesFor('en')
  const one = (name: string, label: string, maxLength: number) =>
    field({
      name,
      label,
      autocomplete: 'off',
      maxLength,
      error: errors.find((found) => found.field === name)?.text,
      digits: true,
    })
  return kind === 'card'
    ? html`${one('number', texts.cardNumber, 24)}${one('expiry', `${texts.cardExpiry} (${texts.cardExpiryHint})`, 7)}`
    : one('number', texts.bankAccount, 17)
}

/** Reads what was entered into the fields of a page. @returns the method, or the sentence with which the page refuses it. */
export function readInstrument(form: URLSearchParams, methods: readonly Instrument['kind'][]): Instrument | string {
  const kind = form.get('kind') as Instrument['kind']
  // The page offers its own methods only: a form that names another one was not made by it.
  if (!methods.includes(kind)) return 'This page does not take this method.'
  const number = (form.get('number') ?? '').replaceAll(/[ -]/gu, '')
  return instrumentOf(kind, number, form.get('expiry') ?? '') ?? 'Enter one of the test numbers below.'
}
