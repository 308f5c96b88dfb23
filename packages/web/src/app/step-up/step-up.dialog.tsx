import { maxPasswordLength } from '@coopline/rules/sign-in/check-sign-in'
import { signInMessage } from '@coopline/rules/sign-in/sign-in.messages'
import { Button } from '@coopline/ui/button'
import { Dialog } from '@coopline/ui/dialog'
import { PasswordField } from '@coopline/ui/password-field'
import { Stack } from '@coopline/ui/stack'
import { type RefObject, type SyntheticEvent, useId, useRef, useState } from 'react'
import { CallFailed } from '../../portal/call-failed.ts'
import { CodeField, type CodeEntry, useCodeEntry, useIncompleteCode } from '../../portal/code-entry.tsx'
import { FailureAlert } from '../../portal/failure-alert.tsx'
import { useSession } from '../../portal/session.tsx'
import { useSite } from '../../portal/site.tsx'
import { changeStoredUser } from '../../portal/stored-user.ts'
import { useLanguage, useText } from '../../portal/text.tsx'
import { useMemberSend } from '../../portal/use-member-send.ts'

export interface StepUpDialogProps {
  readonly onEnd: (isProven: boolean) => void
}

const hasCode = (error: unknown, wanted: string): boolean =>
  error instanceof CallFailed && error.errors.some(({ code }) => code === wanted)

/** Asks for the password, and for a code from who has an authenticator app, before something that a thief would do. */
export function StepUpDialog({ onEnd }: StepUpDialogProps) {
  const text = useText('stepUp')
  const formId = useId()
  const proof = useProof(onEnd)
  const { send, hasApp, password, entry, missing } = proof
  return (
    <Dialog
      open
      title={text.title}
      closeLabel={text.cancel}
      onClose={() => onEnd(false)}
      width={400}
      blockOutsideClick
      footer={
        <>
          <Button variant="secondary" onClick={() => onEnd(false)}>
            {text.cancel}
          </Button>
          <Button type="submit" form={formId} busy={send.isPending} busyLabel={text.busy}>
            {text.submit}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={proof.submit}>
        <Stack>
          <FailureAlert error={send.error} />
          <p>{hasApp ? text.leadWithCode : text.lead}</p>
          <Password input={password} onType={proof.onType} isMissing={missing === 'password'} />
          {hasApp && <Code entry={entry} input={proof.codeInput} isMissing={missing === 'code'} />}
        </Stack>
      </form>
    </Dialog>
  )
}

/** What is typed, what is missing of it, and the call that proves it. */
function useProof(onEnd: (isProven: boolean) => void) {
  const { member } = useSession()
  const entry = useCodeEntry()
  const [typed, setTyped] = useState('')
  const [missing, setMissing] = useState<'password' | 'code' | null>(null)
  const password = useRef<HTMLInputElement>(null)
  const codeInput = useRef<HTMLInputElement>(null)
  const send = useMemberSend('POST /v3/session/step-up', {
    onSuccess: ({ accessToken }) => {
      changeStoredUser({ accessToken })
      onEnd(true)
    },
  })
  // An app that was set up in another browser is not known here until its code is missed.
  const hasApp = member?.memberMfaEnabled === true || hasCode(send.error, 'wrong-code')

  const fail = (error: unknown) => {
    // The session is over: the login page says so.
    if (error instanceof CallFailed && error.status === 401) {
      onEnd(false)
      return
    }
    entry.type('')
    if (hasCode(error, 'wrong-code')) codeInput.current?.focus()
    else password.current?.select()
  }
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    if (send.isPending) return
    const lack = typed === '' ? 'password' : hasApp && entry.code === null ? 'code' : null
    setMissing(lack)
    if (lack === 'password') password.current?.focus()
    else if (lack === 'code') codeInput.current?.focus()
    else
      send.mutate(
        { body: { password: typed, ...(hasApp && entry.code !== null && { code: entry.code }) } },
        { onError: fail },
      )
  }
  return { send, hasApp, password, codeInput, entry, missing, submit, onType: setTyped }
}

interface PasswordProps {
  readonly input: RefObject<HTMLInputElement | null>
  readonly onType: (typed: string) => void
  readonly isMissing: boolean
}

function Password({ input, onType, isMissing }: PasswordProps) {
  const { password } = useText('signIn')
  const { language } = useLanguage()
  const { allowPasswordPasting } = useSite().settings
  return (
    <PasswordField
      ref={input}
      name="password"
      label={password.password}
      words={password.words}
      allowPaste={allowPasswordPasting}
      maxLength={maxPasswordLength}
      autoComplete="current-password"
      onChange={(event) => onType(event.target.value)}
      error={isMissing ? signInMessage('password-missing', language) : undefined}
    />
  )
}

interface CodeProps {
  readonly entry: CodeEntry
  readonly input: RefObject<HTMLInputElement | null>
  readonly isMissing: boolean
}

function Code({ entry, input, isMissing }: CodeProps) {
  const { code } = useText('signIn')
  const incomplete = useIncompleteCode(entry)
  return (
    <div>
      <CodeField entry={entry} input={input} name="code" error={isMissing ? incomplete : undefined} />
      <Button variant="quiet" onClick={entry.changeKind}>
        {entry.usesRecovery ? code.useApp : code.useRecoveryCode}
      </Button>
    </div>
  )
}
