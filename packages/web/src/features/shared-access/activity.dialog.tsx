import type { PersonWithAccess, SharedActivity } from '@coopline/contract/shared-access/shared-access.contract'
import { DataTable, type TableColumn } from '@coopline/ui/data-table'
import { Stack } from '@coopline/ui/stack'
import { CloseDialog } from '../../portal/close.dialog.tsx'
import { formatInstant } from '../../portal/format-instant.ts'
import { Loaded } from '../../portal/loaded.tsx'
import { useLanguage, useText } from '../../portal/text.tsx'
import { useMemberRead } from '../../portal/use-member-read.ts'

interface ActivityDialogProps {
  readonly memberNumber: string
  readonly person: PersonWithAccess
  readonly onClose: () => void
}

/** Shows what a person with access opened, by hour. */
export function ActivityDialog({ memberNumber, person, onClose }: ActivityDialogProps) {
  const { activity: text } = useText('sharedAccess')
  const { language } = useLanguage()
  const read = useMemberRead('GET /v3/members/{memberNumber}/people-with-access/{id}/activity', {
    params: { memberNumber, id: person.id },
  })
  const columns: readonly TableColumn<SharedActivity>[] = [
    { key: 'hour', header: text.hour, rowHeader: true, cell: ({ hour }) => formatInstant(hour, language) },
    { key: 'account', header: text.account, cell: ({ accountNumber }) => accountNumber },
    { key: 'what', header: text.what, cell: ({ what }) => text.kinds[what] },
    { key: 'times', header: text.times, align: 'end', cell: ({ calls }) => calls },
  ]
  return (
    <CloseDialog title={text.title(person.name)} close={text.close} onClose={onClose}>
      <Stack>
        <p>{text.lead}</p>
        <Loaded query={read} loading={text.loading} height="6rem">
          {({ activities }) => (
            <DataTable
              caption={text.title(person.name)}
              captionHidden
              columns={columns}
              rows={activities}
              rowKey={({ hour, accountNumber, what }) => `${hour} ${accountNumber} ${what}`}
              empty={text.empty}
            />
          )}
        </Loaded>
      </Stack>
    </CloseDialog>
  )
}
