import { idempotencyKeyLength } from '@coopline/contract/endpoint'
import type { Requisition } from '@coopline/contract/payments/payments.contract'
import { paths } from '@coopline/contract/paths'
import type { PaymentRequest } from '@coopline/contract/quick-pay/quick-pay.contract'
import type { Settings } from '@coopline/contract/site/settings-catalogue'
import { acceptedCardTypes } from '@coopline/rules/payment-method/card-types'
import type { PaymentsUnderWay } from '@coopline/rules/payment-amount/payments-under-way.messages'
import { type PaymentMethods, paymentMethods, type PaymentType } from '@coopline/rules/payment-method/payment-methods'
import type { Tx } from '../../platform/db/open-database.ts'
import type { Deps } from '../../platform/deps.ts'
import { BadInput, NotOwned } from '../../platform/errors.ts'
import type { RequestFacts } from '../../platform/http/call.ts'
import { problemTexts } from '../../platform/http/problem.messages.ts'
import { randomText } from '../../platform/random.ts'
import type { HandOffTerms } from '../../platform/payment-gateway/payment-gateway.ts'
import { eligibilityOf, loadPayable } from '../accounts/public.ts'
import { type NewPayment, requestPayment } from '../payments/public.ts'
import { checkCeiling, checkFigures, checkRules, checkTotals } from './check-request.ts'
import { idempotencyScopeOf } from './idempotency-scope.ts'
import { checkEncryptedAccount } from './encrypted-account.ts'
import { utilityNameOf } from './payment-settings.answer.ts'
import type { QuickPayCaller } from './quick-pay-caller.ts'

export interface QuickPaymentCall {
  readonly caller: QuickPayCaller
  readonly memberNumber: string
  readonly encryptedAccount: string
  readonly request: PaymentRequest
}

/**
 * Records a requested payment of the verified account and answers the form that hands the payer to the provider.
 *
 * Everything is checked again with the figures of the database; the request's own are compared and never used.
 *
 * @throws NotOwned for another member or account; BadInput for a value that was not made for this grant, or totals that
 *   do not agree; Conflict for stale figures or a key used before; RuleRefused with the rules' sentences; TooManyAttempts.
 */
export async function startQuickPayment(
  deps: Deps,
  facts: RequestFacts,
  { caller, memberNumber, encryptedAccount, request }: QuickPaymentCall,
): Promise<Requisition> {
  const { accountNumber, grantId } = caller
  if (memberNumber !== caller.memberNumber) throw new NotOwned('Not the member of the grant', caller)
  const now = deps.clock.now()
  checkEncryptedAccount(deps.keys, encryptedAccount, { grantId, accountNumber }, now, facts.language)
  if (request.accountsToPay.some((one) => one.accountNumber !== accountNumber))
    throw new NotOwned('Not the account of the grant', caller)
  const identity = {
    accountNumber,
    scope: idempotencyScopeOf(grantId),
    key: idempotencyKey(deps, facts),
    asked: JSON.stringify([accountNumber, request]),
  }
  return requestPayment(deps, facts, identity, (tx, underWay) =>
    buildPayment(deps, tx, facts, { caller, request, underWay }),
  )
}

async function buildPayment(
  deps: Deps,
  tx: Tx,
  facts: RequestFacts,
  {
    caller,
    request,
    underWay,
  }: Pick<QuickPaymentCall, 'caller' | 'request'> & { readonly underWay: PaymentsUnderWay | undefined },
): Promise<NewPayment> {
  const { language } = facts
  const settings = deps.settings.current()
  const [shown, another] = request.accountsToPay
  if (shown === undefined || another !== undefined) throw notValid('accountsToPay', facts)
  const account = await loadPayable(tx, caller.memberNumber, caller.accountNumber)
  checkFigures(shown, account, language)
  checkTotals(request, shown, account, settings, language)
  const methods = paymentMethods(eligibilityOf(account), settings)
  const paymentType = request.paymentType ?? methods.forced ?? 'cc'
  checkRules(request, account, settings, { methods, paymentType }, language)
  if (underWay !== undefined) checkCeiling(request, account, settings, underWay, language)
  return {
    memberNumber: caller.memberNumber,
    accountNumber: caller.accountNumber,
    origin: 'quick-pay',
    paymentType,
    amount: request.amount,
    language,
    reconnectMeter: request.reconnectMeter === 'Y',
    items: [{ accountNumber: caller.accountNumber, amount: request.amount }],
    handOff: handOffOf(deps.env.PUBLIC_ORIGIN, settings, methods, paymentType),
  }
}

const handOffOf = (
  origin: string,
  settings: Settings,
  methods: PaymentMethods,
  paymentType: PaymentType,
): HandOffTerms => ({
  paymentType,
  enableCard: methods.card,
  enableEcheck: methods.echeck,
  acceptedCardTypes: acceptedCardTypes(settings),
  cardFee: settings.cardConvenienceFee,
  echeckFee: settings.echeckConvenienceFee,
  maxCardAmount: settings.maxChargeAmount,
  coopNumber: settings.pgClientId,
  utilityName: utilityNameOf(settings),
  applicationId: settings.applicationWebId,
  quickPay: true,
  returnUrl: origin + paths.paymentSuccess({ isFromQuickPay: 'true' }),
  cancelUrl: origin + paths.paymentCancel({ isFromQuickPay: 'true' }),
})

/** The caller's Idempotency-Key. Without one every request is its own. @throws BadInput when it is not a key. */
function idempotencyKey(deps: Deps, facts: RequestFacts): string {
  const key = facts.header('idempotency-key')
  if (key === undefined) return randomText(deps.random, 32)
  const { minLength, maxLength } = idempotencyKeyLength
  if (key.length < minLength || key.length > maxLength || /[^!-~]/u.test(key)) throw notValid('Idempotency-Key', facts)
  return key
}

function notValid(field: string, { language }: RequestFacts): BadInput {
  return new BadInput([{ code: 'not-valid', message: `${problemTexts(language).notValid} (${field})`, field }])
}
