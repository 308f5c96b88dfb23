import type { Activity, ActivityKind } from '@coopline/contract/identity/sign-in/sign-in.contract'
import { Card } from '@coopline/ui/card'
import { DataTable, type TableColumn } from '@coopline/ui/data-table'
import { Stack } from '@coopline/ui/stack'
import { formatInstant } from '../../../portal/text/format-instant.ts'
import { Loaded } from '../../../portal/call/loaded.tsx'
import { useLanguage, useText } from '../../../portal/text/text.tsx'
import { useMemberRead } from '../../../portal/call/use-member-read.ts'
import { activityLine } from './activity-line.ts'

/** The last ten things that happened to the login and its payments, and the last views of the portal by staff, in words. */
export function RecentActivity({ memberNumber }: { readonly memberNumber: string }) {
  const { activity: text } = useText('loginSecurity')
  const { language } = useLanguage()
  const activity = useMemberRead(activityLine, { params: { memberNumber } })
  const kinds: Readonly<Record<ActivityKind, string>> = text.kinds
  /** A server that is newer than this page may return more kinds. */
  const words: Readonly<Record<string, string>> = kinds
  const whereOf = ({ kind, clientAddress }: Activity) =>
    clientAddress ?? (kind.startsWith('staff.') ? text.office : text.nowhere)
  const whatOf = ({ kind, reason }: Activity) => {
    const what = words[kind] ?? text.other
    return reason === null ? what : text.withReason(what, reason)
  }
  const columns: readonly TableColumn<Activity & { readonly place: number }>[] = [
    { key: 'what', header: text.what, rowHeader: true, cell: whatOf },
    { key: 'when', header: text.when, cell: ({ at }) => formatInstant(at, language) },
    { key: 'where', header: text.where, cell: whereOf },
  ]
  return (
    <Card title={text.title}>
      <Stack>
        <p>{text.lead}</p>
        <Loaded query={activity} loading={text.loading} height="16rem">
          {({ activities }) => (
            <DataTable
              caption={text.title}
              captionHidden
              columns={columns}
              rows={activities.map((entry, place) => ({ ...entry, place }))}
              rowKey={({ place }) => place}
              empty={text.empty}
            />
          )}
        </Loaded>
      </Stack>
    </Card>
  )
}
