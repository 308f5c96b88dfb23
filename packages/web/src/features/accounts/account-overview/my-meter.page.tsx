import { paths } from '@coopline/contract/paths'
import { serviceUnavailableMessage } from '@coopline/rules/site/service-error/service-unavailable.messages'
import { Alert } from '@coopline/ui/alert'
import { ButtonLink } from '@coopline/ui/button-link'
import { Skeleton } from '@coopline/ui/skeleton'
import { Stack } from '@coopline/ui/stack'
import { Loaded } from '../../../portal/call/loaded.tsx'
import { NoAccounts } from '../../../portal/page/no-accounts.tsx'
import type { OwnAccount } from '../../../portal/session/own-account.ts'
import { Redirect } from '../../../portal/page/redirect.tsx'
import { useAddressedAccount } from '../../../portal/session/selected-account.ts'
import { useSession } from '../../../portal/session/session.tsx'
import { useSite } from '../../../portal/page/site.tsx'
import { useLanguage, useText } from '../../../portal/text/text.tsx'
import { useMemberRead } from '../../../portal/call/use-member-read.ts'
import styles from './account-overview.module.css'
import { EmbeddedView } from './embedded-view.tsx'
import { lines } from './overview-settings.ts'
import { isMeterAddress } from './use-my-meter.ts'

/** MyMeter inside the overview's page (AO-04, REQ-D-267). */
export function MyMeterPage() {
  const { links } = useText('shell')
  const { member } = useSession()
  if (!useSite().configuration.myMeterAvailable) return <Redirect to={paths.accountOverview()} />
  return (
    <EmbeddedView title={links.myMeter}>
      {member !== null && <AddressedMeter memberNumber={member.memberNumber} />}
    </EmbeddedView>
  )
}

function AddressedMeter({ memberNumber }: { readonly memberNumber: string }) {
  const { page, myMeter } = useText('accountOverview')
  const { account, accounts } = useAddressedAccount(memberNumber)
  return (
    <Loaded query={accounts} loading={myMeter.opening} height="32rem">
      {() =>
        account === null ? (
          <NoAccounts later={page.noAccount} />
        ) : (
          <Meter key={account.accountNumber} own={{ memberNumber, accountNumber: account.accountNumber }} />
        )
      }
    </Loaded>
  )
}

/** Shown where it has an https address, with a link that opens it in a new window. */
function Meter({ own }: { readonly own: OwnAccount }) {
  const { links } = useText('shell')
  const { myMeter: text } = useText('accountOverview')
  const { language } = useLanguage()
  const { data, isPending } = useMemberRead(lines.myMeter, { params: { ...own } })
  if (isPending) return <Skeleton height="32rem" />
  const address = data !== undefined && isMeterAddress(data.link) ? data.link : null
  if (address === null) return <Alert tone="error" title={serviceUnavailableMessage(language)} />
  return (
    <Stack>
      {/^https:/iu.test(address) && (
        <iframe
          className={styles.view}
          title={links.myMeter}
          src={address}
          // MyMeter runs on another origin and stores its own data there.
          // oxlint-disable-next-line react/iframe-missing-sandbox
          sandbox="allow-scripts allow-same-origin allow-forms allow-popups"
          referrerPolicy="no-referrer"
        />
      )}
      <Stack row>
        <ButtonLink href={address} variant="secondary" target="_blank" rel="noopener noreferrer">
          {text.open}
        </ButtonLink>
      </Stack>
    </Stack>
  )
}
