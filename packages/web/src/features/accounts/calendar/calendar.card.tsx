import { Card } from '@coopline/ui/card'
import { Stack } from '@coopline/ui/stack'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Loaded } from '../../../portal/call/loaded.tsx'
import { SuccessAlert } from '../../../portal/form/success-alert.tsx'
import { useText } from '../../../portal/text/text.tsx'
import { useMemberRead } from '../../../portal/call/use-member-read.ts'
import { CalendarAddress, type CalendarChange, CalendarSwitch } from './calendar-switch.tsx'

const statusLine = 'GET /v3/members/{memberNumber}/calendar'

/** The private address of the member's due dates: turned on, renewed and turned off here (REQ-D-393). */
export function CalendarCard({ memberNumber }: { readonly memberNumber: string }) {
  const text = useText('calendar')
  const queries = useQueryClient()
  const status = useMemberRead(statusLine, { params: { memberNumber } })
  const [success, setSuccess] = useState<CalendarChange | null>(null)

  const take = (next: CalendarChange) => {
    queries.setQueryData([statusLine, { params: { memberNumber } }], { since: next.since })
    setSuccess(next)
  }
  return (
    <Card title={text.title}>
      <Stack>
        <p>{text.lead}</p>
        <p>{text.private}</p>
        {success !== null && <SuccessAlert key={success.address ?? 'off'} title={text[success.kind]} />}
        {success?.address !== undefined && <CalendarAddress address={success.address} />}
        <Loaded query={status} loading={text.loading} height="5.25rem">
          {({ since }) => <CalendarSwitch memberNumber={memberNumber} since={since} onDone={take} />}
        </Loaded>
      </Stack>
    </Card>
  )
}
