import type { authenticatorApp } from '@coopline/contract/identity/authenticator-app/authenticator-app.contract'
import type { Calls } from '@coopline/contract/calls'
import { appMessage } from '@coopline/rules/identity/authenticator-app/authenticator-app.messages'
import { Alert } from '@coopline/ui/alert'
import { Stack } from '@coopline/ui/stack'
import { useState } from 'react'
import { Loaded } from '../../../portal/call/loaded.tsx'
import { changeStoredUser } from '../../../portal/session/stored-user.ts'
import { useLanguage, useText } from '../../../portal/text/text.tsx'
import { useOneDialog } from '../../../portal/form/use-list-dialogs.ts'
import { AppStatus } from './app-status.tsx'
import { NewCodesDialog } from './new-codes.dialog.tsx'
import { RecoveryCodes } from './recovery-codes.view.tsx'
import { RemoveAppDialog } from './remove-app.dialog.tsx'
import { SetUp } from './set-up.view.tsx'
import { useAppStatus } from './use-app-status.ts'

type SetUpData = Calls[(typeof authenticatorApp)['qrCode']['call']]['answer']

/** Multi-factor authentication by an app: set up, changed and removed (MA-08). */
export function AuthenticatorAppPanel({ memberNumber }: { readonly memberNumber: string }) {
  const text = useText('authenticatorApp')
  const { language } = useLanguage()
  const status = useAppStatus(memberNumber)
  const { dialog, open, close, replaceWith } = useOneDialog<{ readonly kind: 'removal' | 'new-codes' }>()
  const [success, setSuccess] = useState<'app-active' | 'app-removed' | null>(null)
  /** The member returned to the status from another view. */
  const [isBack, setBack] = useState(false)
  /** An app is being set up. An answer that arrives meanwhile is shown afterwards. */
  const [setUp, setSetUp] = useState<SetUpData | null>(null)
  /** Recovery codes, which are shown only once, until the member has saved them. */
  const [codes, setCodes] = useState<readonly string[] | null>(null)

  const put = (mfaEnabled: boolean, newCodes: readonly string[] | null) => {
    status.put({ mfaEnabled, recoveryCodesLeft: newCodes?.length ?? 0 })
    setCodes(newCodes)
  }
  const goBack = () => {
    setSetUp(null)
    setSuccess(null)
    setBack(true)
  }
  const activated = (newCodes: readonly string[]) => {
    changeStoredUser(memberNumber, { memberMfaEnabled: true })
    put(true, newCodes)
    setSetUp((current) => (current === setUp ? null : current))
    setSuccess('app-active')
  }
  const removed = () => {
    replaceWith(null)
    changeStoredUser(memberNumber, { memberMfaEnabled: false })
    put(false, null)
    setSuccess('app-removed')
    setBack(true)
  }
  const renewed = (newCodes: readonly string[]) => {
    replaceWith(null)
    put(true, newCodes)
    setSuccess(null)
  }
  const own = { memberNumber, onCancel: close }

  return (
    <Stack>
      {success !== null && <Alert tone="success" title={appMessage(success, language)} />}
      <Loaded query={status.query} loading={text.status.loading} height="12rem">
        {(data) => {
          if (setUp !== null)
            return (
              <SetUp
                memberNumber={memberNumber}
                data={setUp}
                isChange={data.mfaEnabled}
                onActivated={activated}
                onRefused={() => void status.query.refetch()}
                onCancel={goBack}
              />
            )
          if (codes !== null) {
            const onDone = () => {
              setCodes(null)
              goBack()
            }
            return <RecoveryCodes codes={codes} onDone={onDone} />
          }
          return (
            <AppStatus
              key={String(data.mfaEnabled)}
              memberNumber={memberNumber}
              status={data}
              takesFocus={isBack}
              onSetUp={(begun) => {
                if (!replaceWith(null)) return
                setSuccess(null)
                setSetUp(begun)
              }}
              onAsk={(kind) => open({ kind })}
            />
          )
        }}
      </Loaded>
      {dialog?.kind === 'removal' && <RemoveAppDialog {...own} onRemoved={removed} />}
      {dialog?.kind === 'new-codes' && <NewCodesDialog {...own} onMade={renewed} />}
    </Stack>
  )
}
