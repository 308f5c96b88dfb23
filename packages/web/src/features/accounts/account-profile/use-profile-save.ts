import { paths } from '@coopline/contract/paths'
import { useState } from 'react'
import { memberCall, type MemberCallInput } from '../../../portal/call/member-call.ts'
import { useReachable } from '../../../portal/page/route-table.tsx'
import { useOneDialog } from '../../../portal/form/use-list-dialogs.ts'
import { useTask } from '../../../portal/call/use-task.ts'
import {
  type BlockChange,
  isUnchanged,
  type ProfileUpdateBody,
  type DisplayedProfile,
  updateBody,
  updateLine,
} from './update-body.ts'

export type BlockName = BlockChange['block']

interface Saving {
  readonly memberNumber: string
  readonly profile: DisplayedProfile
  /** Loads the profile again. */
  readonly onChanged: () => Promise<unknown>
}

/** Holds the open block and leads it through the question about other accounts, the save and its result. */
export function useProfileSave({ memberNumber, profile, onChanged }: Saving) {
  /** The open block with the profile it was opened with: a change of it meanwhile makes the server refuse the save. */
  const form = useOneDialog<{ readonly block: BlockName; readonly profile: DisplayedProfile }>()
  /** A change that waits for the answer to the question about the other accounts. */
  const [unconfirmed, setUnconfirmed] = useState<BlockChange | null>(null)
  const [success, setSuccess] = useState<string | null>(null)
  /** The phones have changed, and a dialog offers the notifications page. */
  const [isLeaving, setLeaving] = useState(false)
  const hasNotifications = useReachable()(paths.manageNotifications())
  const update = useUpdate(onChanged)
  const edited = form.dialog?.profile ?? profile

  const send = (change: BlockChange, scope: ProfileUpdateBody['updateIndicator']) => {
    setUnconfirmed(null)
    setSuccess(null)
    const params = { memberNumber, accountNumber: profile.accountNumber }
    const onSuccess = ({ message }: { readonly message: string }) => {
      const isOpen = form.replaceWith(null)
      setSuccess(message)
      setLeaving(isOpen && change.block === 'phones' && hasNotifications)
    }
    update.mutate({ params, body: updateBody(edited, change, scope) }, { onSuccess })
  }
  const close = () => {
    update.reset()
    form.close()
    // Someone else may have changed it meanwhile, which is why a save was refused.
    if (update.isError) void onChanged()
  }
  return {
    open: form.dialog?.block ?? null,
    edited,
    unconfirmed,
    success,
    isLeaving,
    isBusy: update.isPending,
    error: update.error,
    edit: (block: BlockName) => {
      setSuccess(null)
      form.open({ block, profile })
    },
    save: (change: BlockChange) => {
      if (isUnchanged(edited, change)) close()
      else if (othersWith(edited, change.block) > 0) setUnconfirmed(change)
      else send(change, 'ONE')
    },
    answer: (scope: ProfileUpdateBody['updateIndicator']) => unconfirmed !== null && send(unconfirmed, scope),
    withdraw: () => setUnconfirmed(null),
    cancel: close,
    stay: () => setLeaving(false),
  }
}

/** Saves and loads the profile again. A form that was opened before would start with the former values. */
const useUpdate = (onChanged: Saving['onChanged']) =>
  useTask(async (input: MemberCallInput<typeof updateLine>) => {
    const answer = await memberCall(updateLine, input)
    await onChanged()
    return answer
  })

/** On how many other accounts of the member the same is on file; a name is each account's own. */
const othersWith = ({ count, phoneCount }: DisplayedProfile, block: BlockName): number => {
  if (block === 'name') return 0
  return block === 'address' ? count : phoneCount
}
