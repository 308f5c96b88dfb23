import type { HelpedMember } from '@coopline/contract/staff/member-support/member-support.contract'
import { AskFirstDialog } from '../../../portal/form/ask-first.dialog.tsx'
import { staffCall } from '../../../portal/staff/staff-call.ts'
import { useText } from '../../../portal/text/text.tsx'
import { useTask } from '../../../portal/call/use-task.ts'

/** The actions with which staff help a member. */
export type HelpAction =
  | { readonly kind: 'unlock' }
  | { readonly kind: 'signOut' }
  | { readonly kind: 'sendReset' }
  | { readonly kind: 'resendCode'; readonly id: string; readonly channel: Channel }
  | { readonly kind: 'resendInvitation' | 'removePasskey' | 'endConnection' | 'endAccess'; readonly id: string }

type Channel = 'email' | 'text'

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
  const task = useTask(async () => help(memberNumber, action), {
    onSuccess: (member) => {
      const channel = channelOf(action)
      const isDelayed = channel !== null && member.access?.delayed.includes(channel) === true
      onDone(member, isDelayed ? `${done} ${actions.delayed[channel]}` : done)
    },
  })
  return (
    <AskFirstDialog
      text={{ title, submit: button, busy: actions.busy }}
      cancel={actions.cancel}
      task={task}
      isDanger={action.kind !== 'unlock' && channelOf(action) === null}
      onSubmit={() => task.mutate()}
      onCancel={onCancel}
    >
      {more} {actions.recorded}
    </AskFirstDialog>
  )
}

/** Returns the channel of the message that an action sends to the member or the guest; `null` for an action that ends something. */
function channelOf(action: HelpAction): Channel | null {
  if (action.kind === 'resendCode') return action.channel
  return action.kind === 'sendReset' || action.kind === 'resendInvitation' ? 'email' : null
}

async function help(memberNumber: string, action: HelpAction): Promise<HelpedMember> {
  const params = { memberNumber }
  if (action.kind === 'unlock') return staffCall('POST /v3/staff/members/{memberNumber}/unlock', { params, body: {} })
  if (action.kind === 'signOut')
    return staffCall('POST /v3/staff/members/{memberNumber}/sign-out', { params, body: {} })
  if (action.kind === 'sendReset')
    return staffCall('POST /v3/staff/members/{memberNumber}/send-reset', { params, body: {} })
  const body = { id: action.id }
  if (action.kind === 'resendCode')
    return staffCall('POST /v3/staff/members/{memberNumber}/resend-code', { params, body })
  if (action.kind === 'resendInvitation')
    return staffCall('POST /v3/staff/members/{memberNumber}/resend-invitation', { params, body })
  if (action.kind === 'removePasskey')
    return staffCall('POST /v3/staff/members/{memberNumber}/remove-passkey', { params, body })
  return action.kind === 'endConnection'
    ? staffCall('POST /v3/staff/members/{memberNumber}/end-connection', { params, body })
    : staffCall('POST /v3/staff/members/{memberNumber}/end-access', { params, body })
}
