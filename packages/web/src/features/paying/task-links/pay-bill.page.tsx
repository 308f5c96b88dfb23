import type { Calls } from '@coopline/contract/calls'
import { paths } from '@coopline/contract/paths'
import { taskLinkText } from '@coopline/rules/paying/task-links/task-link.messages'
import { Alert } from '@coopline/ui/alert'
import { ButtonLink } from '@coopline/ui/button-link'
import { PageHeading } from '@coopline/ui/page-heading'
import { Stack } from '@coopline/ui/stack'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { call } from '../../../portal/call/call.ts'
import { CallFailed } from '../../../portal/call/call-failed.ts'
import { FailureAlert } from '../../../portal/call/failure-alert.tsx'
import { Loaded } from '../../../portal/call/loaded.tsx'
import { usePageQuery } from '../../../portal/page/page-address.ts'
import { useProviderReturn } from '../../../portal/paying/use-provider-return.ts'
import { useLanguage, useText } from '../../../portal/text/text.tsx'
import { useLastError } from '../../../portal/call/use-last-error.ts'
import { findStoredLink } from './stored-link.ts'
import { LinkedBill } from './linked-bill.tsx'
import styles from './task-links.module.css'
import { formatUsd } from '@coopline/rules/kernel/money'
import { Card } from '@coopline/ui/card'
import { Facts } from '@coopline/ui/facts'

const billLine = 'POST /v3/task-links/bill' satisfies keyof Calls
const statusLine = 'POST /v3/task-links/bill/status' satisfies keyof Calls

/** The page of the link that pays one bill, without a sign-in. The provider's page leads back to it, without the link. */
export function PayBillPage() {
  const text = useText('taskLinks')
  const { language } = useLanguage()
  const query = usePageQuery()
  const [start] = useState(() => ({
    token: query.get('token') ?? findStoredLink(),
    isReturn: query.has('encodedParam'),
    isCanceled: query.get('canceled') === 'true',
  }))
  const { token, isReturn, isCanceled } = start
  const lost = isReturn || isCanceled ? text.openAgain : taskLinkText('notGood', language)
  return (
    <div className={styles.narrow}>
      <Stack gap="large">
        <PageHeading title={text.heading} />
        {isCanceled && <Alert tone="info" title={text.canceled} />}
        {token === '' && <Alert tone={isReturn ? 'warning' : 'error'} title={lost} />}
        {token !== '' && (isReturn ? <Returned token={token} /> : <Bill token={token} />)}
        <div>
          <ButtonLink variant="secondary" href={paths.login()}>
            {text.signIn}
          </ButtonLink>
        </div>
      </Stack>
    </div>
  )
}

function Bill({ token }: { readonly token: string }) {
  const text = useText('taskLinks')
  const queryKey = [billLine, token]
  const queryFn = ({ signal }: { readonly signal: AbortSignal }) => call(billLine, { body: { token }, signal })
  const bill = useLastError(useQuery({ queryKey, queryFn }), queryKey)
  // Asking again makes a bad link no better.
  if (bill.error instanceof CallFailed && bill.error.status === 400) return <FailureAlert error={bill.error} />
  return (
    <Loaded query={bill} loading={text.loading} height="24rem">
      {(shown) => <LinkedBill token={token} bill={shown} reload={() => void bill.refetch()} />}
    </Loaded>
  )
}

/** The result of the payment from which the payer returns. */
function Returned({ token }: { readonly token: string }) {
  const text = useText('taskLinks')
  const [payment, setPayment] = useState<LinkedPayment | null>(null)
  const ask = useCallback(
    async (encryptedPayload: string, signal: AbortSignal) => {
      const answer = await call(statusLine, { body: { token, encryptedPayload }, signal })
      setPayment(answer)
      return answer.outcome === 'processing' ? null : answer.outcome === 'confirmed'
    },
    [token],
  )
  const state = useProviderReturn({ ask, onDone: nothing })
  if (state === 'checking') return <Alert tone="info" title={text.checking} />
  if (state === 'done' && payment !== null) return <PaidBill payment={payment} />
  const isReviewed = payment?.outcome === 'under-review' || payment?.outcome === 'rejected'
  if (state === 'waiting' || isReviewed)
    return <Alert tone="warning" title={isReviewed ? text.review : text.waiting} focusOnMount />
  return (
    <>
      <Alert tone="error" title={text.refused} focusOnMount>
        {payment?.postbackMessage ?? undefined}
      </Alert>
      <Bill token={token} />
    </>
  )
}

const nothing = () => undefined

type LinkedPayment = Calls['POST /v3/task-links/bill/status']['answer']

/** A payment that was received, by the last four digits of its account. */
function PaidBill({ payment }: { readonly payment: LinkedPayment }) {
  const text = useText('taskLinks')
  const { accountEnding, paymentAmount, convenienceFee, confirmationNumber, refundedAmount } = payment
  return (
    <>
      <Alert tone="success" title={text.paid.title} focusOnMount>
        {text.receipt}
      </Alert>
      <Card>
        <Facts
          facts={[
            { label: text.paid.account, value: accountEnding },
            ...(confirmationNumber === null ? [] : [{ label: text.paid.confirmation, value: confirmationNumber }]),
            ...(convenienceFee === 0 ? [] : [{ label: text.paid.fee, value: formatUsd(convenienceFee) }]),
            ...(refundedAmount === undefined
              ? []
              : [
                  {
                    label: text.paid.refunded,
                    value: text.paid.partOf(formatUsd(refundedAmount), formatUsd(paymentAmount)),
                  },
                ]),
            { label: text.paid.amount, value: formatUsd(paymentAmount), total: true },
          ]}
        />
      </Card>
    </>
  )
}
