import type { Page } from 'playwright-core'
import type { PortalUnderTest } from './portal-under-test.ts'
import { openPayStep, sendPayment, type DemoAccount } from './quick-payer.ts'

/**
 * Pays as far as the hidden form and holds the form back from the provider; the page stays where it is.
 *
 * @returns the fields of the form.
 */
export async function holdBackHandOff(
  page: Page,
  portal: Pick<PortalUnderTest, 'origin' | 'providerOrigin'>,
  account: DemoAccount,
): Promise<URLSearchParams> {
  const sent = Promise.withResolvers<string>()
  await page.route(`${portal.providerOrigin}/pay`, async (route) => {
    sent.resolve(route.request().postData() ?? '')
    // No content: the browser stays on the page that it has.
    await route.fulfill({ status: 204 })
  })
  await openPayStep(page, portal, account)
  await sendPayment(page, '10.00')
  const fields = new URLSearchParams(await sent.promise)
  await page.unroute(`${portal.providerOrigin}/pay`)
  return fields
}

/** Posts a form to the provider as a browser would. @returns the status of the answer. */
export async function postHandOff(
  { providerOrigin }: Pick<PortalUnderTest, 'providerOrigin'>,
  fields: URLSearchParams,
): Promise<number> {
  const answer = await fetch(`${providerOrigin}/pay`, { method: 'POST', body: fields, redirect: 'manual' })
  return answer.status
}

/** Whether the provider has ever opened a payment of this number. */
export async function isKnownToProvider(
  { providerOrigin }: Pick<PortalUnderTest, 'providerOrigin'>,
  transNo: string,
): Promise<boolean> {
  const authorization = `Basic ${btoa('clerk:sandbox')}`
  const answer = await fetch(`${providerOrigin}/backoffice/payments/${transNo}`, { headers: { authorization } })
  if (answer.status !== 200 && answer.status !== 404) throw new Error(`The back office answered ${answer.status}`)
  return answer.status === 200
}
