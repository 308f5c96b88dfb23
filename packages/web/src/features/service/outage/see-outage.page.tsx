import type { Calls } from '@coopline/contract/calls'
import { paths } from '@coopline/contract/paths'
import { taskLinkText } from '@coopline/rules/paying/task-links/task-link.messages'
import { Alert } from '@coopline/ui/alert'
import { ButtonLink } from '@coopline/ui/button-link'
import { PageHeading } from '@coopline/ui/page-heading'
import { Stack } from '@coopline/ui/stack'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../portal/call/call.ts'
import { CallFailed } from '../../../portal/call/call-failed.ts'
import { FailureAlert } from '../../../portal/call/failure-alert.tsx'
import { Loaded } from '../../../portal/call/loaded.tsx'
import { usePageQuery } from '../../../portal/page/page-address.ts'
import { useLanguage, useText } from '../../../portal/text/text.tsx'
import { useLastError } from '../../../portal/call/use-last-error.ts'
import { StatusAlert } from './outage-status.tsx'

const outageLine = 'POST /v3/task-links/outage' satisfies keyof Calls

/** The page of the link in an outage message: the outage of one account, without a sign-in. */
export function SeeOutagePage() {
  const { linked: text } = useText('outage')
  const { language } = useLanguage()
  const query = usePageQuery()
  const [token] = useState(() => query.get('token') ?? '')
  return (
    <Stack gap="large">
      <PageHeading title={text.heading} />
      {token === '' ? <Alert tone="error" title={taskLinkText('notGood', language)} /> : <LinkedOutage token={token} />}
      <div>
        <ButtonLink variant="secondary" href={paths.login({ returnUrl: paths.outageStatus() })}>
          {text.signIn}
        </ButtonLink>
      </div>
    </Stack>
  )
}

function LinkedOutage({ token }: { readonly token: string }) {
  const { linked: text } = useText('outage')
  const queryKey = [outageLine, token]
  const queryFn = ({ signal }: { readonly signal: AbortSignal }) => call(outageLine, { body: { token }, signal })
  const outage = useLastError(useQuery({ queryKey, queryFn }), queryKey)
  // Asking again makes a bad link no better.
  if (outage.error instanceof CallFailed && outage.error.status === 400) return <FailureAlert error={outage.error} />
  return (
    <Loaded query={outage} loading={text.loading} height="10rem">
      {({ accountEnding, ...status }) => (
        <Stack>
          <p>{text.account(accountEnding)}</p>
          <StatusAlert {...status} reportedAt={null} loadedAt={outage.dataUpdatedAt} />
        </Stack>
      )}
    </Loaded>
  )
}
