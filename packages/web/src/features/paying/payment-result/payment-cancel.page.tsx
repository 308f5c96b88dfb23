import { paths } from '@coopline/contract/paths'
import { ButtonLink } from '@coopline/ui/button-link'
import { PageHeading } from '@coopline/ui/page-heading'
import { Stack } from '@coopline/ui/stack'
import { useEffect, useState } from 'react'
import { usePageQuery, useReplaceQuery } from '../../../portal/page/page-address.ts'
import { forgetMemberAttempt } from '../../../portal/paying/stored-member-payment.ts'
import { routeExists, useRouteTable } from '../../../portal/page/route-table.tsx'
import { useSession } from '../../../portal/session/session.tsx'
import { useText } from '../../../portal/text/text.tsx'
import { paidAsIn } from './stored-result.ts'
import styles from './payment-result.module.css'

/** The return page for a payer who canceled at the provider (PS-13). */
export function PaymentCancelPage() {
  const text = useText('paymentResult').cancelPage
  const { isValid } = useSession()
  const table = useRouteTable()
  const query = usePageQuery()
  const replaceQuery = useReplaceQuery()
  const [paidAs] = useState(() => paidAsIn(query))
  const isQuickPay = paidAs === 'quick-pay'
  const isShared = paidAs === 'shared'
  const overview = isShared ? paths.sharedWithMe() : paths.accountOverview()
  const done = isValid && routeExists(table, overview) ? overview : paths.home()

  // The next payment is a new one, even of the same amounts.
  useEffect(() => {
    if (!isQuickPay) forgetMemberAttempt()
  }, [isQuickPay])
  useEffect(() => {
    if (!query.has('encodedParam')) return
    const rest = new URLSearchParams(query)
    rest.delete('encodedParam')
    replaceQuery(rest.toString())
  }, [query, replaceQuery])

  return (
    <Stack gap="large">
      <PageHeading title={text.heading} lead={text.text} />
      <div className={styles.buttons}>
        <ButtonLink href={done}>{text.done}</ButtonLink>
        {(isQuickPay || (isValid && !isShared)) && (
          <ButtonLink href={isQuickPay ? paths.quickPay() : paths.payMultiple()} variant="secondary">
            {text.again}
          </ButtonLink>
        )}
      </div>
    </Stack>
  )
}
