import { Alert } from '@coopline/ui/alert'
import { PageHeading } from '@coopline/ui/page-heading'
import { Stack } from '@coopline/ui/stack'
import { Loaded } from '../../../portal/call/loaded.tsx'
import { NoAccounts } from '../../../portal/page/no-accounts.tsx'
import { useAddressedAccount } from '../../../portal/session/selected-account.ts'
import { useSession } from '../../../portal/session/session.tsx'
import { useText } from '../../../portal/text/text.tsx'
import { ProfileOfAccount } from './profile-of-account.tsx'
import styles from './account-profile.module.css'

/** The holder, the mailing address and the phones of the account (PF-04 to PF-06). */
export function AccountProfilePage() {
  const { page } = useText('accountProfile')
  const { member } = useSession()
  return (
    <div className={styles.page}>
      <Stack gap="large">
        <PageHeading title={page.heading} />
        {member !== null && <Addressed memberNumber={member.memberNumber} />}
      </Stack>
    </div>
  )
}

function Addressed({ memberNumber }: { readonly memberNumber: string }) {
  const { page } = useText('accountProfile')
  const { account, accounts, isRefused } = useAddressedAccount(memberNumber)
  return (
    <Loaded query={accounts} loading={page.loading} height="40rem">
      {() =>
        account === null ? (
          <NoAccounts later={page.noAccount} />
        ) : (
          <Stack gap="large">
            <p className={styles.account}>
              <strong>{page.account(account.accountNumber)}</strong>
              <span>{account.serviceAddress}</span>
            </p>
            {isRefused && <Alert tone="warning" title={page.notTheirs} />}
            <ProfileOfAccount
              key={account.accountNumber}
              memberNumber={memberNumber}
              accountNumber={account.accountNumber}
            />
          </Stack>
        )
      }
    </Loaded>
  )
}
