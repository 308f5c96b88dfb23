import type { connectedApps, Connection } from '@coopline/contract/usage/connected-apps/connected-apps.contract'
import type { Calls } from '@coopline/contract/calls'
import { DataTable, type TableColumn } from '@coopline/ui/data-table'
import { Stack } from '@coopline/ui/stack'
import { CloseDialog } from '../../../portal/form/close.dialog.tsx'
import { formatInstant } from '../../../portal/text/format-instant.ts'
import { Loaded } from '../../../portal/call/loaded.tsx'
import { useLanguage, useText } from '../../../portal/text/text.tsx'
import { useMemberRead } from '../../../portal/call/use-member-read.ts'
import { byteSize } from '../../../portal/text/byte-size.ts'

type Access = Calls[(typeof connectedApps)['accesses']['call']]['answer']['accesses'][number]

interface ConnectionHistoryDialogProps {
  readonly memberNumber: string
  readonly connection: Connection
  readonly onClose: () => void
}

/** Shows a connection's reads by hour. */
export function ConnectionHistoryDialog({ memberNumber, connection, onClose }: ConnectionHistoryDialogProps) {
  const { history: text } = useText('connectedApps')
  const { language } = useLanguage()
  const read = useMemberRead('GET /v3/members/{memberNumber}/connected-apps/{id}/accesses', {
    params: { memberNumber, id: connection.id },
  })
  const columns: readonly TableColumn<Access>[] = [
    { key: 'hour', header: text.hour, rowHeader: true, cell: ({ hour }) => formatInstant(hour, language) },
    { key: 'what', header: text.what, cell: ({ what }) => text.kinds[what] ?? what },
    { key: 'reads', header: text.reads, align: 'end', cell: ({ reads }) => reads },
    { key: 'size', header: text.size, align: 'end', cell: ({ bytes }) => byteSize(bytes, language) },
  ]
  return (
    <CloseDialog title={text.title(connection.name)} close={text.close} onClose={onClose}>
      <Stack>
        <p>{text.lead}</p>
        <Loaded query={read} loading={text.loading} height="6rem">
          {({ accesses }) => (
            <DataTable
              caption={text.title(connection.name)}
              captionHidden
              columns={columns}
              rows={accesses}
              rowKey={({ hour, what }) => `${hour} ${what}`}
              empty={text.empty}
            />
          )}
        </Loaded>
      </Stack>
    </CloseDialog>
  )
}
