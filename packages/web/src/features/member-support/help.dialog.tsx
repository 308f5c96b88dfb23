import type { HelpedMember } from '@coopline/contract/member-support/member-support.contract'
import { AskFirstDialog } from '../../portal/ask-first.dialog.tsx'
import { staffCall } from '../../portal/staff-call.ts'
import { useText } from '../../portal/text.tsx'
import { useMemberTask } from '../../portal/use-member-task.ts'

/** What staff can do for a member. */
export type HelpAction =
  | { readonly kind: 'unlock' }
  | { readonly kind: 'signOut' }
  | { readonly kind: 'sendReset' }
  | { readonly kind: 'removePasskey' | 'endConnection' | 'endAccess'; readonly id: string }

interface HelpDialogProps {
  readonly memberNumber: string
  readonly action: HelpAction
  readonly onCancel: () => void
  readonly onDone: (member: HelpedMember, sentence: string) => void
}

/** Asks before staff do something to a member's online account. */
export function HelpDialog({ memberNumber, action, onCancel, onDone }: HelpDialogProps) {
  const { actions } = useText('memberSupport')
  const { button, title, more, done } = actions[action.kind]
  const task = useMemberTask(async () => help(memberNumber, action), { onSuccess: (member) => onDone(member, done) })
  return (
    <AskFirstDialog
      text={{ title, submit: button, busy: actions.busy }}
      cancel={actions.cancel}
      task={task}
      isDanger={action.kind !== 'unlock' && action.kind !== 'sendReset'}
      onSubmit={() => task.mutate()}
      onCancel={onCancel}
    >
      {more} {actions.recorded}
    </AskFirstDialog>
  )
}

async function help(memberNumber: string, action: HelpAction): Promise<HelpedMember> {
  const params = { memberNumber }
  if (action.kind === 'unlock') return staffCall('POST /v3/staff/members/{memberNumber}/unlock', { params, body: {} })
  if (action.kind === 'signOut')
    return staffCall('POST /v3/staff/members/{memberNumber}/sign-out', { params, body: {} })
  if (action.kind === 'sendReset')
    return staffCall('POST /v3/staff/members/{memberNumber}/send-reset', { params, body: {} })
  const body = { id: action.id }
  if (action.kind === 'removePasskey')
    return staffCall('POST /v3/staff/members/{memberNumber}/remove-passkey', { params, body })
  return action.kind === 'endConnection'
    ? staffCall('POST /v3/staff/members/{memberNumber}/end-connection', { params, body })
    : staffCall('POST /v3/staff/members/{memberNumber}/end-access', { params, body })
}
