import type { operationRoundUp } from '@coopline/contract/accounts/operation-roundup/operation-roundup.contract'
import { Button } from '@coopline/ui/button'
import { Card } from '@coopline/ui/card'
import { Dialog } from '@coopline/ui/dialog'
import { PageHeading } from '@coopline/ui/page-heading'
import { Stack } from '@coopline/ui/stack'
import { useState } from 'react'
import { Loaded } from '../../../portal/call/loaded.tsx'
import { RequireFeature } from '../../../portal/page/require-feature.tsx'
import { useSession } from '../../../portal/session/session.tsx'
import { hasFeature, useSite } from '../../../portal/page/site.tsx'
import { useText } from '../../../portal/text/text.tsx'
import { useMemberRead } from '../../../portal/call/use-member-read.ts'
import { useSuccess } from '../../../portal/form/use-success.tsx'
import { RoundUpForm } from './roundup.form.tsx'

export const roundUpLine = 'GET /v3/members/{memberNumber}/roundup' satisfies (typeof operationRoundUp)['list']['call']

/** The Operation RoundUp page for all of a member's accounts (OR-01). */
export function OperationRoundUpPage() {
  const { member } = useSession()
  return (
    <RequireFeature when={hasFeature(useSite(), 'RoundUp')}>
      {member !== null && <RoundUp memberNumber={member.memberNumber} />}
    </RequireFeature>
  )
}

function RoundUp({ memberNumber }: { readonly memberNumber: string }) {
  const text = useText('operationRoundup')
  const { links } = useText('shell')
  const isPlus = hasFeature(useSite(), 'RoundUpPlusEnabled')
  const [asksHelp, setAsksHelp] = useState(false)
  const { success, succeedWith, clearSuccess } = useSuccess()
  const query = useMemberRead(roundUpLine, { params: { memberNumber } })
  return (
    <Stack gap="large">
      <PageHeading title={links.roundUp} lead={text.lead} />
      {success}
      <div>
        <Button variant="quiet" onClick={() => setAsksHelp(true)}>
          {text.help.link}
        </Button>
      </div>
      {asksHelp && (
        <Dialog open title={text.help.link} closeLabel={text.help.close} onClose={() => setAsksHelp(false)} width={400}>
          <Stack>
            <p>{text.help.text}</p>
            {isPlus && <p>{text.help.plus}</p>}
          </Stack>
        </Dialog>
      )}
      <Loaded query={query} loading={text.loading} height="24rem">
        {({ results, today }) => (
          <Card>
            <RoundUpForm
              memberNumber={memberNumber}
              accounts={results}
              today={today}
              onDone={async (message) => {
                await query.refetch()
                succeedWith(message)
              }}
              onStart={clearSuccess}
            />
          </Card>
        )}
      </Loaded>
    </Stack>
  )
}
