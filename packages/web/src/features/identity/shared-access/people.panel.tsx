import type { PersonWithAccess } from '@coopline/contract/identity/shared-access/shared-access.contract'
import type { SharedRights } from '@coopline/rules/identity/shared-access/check-invitation'
import { Button } from '@coopline/ui/button'
import { Card } from '@coopline/ui/card'
import { Stack } from '@coopline/ui/stack'
import { AskFirstDialog } from '../../../portal/form/ask-first.dialog.tsx'
import { Loaded } from '../../../portal/call/loaded.tsx'
import { useText } from '../../../portal/text/text.tsx'
import { useListDialogs } from '../../../portal/form/use-list-dialogs.ts'
import { useMemberRead } from '../../../portal/call/use-member-read.ts'
import { useMemberSend } from '../../../portal/call/use-member-send.ts'
import { ActivityDialog } from './activity.dialog.tsx'
import { InviteDialog } from './invite.dialog.tsx'
import { PeopleTable } from './people.table.tsx'

type OpenDialog =
  | { readonly kind: 'invite' }
  | { readonly kind: 'activity'; readonly person: PersonWithAccess }
  | { readonly kind: 'rights'; readonly person: PersonWithAccess }
  | { readonly kind: 'end'; readonly person: PersonWithAccess }

/** Lists the people who can see accounts of the member, with what they opened. The member invites people and ends access here. */
export function PeoplePanel({ memberNumber }: { readonly memberNumber: string }) {
  const text = useText('sharedAccess')
  const list = useMemberRead('GET /v3/members/{memberNumber}/people-with-access', { params: { memberNumber } })
  const { dialog, success, open, close, closeWith } = useListDialogs<OpenDialog>(() => void list.refetch())
  return (
    <Stack>
      {success}
      <Card title={text.list.title}>
        <Stack>
          <p>{text.list.lead}</p>
          <Loaded query={list} loading={text.list.loading} height="8rem">
            {({ people }) => (
              <PeopleTable
                people={people}
                onActivity={(person) => open({ kind: 'activity', person })}
                onRights={(person) => open({ kind: 'rights', person })}
                onEnd={(person) => open({ kind: 'end', person })}
              />
            )}
          </Loaded>
          <Stack row>
            <Button onClick={() => open({ kind: 'invite' })}>{text.invite.open}</Button>
          </Stack>
        </Stack>
      </Card>
      {dialog?.kind === 'invite' && (
        <InviteDialog
          memberNumber={memberNumber}
          onInvited={(email) => closeWith(text.invite.done(email))}
          onCancel={close}
        />
      )}
      {dialog?.kind === 'activity' && (
        <ActivityDialog memberNumber={memberNumber} person={dialog.person} onClose={close} />
      )}
      {dialog?.kind === 'rights' && (
        <RightsDialog
          memberNumber={memberNumber}
          person={dialog.person}
          onChanged={(rights) => closeWith(text.rights[rights].done(dialog.person.name))}
          onCancel={close}
        />
      )}
      {dialog?.kind === 'end' && (
        <EndDialog
          memberNumber={memberNumber}
          person={dialog.person}
          onEnded={() => closeWith(text.end.done(dialog.person.name))}
          onCancel={close}
        />
      )}
    </Stack>
  )
}

interface RightsDialogProps {
  readonly memberNumber: string
  readonly person: PersonWithAccess
  readonly onChanged: (rights: SharedRights) => void
  readonly onCancel: () => void
}

/** Lets a person pay as well, or takes that back. */
function RightsDialog({ memberNumber, person, onChanged, onCancel }: RightsDialogProps) {
  const { rights: texts, cancel } = useText('sharedAccess')
  const rights = person.rights === 'view' ? 'view-and-pay' : 'view'
  const text = texts[rights]
  const change = useMemberSend('PUT /v3/members/{memberNumber}/people-with-access/{id}/rights', {
    onSuccess: () => onChanged(rights),
  })
  const onSubmit = () => change.mutate({ params: { memberNumber, id: person.id }, body: { rights } })
  return (
    <AskFirstDialog text={text} cancel={cancel} task={change} onSubmit={onSubmit} onCancel={onCancel} isDanger={false}>
      {text.ask(person.name)}
    </AskFirstDialog>
  )
}

interface EndDialogProps {
  readonly memberNumber: string
  readonly person: PersonWithAccess
  readonly onEnded: () => void
  readonly onCancel: () => void
}

function EndDialog({ memberNumber, person, onEnded, onCancel }: EndDialogProps) {
  const { end: text, cancel } = useText('sharedAccess')
  const end = useMemberSend('DELETE /v3/members/{memberNumber}/people-with-access/{id}', { onSuccess: onEnded })
  const onEnd = () => end.mutate({ params: { memberNumber, id: person.id } })
  return (
    <AskFirstDialog text={text} cancel={cancel} task={end} onSubmit={onEnd} onCancel={onCancel}>
      {text.ask(person.name)}
    </AskFirstDialog>
  )
}
