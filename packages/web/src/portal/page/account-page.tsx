import { PageHeading } from '@coopline/ui/page-heading'
import { Stack } from '@coopline/ui/stack'
import type { ReactNode } from 'react'
import { Loaded } from '../call/loaded.tsx'
import type { ListedAccount } from '../session/member-accounts.ts'
import { NoAccounts } from './no-accounts.tsx'
import { useAddressedAccount } from '../session/selected-account.ts'
import { useSession } from '../session/session.tsx'
import { useText } from '../text/text.tsx'

interface AccountPageProps {
  readonly title: string
  /** CSS height of the content that is loading. */
  readonly height: string
  /** Keeps `accountno` in the URL. */
  readonly stays?: boolean
  /** Shown to a member without an account; defaults to the portal's message. */
  readonly none?: ReactNode
  /** Renders the page for an account: the one that the address names, else the selected one. */
  readonly children: (account: ListedAccount, memberNumber: string) => ReactNode
}

/** A page about one account of the member, named in its heading. Another account restarts the page. */
export function AccountPage(props: AccountPageProps) {
  const { member } = useSession()
  return member === null ? null : <PageOf {...props} memberNumber={member.memberNumber} />
}

function PageOf(props: AccountPageProps & { readonly memberNumber: string }) {
  const { title, height, memberNumber, stays = false, none, children } = props
  const { accountPage: text } = useText('shell')
  const { account, accounts } = useAddressedAccount(memberNumber, { stays })
  return (
    <Stack gap="large">
      <PageHeading
        title={title}
        lead={account === null ? undefined : text.account(account.accountNumber, account.serviceAddress)}
      />
      <Loaded query={accounts} loading={text.loading} height={height}>
        {() => (account === null ? (none ?? <NoAccounts later={text.later} />) : children(account, memberNumber))}
      </Loaded>
    </Stack>
  )
}
