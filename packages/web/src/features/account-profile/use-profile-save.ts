import { paths } from '@coopline/contract/paths'
import { useState } from 'react'
import { useReachable } from '../../portal/route-table.tsx'
import { useMemberSend } from '../../portal/use-member-send.ts'
import {
  type BlockChange,
  isUnchanged,
  type ProfileUpdateBody,
  type ShownProfile,
  updateBody,
  updateLine,
} from './update-body.ts'

export type BlockName = BlockChange['block']

interface Saving {
  readonly memberNumber: string
  readonly profile: ShownProfile
  readonly onChanged: () => void
}

/** Which block is open, and what happens to it: the question about other accounts, then the save, then what follows. */
export function useProfileSave({ memberNumber, profile, onChanged }: Saving) {
  const [open, setOpen] = useState<BlockName | null>(null)
  /** A change that waits for the answer to the question about the other accounts. */
  const [unconfirmed, setUnconfirmed] = useState<BlockChange | null>(null)
  const [success, setSuccess] = useState<string | null>(null)
  /** The phones have changed, and a dialog offers the notifications page. */
  const [isLeaving, setLeaving] = useState(false)
  const hasNotifications = useReachable()(paths.manageNotifications())
  const update = useMemberSend(updateLine)

  const send = (change: BlockChange, scope: ProfileUpdateBody['updateIndicator']) => {
    setUnconfirmed(null)
    const params = { memberNumber, accountNumber: profile.accountNumber }
    const onSuccess = ({ message }: { readonly message: string }) => {
      setOpen(null)
      setSuccess(message)
      setLeaving(change.block === 'phones' && hasNotifications)
      onChanged()
    }
    update.mutate({ params, body: updateBody(profile, change, scope) }, { onSuccess })
  }
  const close = () => {
    update.reset()
    setOpen(null)
    // Someone else may have changed it meanwhile, which is why a save was refused.
    if (update.isError) onChanged()
  }
  return {
    open,
    unconfirmed,
    success,
    isLeaving,
    isBusy: update.isPending,
    error: update.error,
    edit: (block: BlockName) => {
      setSuccess(null)
      setOpen(block)
    },
    save: (change: BlockChange) => {
      if (update.isPending) return
      if (isUnchanged(profile, change)) close()
      else if (othersWith(profile, change.block) > 0) setUnconfirmed(change)
      else send(change, 'ONE')
    },
    answer: (scope: ProfileUpdateBody['updateIndicator']) => unconfirmed !== null && send(unconfirmed, scope),
    withdraw: () => setUnconfirmed(null),
    cancel: close,
    stay: () => setLeaving(false),
  }
}

/** On how many other accounts of the member the same is on file; a name is each account's own. */
const othersWith = ({ count, phoneCount }: ShownProfile, block: BlockName): number => {
  if (block === 'name') return 0
  return block === 'address' ? count : phoneCount
}
