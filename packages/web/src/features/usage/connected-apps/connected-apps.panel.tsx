import type { Connection } from '@coopline/contract/usage/connected-apps/connected-apps.contract'
import { Button } from '@coopline/ui/button'
import { Card } from '@coopline/ui/card'
import { Stack } from '@coopline/ui/stack'
import { AskFirstDialog } from '../../../portal/form/ask-first.dialog.tsx'
import { Loaded } from '../../../portal/call/loaded.tsx'
import { useText } from '../../../portal/text/text.tsx'
import { useListDialogs } from '../../../portal/form/use-list-dialogs.ts'
import { useMemberRead } from '../../../portal/call/use-member-read.ts'
import { useMemberSend } from '../../../portal/call/use-member-send.ts'
import { ConnectionHistoryDialog } from './connection-history.dialog.tsx'
import { ConnectionTable } from './connection.table.tsx'
import { MakeTokenDialog } from './make-token.dialog.tsx'

type OpenDialog =
  | { readonly kind: 'token' }
  | { readonly kind: 'history'; readonly connection: Connection }
  | { readonly kind: 'end'; readonly connection: Connection }

/** Lists the apps and scripts that may read the member's usage, with their reads. Members can end them here. */
export function ConnectedAppsPanel({ memberNumber }: { readonly memberNumber: string }) {
  const text = useText('connectedApps')
  const list = useMemberRead('GET /v3/members/{memberNumber}/connected-apps', { params: { memberNumber } })
  const { dialog, success, open, close, closeWith } = useListDialogs<OpenDialog>(() => void list.refetch())
  return (
    <Stack>
      {success}
      <Card title={text.list.title}>
        <Stack>
          <p>{text.list.lead}</p>
          <Loaded query={list} loading={text.list.loading} height="8rem">
            {({ connections }) => (
              <ConnectionTable
                connections={connections}
                onHistory={(connection) => open({ kind: 'history', connection })}
                onEnd={(connection) => open({ kind: 'end', connection })}
              />
            )}
          </Loaded>
          <Stack row>
            <Button onClick={() => open({ kind: 'token' })}>{text.token.open}</Button>
          </Stack>
        </Stack>
      </Card>
      {dialog?.kind === 'token' && (
        <MakeTokenDialog
          memberNumber={memberNumber}
          onMade={(name) => closeWith(text.token.made(name))}
          onCancel={close}
        />
      )}
      {dialog?.kind === 'history' && (
        <ConnectionHistoryDialog memberNumber={memberNumber} connection={dialog.connection} onClose={close} />
      )}
      {dialog?.kind === 'end' && (
        <EndDialog
          memberNumber={memberNumber}
          connection={dialog.connection}
          onEnded={() => closeWith(text.end.done(dialog.connection.name))}
          onCancel={close}
        />
      )}
    </Stack>
  )
}

interface EndDialogProps {
  readonly memberNumber: string
  readonly connection: Connection
  readonly onEnded: () => void
  readonly onCancel: () => void
}

function EndDialog({ memberNumber, connection, onEnded, onCancel }: EndDialogProps) {
  const { end: text, cancel } = useText('connectedApps')
  const end = useMemberSend('DELETE /v3/members/{memberNumber}/connected-apps/{id}', { onSuccess: onEnded })
  const onEnd = () => end.mutate({ params: { memberNumber, id: connection.id } })
  return (
    <AskFirstDialog text={text} cancel={cancel} task={end} onSubmit={onEnd} onCancel={onCancel}>
      {text.ask(connection.name)}
    </AskFirstDialog>
  )
}
