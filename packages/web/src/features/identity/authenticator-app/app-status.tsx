import type { authenticatorApp } from '@coopline/contract/identity/authenticator-app/authenticator-app.contract'
import type { Calls } from '@coopline/contract/calls'
import { Button } from '@coopline/ui/button'
import { Card } from '@coopline/ui/card'
import { Stack } from '@coopline/ui/stack'
import { FailureAlert } from '../../../portal/call/failure-alert.tsx'
import { useText } from '../../../portal/text/text.tsx'
import { useFocusOnce } from '../../../portal/page/use-focus-once.ts'
import { useMemberSend } from '../../../portal/call/use-member-send.ts'
import styles from './authenticator-app.module.css'
import type { AppStatusData } from './use-app-status.ts'

interface AppStatusProps {
  readonly memberNumber: string
  readonly status: AppStatusData
  /** The member returned from another view: the focus moves to the title. */
  readonly takesFocus: boolean
  readonly onSetUp: (data: Calls[(typeof authenticatorApp)['qrCode']['call']]['answer']) => void
  readonly onAsk: (kind: 'removal' | 'new-codes') => void
}

/** Fewer than this are worth a word. */
const fewCodes = 4

/** Whether an app is active, and what can be done about it. */
export function AppStatus({ memberNumber, status, takesFocus, onSetUp, onAsk }: AppStatusProps) {
  const text = useText('authenticatorApp')
  const title = useFocusOnce<HTMLHeadingElement>(takesFocus)
  const begin = useMemberSend('POST /v3/members/{memberNumber}/mfa/qr-code')
  const { mfaEnabled, recoveryCodesLeft } = status
  return (
    <Stack>
      <FailureAlert error={begin.error} />
      <Card>
        <Stack>
          <div className={styles.title}>
            <h2 ref={title} tabIndex={-1}>
              {text.status.title}
            </h2>
            <span className={mfaEnabled ? styles.on : styles.off}>{mfaEnabled ? text.status.on : text.status.off}</span>
          </div>
          <p>{mfaEnabled ? text.status.whyOn : text.status.whyOff}</p>
          <Stack row>
            <Button
              variant={mfaEnabled ? 'secondary' : 'primary'}
              busy={begin.isPending}
              busyLabel={text.status.busy}
              onClick={() => begin.mutate({ params: { memberNumber }, body: {} }, { onSuccess: onSetUp })}
            >
              {mfaEnabled ? text.status.change : text.status.setUp}
            </Button>
            {mfaEnabled && (
              <Button variant="secondary" onClick={() => onAsk('removal')}>
                {text.status.remove}
              </Button>
            )}
          </Stack>
        </Stack>
      </Card>
      {mfaEnabled && (
        <Card title={text.recovery.title}>
          <Stack>
            <p>
              {text.recovery.left(recoveryCodesLeft)} {recoveryCodesLeft < fewCodes && text.recovery.few}
            </p>
            <Stack row>
              <Button variant="secondary" onClick={() => onAsk('new-codes')}>
                {text.recovery.make}
              </Button>
            </Stack>
          </Stack>
        </Card>
      )}
    </Stack>
  )
}
