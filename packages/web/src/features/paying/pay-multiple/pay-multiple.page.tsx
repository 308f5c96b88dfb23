import { paths } from '@coopline/contract/paths'
import { PageHeading } from '@coopline/ui/page-heading'
import { Stack } from '@coopline/ui/stack'
import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { isRecord } from '../../../portal/call/is-record.ts'
import { storedAccount } from '../../../portal/session/stored-account.ts'
import { usePageQuery, useReplaceQuery } from '../../../portal/page/page-address.ts'
import { findMemberAttempt } from '../../../portal/paying/stored-member-payment.ts'
import { useSession } from '../../../portal/session/session.tsx'
import { useText } from '../../../portal/text/text.tsx'
import { MemberPay } from './member-pay.tsx'

/** Pays one or more accounts of the member at once (HM-22, REQ-D-088), with the one, or the payment to confirm, that the address names preselected. */
export function PayMultiplePage() {
  const text = useText('payMultiple')
  const { member } = useSession()
  return (
    <Stack gap="large">
      <PageHeading title={text.heading} lead={text.lead} />
      {member !== null && <PayOf memberNumber={member.memberNumber} />}
    </Stack>
  )
}

function PayOf({ memberNumber }: { readonly memberNumber: string }) {
  const query = usePageQuery()
  const replaceQuery = useReplaceQuery()
  const navigate = useNavigate()
  const { state: entry } = useLocation()
  const [first] = useState(() => query.get('accountno') ?? storedAccount(memberNumber))
  const [confirming] = useState(() => query.get('confirm'))
  // Back from the provider's page finds the history entry from which the member was handed off.
  const [start] = useState(() => {
    const attempt = findMemberAttempt(memberNumber)
    return isRecord(entry) && entry['handedOff'] === attempt?.key ? attempt : null
  })

  useEffect(() => {
    if (!query.has('accountno') && !query.has('confirm')) return
    const rest = new URLSearchParams(query)
    for (const name of ['accountno', 'confirm']) rest.delete(name)
    replaceQuery(rest.toString())
  }, [query, replaceQuery])

  return (
    <MemberPay
      memberNumber={memberNumber}
      first={first}
      confirming={confirming}
      start={start}
      onHandOff={({ key }) =>
        void navigate(paths.payMultiple(), { replace: true, state: { samePage: true, handedOff: key } })
      }
    />
  )
}
