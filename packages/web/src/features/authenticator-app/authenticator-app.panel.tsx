import type { authenticatorApp } from '@coopline/contract/authenticator-app/authenticator-app.contract'
import type { Calls } from '@coopline/contract/calls'
import { appMessage } from '@coopline/rules/authenticator-app/authenticator-app.messages'
import { Alert } from '@coopline/ui/alert'
import { Stack } from '@coopline/ui/stack'
import { useState } from 'react'
import { Loaded } from '../../portal/loaded.tsx'
import { changeStoredUser } from '../../portal/stored-user.ts'
import { useLanguage, useText } from '../../portal/text.tsx'
import { AppStatus } from './app-status.tsx'
import { RecoveryCodes } from './recovery-codes.view.tsx'
import { SetUp } from './set-up.view.tsx'
import { useAppStatus } from './use-app-status.ts'

type SetUpData = Calls[(typeof authenticatorApp)['qrCode']['call']]['answer']

/** The view of the panel: the status, the set-up, or the recovery codes, which are shown only once. */
type View =
  | { readonly kind: 'status'; readonly success: 'app-active' | 'app-removed' | null; readonly isBack: boolean }
  | { readonly kind: 'set-up'; readonly data: SetUpData }
  | { readonly kind: 'codes'; readonly codes: readonly string[]; readonly success: 'app-active' | null }

/** Multi-factor authentication by an app: set up, changed and removed (MA-08). */
export function AuthenticatorAppPanel({ memberNumber }: { readonly memberNumber: string }) {
  const text = useText('authenticatorApp')
  const { language } = useLanguage()
  const status = useAppStatus(memberNumber)
  const [view, setView] = useState<View>({ kind: 'status', success: null, isBack: false })
  const goBack = () => setView({ kind: 'status', success: null, isBack: true })

  const activated = (codes: readonly string[]) => {
    changeStoredUser({ memberMfaEnabled: true })
    status.put({ mfaEnabled: true, recoveryCodesLeft: codes.length })
    setView({ kind: 'codes', codes, success: 'app-active' })
  }
  const removed = () => {
    changeStoredUser({ memberMfaEnabled: false })
    status.put({ mfaEnabled: false, recoveryCodesLeft: 0 })
    setView({ kind: 'status', success: 'app-removed', isBack: true })
  }
  const renewed = (codes: readonly string[]) => {
    status.put({ mfaEnabled: true, recoveryCodesLeft: codes.length })
    setView({ kind: 'codes', codes, success: null })
  }

  return (
    <Stack>
      {view.kind !== 'set-up' && view.success !== null && (
        <Alert tone="success" title={appMessage(view.success, language)} />
      )}
      <Loaded query={status.query} loading={text.status.loading} height="12rem">
        {(data) => {
          if (view.kind === 'codes') return <RecoveryCodes codes={view.codes} onDone={goBack} />
          if (view.kind === 'set-up')
            return (
              <SetUp
                memberNumber={memberNumber}
                data={view.data}
                isChange={data.mfaEnabled}
                onActivated={activated}
                onRefused={() => void status.query.refetch()}
                onCancel={goBack}
              />
            )
          return (
            <AppStatus
              key={String(data.mfaEnabled)}
              memberNumber={memberNumber}
              status={data}
              takesFocus={view.isBack}
              onSetUp={(setUp) => setView({ kind: 'set-up', data: setUp })}
              onRemoved={removed}
              onNewCodes={renewed}
            />
          )
        }}
      </Loaded>
    </Stack>
  )
}
