import { Button } from '@coopline/ui/button'
import { Dialog } from '@coopline/ui/dialog'
import { Stack } from '@coopline/ui/stack'
import { useEffect, useState } from 'react'
import { FailureAlert } from '../../portal/call/failure-alert.tsx'
import { useSession } from '../../portal/session/session.tsx'
import { changeStoredUser } from '../../portal/session/stored-user.ts'
import { useText } from '../../portal/text/text.tsx'
import { useMemberSend } from '../../portal/call/use-member-send.ts'
import { useSignOut } from '../use-sign-out.ts'
import { type SoonOver, useSessionEnd } from './use-session-end.ts'

export interface SessionWatchProps {
  /** The session has ended and the server could not be reached. */
  readonly onEnd: () => void
}

/** Warns before a session ends and lets the member extend it. */
export function SessionWatch({ onEnd }: SessionWatchProps) {
  const { soonOver, dismiss } = useSessionEnd(onEnd)
  return soonOver && <SoonOverDialog soonOver={soonOver} onStayed={dismiss} />
}

interface SoonOverDialogProps {
  readonly soonOver: SoonOver
  readonly onStayed: () => void
}

function SoonOverDialog({ soonOver, onStayed }: SoonOverDialogProps) {
  const text = useText('session')
  const { signOut, isLeaving } = useSignOut()
  const { member } = useSession()
  const seconds = useSecondsUntil(soonOver.endsAt)
  const renew = useMemberSend('POST /v3/session/renew', {
    onSuccess: ({ accessToken }) => {
      changeStoredUser(member?.memberNumber, { accessToken })
      onStayed()
    },
  })
  const stay = () => renew.mutate({ body: {} })
  return (
    <Dialog
      open
      title={text.title}
      closeLabel={text.close}
      // Closing the dialog counts as activity.
      onClose={soonOver.canStay ? stay : onStayed}
      width={400}
      blockOutsideClick
      footer={
        <>
          <Button variant="secondary" busy={isLeaving} busyLabel={text.signingOut} onClick={signOut}>
            {text.signOut}
          </Button>
          {soonOver.canStay && (
            <Button busy={renew.isPending} busyLabel={text.staying} onClick={stay}>
              {text.stay}
            </Button>
          )}
        </>
      }
    >
      <Stack>
        <FailureAlert error={renew.error} />
        <p>{soonOver.canStay ? text.idle : text.longest}</p>
        <p role="timer">{text.left(seconds)}</p>
      </Stack>
    </Dialog>
  )
}

/** Whole seconds until a moment, never below zero, counted down. */
function useSecondsUntil(moment: number): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [])
  return Math.max(0, Math.ceil((moment - now) / 1_000))
}
