import { addDays, type CalendarDate } from '@coopline/rules/kernel/calendar-date'
import { cents } from '@coopline/rules/kernel/money'
import { lookUpMethodOf, requestMethod } from '../src/features/paying/payments/public.ts'
import { scheduleIn } from '../src/features/paying/scheduled-payments/public.ts'
import { lookUpLogin } from '../src/features/identity/sign-in/public.ts'
import { inTransaction } from '../src/platform/db/in-transaction.ts'
import type { Deps } from '../src/platform/deps.ts'
import type { MemberRequest } from '../src/platform/http/call.ts'
import type { DemoFact } from './demo-facts.ts'
import type { Requisition } from '@coopline/contract/paying/payments/payment-request'

/** Numbers that the sandbox provider accepts. A card that the journeys and the welcome text do not use. */
const card = {
  method: 'cc',
  cardName: 'Demo Member',
  cardNumber: '5555555555554444',
  cardExpiry: '12/39',
  cardCvc: '123',
  cardZip: '54701',
} as const
const bankAccount = {
  method: 'echeck',
  bankName: 'Cedar Valley Bank',
  routingNumber: '021000021',
  bankAccount: '000123456789',
  bankAccountAgain: '000123456789',
  bankAccountType: 'checking',
} as const

const daysAhead = 10
const scheduledAmount = cents(5_000)

/**
 * Lets the members whose facts say so store a card and a bank account on the provider's page, as a payer does there, and schedules a
 * payment with the card. The provider then knows the tokens that the portal keeps.
 *
 * @param members those whose login was created by this start. Later starts leave what members changed as it is.
 * @throws Unavailable when the provider does not answer.
 */
export async function createDemoMethods(
  deps: Deps,
  facts: readonly DemoFact[],
  { members, today }: { readonly members: ReadonlySet<string>; readonly today: CalendarDate },
): Promise<void> {
  await deps.gateways.current.ping()
  for (const { member, account, whatElse } of facts) {
    if (!members.has(member)) continue
    const cardId = whatElse.includes('stored card') ? await store(deps, member, card) : null
    if (whatElse.includes('stored bank account')) await store(deps, member, bankAccount)
    if (cardId === null || !whatElse.includes('one scheduled payment')) continue
    const wanted = {
      paymentDate: addDays(today, daysAhead),
      methodId: cardId,
      accountDetails: [{ accountNumber: account, amount: scheduledAmount }],
    }
    const request = await requestOf(deps, member)
    await inTransaction(deps.db, (tx) => scheduleIn(deps, tx, request, wanted))
  }
}

/** @returns the id of the stored method. */
async function store(deps: Deps, member: string, typed: Readonly<Record<string, string>>): Promise<string> {
  const page = { returnPath: '/', cancelPath: '/', kinds: ['cc', 'echeck'], language: 'en' } as const
  const form = await requestMethod(deps, { ...page, memberNumber: member })
  await enterOnPage(form, typed)
  const reference = form.paymentRequisitionSettings.transNo
  const { methodId } = await lookUpMethodOf(deps, { memberNumber: member, reference })
  if (methodId === null) throw new Error(`The provider stored no method of member ${member}`)
  return methodId
}

/** A call of the member, made by the start of the demo. */
async function requestOf(deps: Deps, memberNumber: string): Promise<MemberRequest> {
  const { loginId } = (await lookUpLogin(deps.db, { memberNumber })) ?? { loginId: '' }
  return {
    caller: { kind: 'member', memberNumber, loginId, sessionId: '', provenAt: deps.clock.now() },
    request: {
      id: 'demo',
      clientAddress: '127.0.0.1',
      clientNetwork: '127.0.0.0',
      language: 'en',
      header: () => undefined,
      headers: () => ({}),
      cookie: () => undefined,
      rawBody: new Uint8Array(),
    },
  }
}

type Form = Pick<Requisition, 'configuration' | 'redirectUrl'> & {
  readonly paymentRequisitionSettings: Pick<Requisition['paymentRequisitionSettings'], 'actionUrl'>
}

/**
 * Follows the way to the page of a provider's double, and posts what the payer types there, as a browser does.
 *
 * @returns the address that the provider leads back to.
 * @throws Error when the provider does not answer, or refuses what was typed.
 *
 * @internal
 */
export async function enterOnPage(
  { configuration, paymentRequisitionSettings: { actionUrl }, redirectUrl }: Form,
  typed: Readonly<Record<string, string>>,
): Promise<string> {
  if (redirectUrl !== undefined) return post(redirectUrl, typed)
  const hidden = Object.fromEntries(configuration.fields.map(({ name, value }) => [name, value]))
  if (actionUrl.endsWith('/customer/addPayment'))
    return post(new URL('save', actionUrl).href, atAuthorizeNet(hidden, typed))
  const opened = await post(actionUrl, hidden)
  return post(new URL(opened, actionUrl).href, typed)
}

type Fields = Readonly<Record<string, string>>

/** Names what a payer types as the page of Authorize.net's double does. */
const atAuthorizeNet = (hidden: Fields, typed: Fields): Fields => ({
  ...hidden,
  kind: typed['method'] === 'cc' ? 'card' : 'bank',
  number: typed['cardNumber'] ?? typed['bankAccount'] ?? '',
  expiry: typed['cardExpiry'] ?? '',
})

async function post(address: string, fields: Readonly<Record<string, string>>): Promise<string> {
  const answer = await fetch(address, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' })
  const location = answer.headers.get('location')
  if (location === null) throw new Error(`The provider answered ${answer.status}: ${await answer.text()}`)
  return location
}
