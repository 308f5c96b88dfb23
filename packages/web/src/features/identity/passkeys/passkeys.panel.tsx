import type { Passkey } from '@coopline/contract/identity/passkeys/passkeys.contract'
import { Alert } from '@coopline/ui/alert'
import { Button } from '@coopline/ui/button'
import { Card } from '@coopline/ui/card'
import { Stack } from '@coopline/ui/stack'
import { FailureAlert } from '../../../portal/call/failure-alert.tsx'
import { Loaded } from '../../../portal/call/loaded.tsx'
import { useText } from '../../../portal/text/text.tsx'
import { useListDialogs } from '../../../portal/form/use-list-dialogs.ts'
import { useMemberSend } from '../../../portal/call/use-member-send.ts'
import { useMemberRead } from '../../../portal/call/use-member-read.ts'
import { AddPasskeyDialog } from './add-passkey.dialog.tsx'
import { passkeyObstacle } from './passkey-obstacle.ts'
import { PasskeyTable } from './passkey.table.tsx'
import { RemovePasskeyDialog } from './remove-passkey.dialog.tsx'
import { RenamePasskeyDialog } from './rename-passkey.dialog.tsx'

type OpenDialog =
  | { readonly kind: 'add' }
  | { readonly kind: 'rename'; readonly passkey: Passkey }
  | { readonly kind: 'remove'; readonly passkey: Passkey }

/** The member's passkeys: add, name and remove them. */
export function PasskeysPanel({ memberNumber }: { readonly memberNumber: string }) {
  const text = useText('passkeys')
  const list = useMemberRead('GET /v3/members/{memberNumber}/passkeys', { params: { memberNumber } })
  const dialogs = useListDialogs<OpenDialog>(() => void list.refetch())
  const { dialog, success, open, close, closeWith, succeedWith } = dialogs
  const confirm = useMemberSend('POST /v3/members/{memberNumber}/passkeys/{id}/confirm', {
    onSuccess: ({ passkey }) => succeedWith(text.confirm.confirmed(passkey.name)),
  })
  const obstacle = passkeyObstacle(window.location.hostname, window.isSecureContext, 'PublicKeyCredential' in window)
  return (
    <Stack>
      {success}
      <Card title={text.list.title}>
        <Stack>
          <p>{text.list.lead}</p>
          <Loaded query={list} loading={text.list.loading} height="8rem">
            {({ passkeys }) => (
              <Stack>
                {passkeys.some(({ isSuspended }) => isSuspended) && (
                  <Alert tone="warning" title={text.confirm.title}>
                    <p>{text.confirm.lead}</p>
                  </Alert>
                )}
                <FailureAlert error={confirm.error} />
                <PasskeyTable
                  passkeys={passkeys}
                  confirmingId={confirm.isPending ? confirm.variables.params.id : undefined}
                  onConfirm={({ id }) => {
                    dialogs.clearSuccess()
                    confirm.mutate({ params: { memberNumber, id }, body: {} })
                  }}
                  onRename={(passkey) => open({ kind: 'rename', passkey })}
                  onRemove={(passkey) => open({ kind: 'remove', passkey })}
                />
              </Stack>
            )}
          </Loaded>
          {obstacle === null ? (
            <Stack row>
              <Button onClick={() => open({ kind: 'add' })}>{text.add.open}</Button>
            </Stack>
          ) : (
            <Alert tone="info" title={text.obstacle.title}>
              <p>{text.obstacle[obstacle]}</p>
            </Alert>
          )}
        </Stack>
      </Card>
      {dialog?.kind === 'add' && (
        <AddPasskeyDialog
          memberNumber={memberNumber}
          onAdded={(name) => closeWith(text.add.added(name))}
          onCancel={close}
        />
      )}
      {dialog?.kind === 'rename' && (
        <RenamePasskeyDialog
          memberNumber={memberNumber}
          passkey={dialog.passkey}
          onRenamed={(name) => closeWith(text.rename.renamed(name))}
          onCancel={close}
        />
      )}
      {dialog?.kind === 'remove' && (
        <RemovePasskeyDialog
          memberNumber={memberNumber}
          passkey={dialog.passkey}
          onRemoved={() => closeWith(text.removal.removed(dialog.passkey.name))}
          onCancel={close}
        />
      )}
    </Stack>
  )
}
