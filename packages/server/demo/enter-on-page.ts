import type { Requisition } from '@coopline/contract/paying/payments/payment-request'

type Form = Pick<Requisition, 'configuration'> & {
  readonly paymentRequisitionSettings: Pick<Requisition['paymentRequisitionSettings'], 'actionUrl'>
}

/**
 * Posts a form that hands a payer to the sandbox provider, and what the payer types on the page behind it, as a browser does.
 *
 * @returns the address that the provider leads back to.
 * @throws Error when the provider does not answer, or refuses what was typed.
 */
export async function enterOnPage(
  { configuration, paymentRequisitionSettings: { actionUrl } }: Form,
  typed: Readonly<Record<string, string>>,
): Promise<string> {
  const opened = await post(actionUrl, Object.fromEntries(configuration.fields.map(({ name, value }) => [name, value])))
  return post(new URL(opened, actionUrl).href, typed)
}

async function post(address: string, fields: Readonly<Record<string, string>>): Promise<string> {
  const answer = await fetch(address, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' })
  const location = answer.headers.get('location')
  if (location === null) throw new Error(`The provider answered ${answer.status}: ${await answer.text()}`)
  return location
}
