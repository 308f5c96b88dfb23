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
import { useMemberSend } from '../../../portal/call/use-member-send.ts'
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
  const [ending, setEnding] = useState<ListedSession | null>(null)
  const [asksAll, setAsksAll] = useState(false)
  const end = useMemberSend('DELETE /v3/members/{memberNumber}/sessions/{sessionId}')

  const endOne = (session: ListedSession) => {
    if (end.isPending) return
    setEnding(session)
    const onSettled = () => {
      void list.refetch()
      void queries.invalidateQueries({ queryKey: [activityLine] })
    }
    end.mutate({ params: { memberNumber, sessionId: session.id } }, { onSettled })
  }
  return (
    <Card title={text.title}>
      <Stack>
        <FailureAlert error={end.error} />
        {end.isSuccess && ending !== null && (
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
