import { appCodeLength, isAppCode } from '@coopline/rules/sign-in/check-sign-in'
import { DigitsField } from '@coopline/ui/digits-field'
import { TextField } from '@coopline/ui/text-field'
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { parseRecoveryCode } from './recovery-code.ts'
import { useText } from './text.tsx'

/** A code of the authenticator app, or a recovery code for who has no phone at hand, while it is being typed. */
export interface CodeEntry {
  readonly usesRecovery: boolean
  /** The other kind was wanted: the keyboard goes to its field. */
  readonly hasChanged: boolean
  readonly typed: string
  readonly type: (typed: string) => void
  /** The code as it is to be sent; `null` while it is not whole. */
  readonly code: string | null
  /** Goes over to the other kind of code, with an empty field. */
  readonly changeKind: () => void
}

export function useCodeEntry(): CodeEntry {
  const [usesRecovery, setUsesRecovery] = useState(false)
  const [hasChanged, setChanged] = useState(false)
  const [typed, type] = useState('')
  return {
    usesRecovery,
    hasChanged,
    typed,
    type,
    code: usesRecovery ? parseRecoveryCode(typed) : isAppCode(typed) ? typed : null,
    changeKind: () => {
      setUsesRecovery(!usesRecovery)
      setChanged(true)
      type('')
    },
  }
}

/** What to say while the code is not whole; `undefined` when it is. */
export function useIncompleteCode({ code, usesRecovery }: CodeEntry): string | undefined {
  const text = useText('signIn').code
  if (code !== null) return undefined
  return usesRecovery ? text.recoveryIncomplete : text.codeIncomplete
}

interface CodeFieldProps {
  readonly entry: CodeEntry
  readonly name: string
  readonly input: RefObject<HTMLInputElement | null>
  /** The keyboard goes there at once. */
  readonly takesFocus?: boolean
  readonly error?: ReactNode
}

/** The field for either kind of code. Both may be pasted as they come. */
export const CodeField = (props: CodeFieldProps) => <OneField key={String(props.entry.usesRecovery)} {...props} />

function OneField({ entry, input, takesFocus = false, error, name }: CodeFieldProps) {
  const { code } = useText('signIn')
  const { usesRecovery, typed, type, hasChanged } = entry
  // Once, not again when the page's tab with it is shown once more.
  const isToFocus = useRef(takesFocus || hasChanged)
  useEffect(() => {
    if (isToFocus.current) input.current?.focus()
    isToFocus.current = false
  }, [input])
  const field = { ref: input, name }
  return usesRecovery ? (
    <TextField
      {...field}
      value={typed}
      onChange={(event) => type(event.target.value)}
      error={error}
      label={code.recoveryCode}
      hint={code.recoveryHint}
      maxLength={32}
      autoComplete="off"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
    />
  ) : (
    <DigitsField
      {...field}
      value={typed}
      onChange={(event) => type(event.target.value)}
      error={error}
      label={code.code}
      hint={code.codeHint}
      maxDigits={appCodeLength}
      cutToMax
      autoComplete="one-time-code"
    />
  )
}
