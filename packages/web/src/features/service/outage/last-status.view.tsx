import { paths } from '@coopline/contract/paths'
import { ButtonLink } from '@coopline/ui/button-link'
import { Card } from '@coopline/ui/card'
import { Stack } from '@coopline/ui/stack'
import { useState } from 'react'
import { useSite } from '../../../portal/page/site.tsx'
import { useText } from '../../../portal/text/text.tsx'
import { findLastStatus } from './last-status.ts'
import { NotConnected } from './not-connected.tsx'
import { StatusAlert } from './outage-status.tsx'
import { useNow } from '../../../portal/text/use-now.ts'

interface LastStatusViewProps {
  readonly memberNumber: string
  /** The call that had no answer. */
  readonly query: { readonly error: unknown; readonly isFetching: boolean; readonly refetch: () => unknown }
}

/** The page without a connection: the last seen status, and how to report an outage anyway. */
export function LastStatusView({ memberNumber, query }: LastStatusViewProps) {
  const { offline: text, anyone } = useText('outage')
  const { publicOutageReports, offlineOutages } = useSite().settings
  const [last] = useState(() => (offlineOutages ? findLastStatus(memberNumber, Date.now()) : null))
  const now = useNow()
  return (
    <Stack gap="large">
      <NotConnected query={query} loadedAt={last?.loadedAt ?? null} />
      {last !== null && (
        <Card title={text.account(last.accountNumber)}>
          <StatusAlert {...last.status} timeZone={last.timeZone} loadedAt={now.getTime()} />
        </Card>
      )}
      {publicOutageReports && (
        <Stack row>
          <ButtonLink href={paths.reportOutage()} variant="secondary">
            {anyone.link}
          </ButtonLink>
        </Stack>
      )}
    </Stack>
  )
}
