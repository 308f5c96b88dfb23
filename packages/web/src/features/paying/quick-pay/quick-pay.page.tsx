import { paths } from '@coopline/contract/paths'
import { prefillAccountNumber, prefillPhoneDigits } from '@coopline/rules/paying/quick-pay-account/prefill'
import { PageHeading } from '@coopline/ui/page-heading'
import { Stack } from '@coopline/ui/stack'
import { useEffect, useState } from 'react'
import { Navigate } from 'react-router'
import { usePageQuery, useReplaceQuery } from '../../../portal/page/page-address.ts'
import { routeExists, useRouteTable } from '../../../portal/page/route-table.tsx'
import { useSession } from '../../../portal/session/session.tsx'
import { hasFeature, useSite } from '../../../portal/page/site.tsx'
import { useText } from '../../../portal/text/text.tsx'
import { ClosedQuickPay } from './closed-quick-pay.tsx'
import { Wizard } from './wizard.tsx'

/**
 * Quick Pay (QP-02). A signed-in member pays from the account overview, whether or not Quick Pay is
 * offered to visitors.
 */
export function QuickPayPage() {
  const { isValid } = useSession()
  const table = useRouteTable()
  const site = useSite()
  if (isValid && routeExists(table, paths.accountOverview())) return <Navigate to={paths.accountOverview()} replace />
  return hasFeature(site, 'QuickPay') ? <OpenQuickPay /> : <ClosedQuickPay />
}

function OpenQuickPay() {
  const text = useText('quickPay').page
  const query = usePageQuery()
  const replaceQuery = useReplaceQuery()
  const [start] = useState(() => ({
    accountNumber: prefillAccountNumber(query.get('accountno')),
    phoneLastFourDigits: prefillPhoneDigits(query.get('phone')),
  }))

  // What proves an account does not stay in the address, the history or a log.
  useEffect(() => {
    if (!query.has('accountno') && !query.has('phone')) return
    const rest = new URLSearchParams(query)
    rest.delete('accountno')
    rest.delete('phone')
    replaceQuery(rest.toString())
  }, [query, replaceQuery])

  return (
    <Stack gap="large">
      <PageHeading title={text.heading} lead={text.lead} />
      <Wizard start={start} />
    </Stack>
  )
}
