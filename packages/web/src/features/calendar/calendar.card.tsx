import { Card } from '@coopline/ui/card'
import { Stack } from '@coopline/ui/stack'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Loaded } from '../../portal/loaded.tsx'
import { News } from '../../portal/news.tsx'
import { useText } from '../../portal/text.tsx'
import { useMemberRead } from '../../portal/use-member-read.ts'
import { CalendarAddress } from './calendar-address.tsx'
import { CalendarSwitch, type CalendarNews } from './calendar-switch.tsx'

const statusLine = 'GET /v3/members/{memberNumber}/calendar'

/** The private address of the member's due dates: turned on, renewed and turned off here (decision 0020). */
export function CalendarCard({ memberNumber }: { readonly memberNumber: string }) {
  const text = useText('calendar')
  const queries = useQueryClient()
  const status = useMemberRead(statusLine, { params: { memberNumber } })
  const [news, setNews] = useState<CalendarNews | null>(null)

  const take = (next: CalendarNews) => {
    queries.setQueryData([statusLine, { params: { memberNumber } }], { since: next.since })
    setNews(next)
  }
  return (
    <Card title={text.title}>
      <Stack>
        <p>{text.lead}</p>
        <p>{text.private}</p>
        {news !== null && <News key={news.address ?? 'off'} title={text[news.kind]} />}
        {news?.address !== undefined && <CalendarAddress address={news.address} />}
        <Loaded query={status} loading={text.loading} height="5.25rem">
          {({ since }) => <CalendarSwitch memberNumber={memberNumber} since={since} onDone={take} />}
        </Loaded>
      </Stack>
    </Card>
  )
}
