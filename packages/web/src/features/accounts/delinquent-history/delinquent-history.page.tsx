import type { accountOverview } from '@coopline/contract/accounts/account-overview/account-overview.contract'
import type { delinquentHistory } from '@coopline/contract/accounts/delinquent-history/delinquent-history.contract'
import { delinquentMessage } from '@coopline/rules/accounts/delinquent-history/delinquent-history.messages'
import { statusWords } from '@coopline/rules/accounts/account-status/cooperative-words.messages'
import { displayedStatus } from '@coopline/rules/accounts/account-status/account-status'
import { Alert } from '@coopline/ui/alert'
import { Skeleton } from '@coopline/ui/skeleton'
import { Stack } from '@coopline/ui/stack'
import { VisuallyHidden } from '@coopline/ui/visually-hidden'
import { AccountPage } from '../../../portal/page/account-page.tsx'
import { RequireFeature } from '../../../portal/page/require-feature.tsx'
import { useSite } from '../../../portal/page/site.tsx'
import { useLanguage, useText } from '../../../portal/text/text.tsx'
import { useMemberRead } from '../../../portal/call/use-member-read.ts'
import { DelinquentTable } from './delinquent.table.tsx'

const infoLine =
  'GET /v3/members/{memberNumber}/accounts/{accountNumber}' satisfies (typeof accountOverview)['info']['call']
const delinquentsLine =
  'GET /v3/members/{memberNumber}/accounts/{accountNumber}/delinquents' satisfies (typeof delinquentHistory)['list']['call']

const height = '20rem'

/** Bills that were not paid in time (DH-01, REQ-D-254). */
export function DelinquentHistoryPage() {
  const { heading } = useText('delinquentHistory')
  return (
    <RequireFeature when={useSite().configuration.isOnlineDelinquentView}>
      <AccountPage title={heading} height={height}>
        {({ accountNumber }, memberNumber) => <History memberNumber={memberNumber} accountNumber={accountNumber} />}
      </AccountPage>
    </RequireFeature>
  )
}

function History(own: { readonly memberNumber: string; readonly accountNumber: string }) {
  const text = useText('delinquentHistory')
  const { language } = useLanguage()
  const info = useMemberRead(infoLine, { params: own })
  const history = useMemberRead(delinquentsLine, { params: own })
  if (history.isError || info.isError) {
    return <Alert tone="error" title={delinquentMessage('history-failed', language)} />
  }
  if (history.data === undefined || info.data === undefined) {
    return (
      <>
        <VisuallyHidden live="polite">{text.loading}</VisuallyHidden>
        <Skeleton height={height} />
      </>
    )
  }
  return (
    <Stack>
      <p>{text.about(info.data.accountHolderName, statusWords(displayedStatus(info.data), language))}</p>
      <DelinquentTable memberNumber={own.memberNumber} rows={history.data.results} />
    </Stack>
  )
}
