import type {
  averageBilling,
  LevelizedResult,
} from '@coopline/contract/accounts/average-billing/average-billing.contract'
import { Alert } from '@coopline/ui/alert'
import { Card } from '@coopline/ui/card'
import { PageHeading } from '@coopline/ui/page-heading'
import { Stack } from '@coopline/ui/stack'
import { useState } from 'react'
import { Loaded } from '../../../portal/call/loaded.tsx'
import { RequireFeature } from '../../../portal/page/require-feature.tsx'
import { useSession } from '../../../portal/session/session.tsx'
import { hasFeature, useSite } from '../../../portal/page/site.tsx'
import { SuccessAlert } from '../../../portal/form/success-alert.tsx'
import { useText } from '../../../portal/text/text.tsx'
import { useMemberRead } from '../../../portal/call/use-member-read.ts'
import { BillingTable } from './billing.table.tsx'

const listLine = 'GET /v3/members/{memberNumber}/levelized' satisfies (typeof averageBilling)['list']['call']

/** Average Billing for the accounts of the member (AB-01, AB-08). */
export function AverageBillingPage() {
  const { member } = useSession()
  return (
    <RequireFeature when={hasFeature(useSite(), 'AverageBilling')}>
      {member !== null && <AverageBilling memberNumber={member.memberNumber} />}
    </RequireFeature>
  )
}

/** The outcome of the last change. */
interface Outcome {
  readonly success: string
  readonly refused: readonly LevelizedResult[]
  readonly count: number
}

function AverageBilling({ memberNumber }: { readonly memberNumber: string }) {
  const text = useText('averageBilling')
  const { links } = useText('shell')
  const [outcome, setOutcome] = useState<Outcome>({ success: '', refused: [], count: 0 })
  const query = useMemberRead(listLine, { params: { memberNumber } })
  const onDone = async (success: string, refused: readonly LevelizedResult[] = []) => {
    await query.refetch()
    setOutcome(({ count }) => ({ success, refused, count: count + 1 }))
  }
  return (
    <Stack gap="large">
      <PageHeading title={links.averageBilling} lead={text.lead} />
      {outcome.success !== '' && <SuccessAlert key={outcome.count} title={outcome.success} />}
      {outcome.refused.length > 0 && (
        <Alert
          key={`refused-${outcome.count}`}
          tone="error"
          title={text.results.refused(outcome.refused.length)}
          focusOnMount={outcome.success === ''}
        >
          <ul>
            {outcome.refused.map(({ accountNumber, message }) => (
              <li key={accountNumber}>
                {accountNumber}: {message}
              </li>
            ))}
          </ul>
        </Alert>
      )}
      <Loaded query={query} loading={text.loading} height="24rem">
        {({ results }) => (
          <Card>
            <BillingTable
              memberNumber={memberNumber}
              accounts={results}
              onStart={() => setOutcome(({ count }) => ({ success: '', refused: [], count }))}
              onDone={onDone}
            />
          </Card>
        )}
      </Loaded>
    </Stack>
  )
}
