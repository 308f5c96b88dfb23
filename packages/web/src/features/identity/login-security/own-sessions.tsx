import type { ListedSession } from '@coopline/contract/identity/sign-in/sign-in.contract'
import { Button } from '@coopline/ui/button'
import { Card } from '@coopline/ui/card'
import { Stack } from '@coopline/ui/stack'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { FailureAlert } from '../../../portal/call/failure-alert.tsx'
import { Loaded } from '../../../portal/call/loaded.tsx'
import { SuccessAlert } from '../../../portal/form/success-alert.tsx'
import { useText } from '../../../portal/text/text.tsx'
import { useMemberRead } from '../../../portal/call/use-member-read.ts'
import { memberCall } from '../../../portal/call/member-call.ts'
import { useTask } from '../../../portal/call/use-task.ts'
import { activityLine } from './activity-line.ts'
import { SessionTable } from './session.table.tsx'
import { SignOutEverywhereDialog } from './sign-out-everywhere.dialog.tsx'

interface OwnSessionsProps {
  readonly memberNumber: string
  readonly onSignedOut: () => void
}

/** Lists the member's sessions. The member can end each of them, or all at once. */
export function OwnSessions({ memberNumber, onSignedOut }: OwnSessionsProps) {
  const { sessions: text } = useText('loginSecurity')
  const queries = useQueryClient()
  const list = useMemberRead('GET /v3/members/{memberNumber}/sessions', { params: { memberNumber } })
  const [asksAll, setAsksAll] = useState(false)
  const end = useTask(async ({ id: sessionId }: ListedSession) =>
    memberCall('DELETE /v3/members/{memberNumber}/sessions/{sessionId}', { params: { memberNumber, sessionId } }),
  )
  const ending = end.variables

  const endOne = (session: ListedSession) => {
    const onSettled = () => {
      void list.refetch()
      void queries.invalidateQueries({ queryKey: [activityLine] })
    }
    end.mutate(session, { onSettled })
  }
  return (
    <Card title={text.title}>
      <Stack>
        <FailureAlert error={end.error} />
        {end.isSuccess && ending !== undefined && (
          <SuccessAlert key={ending.id} title={text.ended(ending.device || text.unknownDevice)} />
        )}
        <Loaded query={list} loading={text.loading} height="8rem">
          {({ sessions }) => (
            <SessionTable sessions={sessions} endingId={end.isPending ? ending?.id : undefined} onEnd={endOne} />
          )}
        </Loaded>
        <Stack row>
          <Button variant="secondary" onClick={() => setAsksAll(true)}>
            {text.everywhere}
          </Button>
        </Stack>
      </Stack>
      {asksAll && <SignOutEverywhereDialog onSignedOut={onSignedOut} onCancel={() => setAsksAll(false)} />}
    </Card>
  )
}
