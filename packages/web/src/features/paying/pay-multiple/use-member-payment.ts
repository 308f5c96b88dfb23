import type { PaymentRequest, Requisition } from '@coopline/contract/paying/payments/payment-request'
import { useCallback, useState } from 'react'
import { CallFailed } from '../../../portal/call/call-failed.ts'
import { memberCall } from '../../../portal/call/member-call.ts'
import {
  type AccountPayment,
  buildPaymentRequest,
  isSecureTarget,
  targetOf,
} from '../../../portal/paying/payment-wire.ts'
import {
  forgetMemberAttempt,
  keepMemberAttempt,
  memberAttempt,
  type MemberAttempt,
  type MemberChoice,
} from '../../../portal/paying/stored-member-payment.ts'
import { useSingleFlight } from '../../../portal/call/use-single-flight.ts'
import type { PayAccount } from './check-pay-accounts.ts'

interface MemberPayment {
  readonly isBusy: boolean
  /** The form that hands the member to the provider, once the server has made it. */
  readonly requisition: Requisition | null
  readonly error: unknown
  readonly pay: (accounts: readonly PayAccount[], choice: MemberChoice) => void
  /** Continues on a page that the browser restored, because the member pressed Back on the provider's page. */
  readonly comeBack: () => void
}

interface PaymentOptions {
  readonly memberNumber: string
  /** A stored method was charged: the result page shows what became of it. */
  readonly onCharged: (encodedParam: string) => void
  /** The payment is recorded and the page is about to be left. */
  readonly onHandOff: ((attempt: MemberAttempt) => void) | undefined
  /** The server has other figures than those shown. */
  readonly onStale: () => void
}

/** Sends a payment of one or more accounts and keeps what comes back. */
export function useMemberPayment({ memberNumber, onCharged, onHandOff, onStale }: PaymentOptions): MemberPayment {
  const { isBusy, run } = useSingleFlight()
  const [requisition, setRequisition] = useState<Requisition | null>(null)
  const [error, setError] = useState<unknown>(null)

  const pay = (accounts: readonly PayAccount[], wanted: MemberChoice) => {
    const order = accounts.map(({ account }) => account.accountNumber)
    const attempt = memberAttempt(memberNumber, wanted, order)
    run(
      async (signal) => {
        setError(null)
        // Before it is sent: without an answer the next press repeats it.
        keepMemberAttempt(attempt)
        const { stored = null } = attempt
        if (stored !== null) {
          const encodedParam = await chargeStored(accounts, attempt, stored, signal)
          signal.throwIfAborted()
          onCharged(encodedParam)
          // The next page may take a moment, and a second press must not be another payment.
          return 'leaving'
        }
        const form = await requestPayment(accounts, attempt, signal)
        signal.throwIfAborted()
        onHandOff?.(attempt)
        setRequisition(form)
        return undefined
      },
      (failure) => {
        setError(failure)
        if (!(failure instanceof CallFailed) || failure.status !== 409) return
        forgetMemberAttempt()
        onStale()
      },
    )
  }
  const comeBack = useCallback(() => {
    setRequisition(null)
    onStale()
  }, [onStale])
  return { isBusy, requisition, error, pay, comeBack }
}

/**
 * Asks for the form that hands the member to the provider. The attempt's key makes repeating it harmless.
 *
 * @throws CallFailed (500) when the answer names an insecure page: payment data must not go there.
 */
async function requestPayment(
  accounts: readonly PayAccount[],
  attempt: MemberAttempt,
  signal: AbortSignal,
): Promise<Requisition> {
  const { memberNumber, key } = attempt
  const requisition = await memberCall('POST /v3/members/{memberNumber}/payments', {
    params: { memberNumber },
    body: requestOf(accounts, attempt),
    idempotencyKey: key,
    signal,
  })
  if (isSecureTarget(targetOf(requisition), window.location.protocol)) return requisition
  throw new CallFailed(500, '', { message: '', errors: [] })
}

/** Charges a stored method. The attempt's key makes repeating it harmless. @returns the pointer for the result page. */
async function chargeStored(
  accounts: readonly PayAccount[],
  attempt: MemberAttempt,
  { methodId, fee }: NonNullable<MemberChoice['stored']>,
  signal: AbortSignal,
): Promise<string> {
  const { memberNumber, key } = attempt
  const { encodedParam } = await memberCall('POST /v3/members/{memberNumber}/payments/stored', {
    params: { memberNumber },
    body: { methodId, payment: requestOf(accounts, attempt), convenienceFee: fee },
    idempotencyKey: key,
    signal,
  })
  return encodedParam
}

function requestOf(accounts: readonly PayAccount[], { amounts, method, order }: MemberAttempt): PaymentRequest {
  const paid = order.flatMap((accountNumber): readonly AccountPayment[] => {
    const one = accounts.find(({ account }) => account.accountNumber === accountNumber)
    const amount = amounts[accountNumber]
    if (one === undefined || amount === undefined) return []
    const { account, payable } = one
    return [{ figures: account, payable: payable.account, amount, arrangementAmount: account.arrangementAmount }]
  })
  const [first] = accounts
  if (first === undefined) throw new Error('A payment names at least one account')
  return buildPaymentRequest(paid, method, first.payable)
}
