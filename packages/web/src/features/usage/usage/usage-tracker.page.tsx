import { paths } from '@coopline/contract/paths'
import { PageHeading } from '@coopline/ui/page-heading'
import { Stack } from '@coopline/ui/stack'
import { useState } from 'react'
import { Loaded } from '../../../portal/call/loaded.tsx'
import { NoAccounts } from '../../../portal/page/no-accounts.tsx'
import type { OwnAccount } from '../../../portal/session/own-account.ts'
import { usePageQuery } from '../../../portal/page/page-address.ts'
import { useReachable } from '../../../portal/page/route-table.tsx'
import { useAddressedAccount } from '../../../portal/session/selected-account.ts'
import { useSession } from '../../../portal/session/session.tsx'
import { useText } from '../../../portal/text/text.tsx'
import { useMemberRead } from '../../../portal/call/use-member-read.ts'
import { lines, readAccount } from './usage-lines.ts'
import { type InsightsSlot, UsageOf } from './usage-of.tsx'

const height = '32rem'

/** Usage of an account by day, month and interval (US-01). The direct usage tracker shows the same without menus (US-68). */
export function UsageTrackerPage({ Insights }: InsightsSlot) {
  const { heading } = useText('usage')
  return (
    <Stack gap="large">
      <PageHeading title={heading} actions={<WayBack />} />
      <MemberUsage Insights={Insights} />
    </Stack>
  )
}

/** Usage without a heading, for pages that show it among other things. */
export function MemberUsage({ Insights }: InsightsSlot) {
  const { member } = useSession()
  return member === null ? null : <AddressedUsage memberNumber={member.memberNumber} Insights={Insights} />
}

/** A link to all accounts, for members who came from there (US-10, REQ-D-232). */
function WayBack() {
  const { back } = useText('usage')
  const query = usePageQuery()
  const isReachable = useReachable()
  // Switching the account removes the query.
  const [isFromAll] = useState(() => query.get('isFromViewAllAccounts') === 'true')
  const all = paths.viewAllAccounts()
  return isFromAll && isReachable(all) ? <a href={all}>{back}</a> : null
}

/** Usage of the account in the URL, or else of the selected one (US-08, US-09). */
function AddressedUsage({ memberNumber, Insights }: InsightsSlot & { readonly memberNumber: string }) {
  const text = useText('usage')
  const { account, accounts } = useAddressedAccount(memberNumber)
  return (
    <Loaded query={accounts} loading={text.loading} height={height}>
      {() =>
        account === null ? (
          <NoAccounts later={text.later} />
        ) : (
          <LoadedUsage
            key={account.accountNumber}
            own={{ memberNumber, accountNumber: account.accountNumber }}
            Insights={Insights}
          />
        )
      }
    </Loaded>
  )
}

function LoadedUsage({ own, Insights }: InsightsSlot & { readonly own: OwnAccount }) {
  const { loading } = useText('usage')
  const info = useMemberRead(lines.account, { params: { ...own } }, { select: readAccount })
  return (
    <Loaded query={info} loading={loading} height={height}>
      {(account) => <UsageOf own={own} account={account} Insights={Insights} />}
    </Loaded>
  )
}
