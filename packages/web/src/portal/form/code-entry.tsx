import { appCodeLength, isAppCode } from '@coopline/rules/identity/sign-in/check-sign-in'
import { Button } from '@coopline/ui/button'
import { DigitsField } from '@coopline/ui/digits-field'
import { TextField } from '@coopline/ui/text-field'
import { useEffect, useRef } from 'react'
import { useText } from '../text/text.tsx'
import type { RuleForm } from './use-rule-form.ts'

/** A code of the authenticator app, or a recovery code for a member without it, while it is typed. */
export interface CodeValues {
  readonly usesRecovery: boolean
  readonly code: string
}

export const noCode: CodeValues = { usesRecovery: false, code: '' }

/** The code as it is sent; `null` while it is incomplete. */
export function wholeCode({ usesRecovery, code }: CodeValues): string | null {
  if (usesRecovery) return parseRecoveryCode(code)
  return isAppCode(code) ? code : null
}

/** The sentence for an incomplete code; `undefined` when it is complete. */
export function useIncompleteCode(values: CodeValues): string | undefined {
  const text = useText('signIn').code
  if (wholeCode(values) !== null) return undefined
  return values.usesRecovery ? text.recoveryIncomplete : text.codeIncomplete
}

interface CodeFieldProps {
  readonly form: Pick<RuleForm<CodeValues>, 'values' | 'text' | 'change' | 'focus'>
  /** The field takes the focus at once. */
  readonly takesFocus?: boolean
}

/** The field for either kind of code. Both may be pasted as they are written. */
export function CodeField({ form, takesFocus = false }: CodeFieldProps) {
  const { code: text } = useText('signIn')
  const { usesRecovery } = form.values
  // Takes the focus once for each kind, not again when the page's tab with it is shown once more.
  const focused = useRef(takesFocus ? null : usesRecovery)
  useEffect(() => {
    if (focused.current !== usesRecovery) form.focus('code')
    focused.current = usesRecovery
  })
  return usesRecovery ? (
    <TextField
      key="recovery"
      {...form.text('code')}
      label={text.recoveryCode}
      hint={text.recoveryHint}
      maxLength={32}
      autoComplete="off"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
    />
  ) : (
    <DigitsField
      key="app"
      {...form.text('code')}
      label={text.code}
      hint={text.codeHint}
      maxDigits={appCodeLength}
      autoComplete="one-time-code"
    />
  )
}

/** Changes to the other kind of code, with an empty field. */
export function CodeKindButton({ form }: Pick<CodeFieldProps, 'form'>) {
  const { code: text } = useText('signIn')
  const { usesRecovery } = form.values
  return (
    <Button variant="quiet" onClick={() => form.change({ usesRecovery: !usesRecovery, code: '' })}>
      {usesRecovery ? text.useApp : text.useRecoveryCode}
    </Button>
  )
}

/** Matches a recovery code. The hyphen between its halves is optional. */
const shape = /^([a-z0-9]{5})-?([a-z0-9]{5})$/u

/** Normalizes a typed or pasted recovery code; `null` while it is not one. */
function parseRecoveryCode(typed: string): string | null {
  const [, first, second] = shape.exec(typed.replaceAll(/\s/gu, '').toLowerCase()) ?? []
  return first === undefined || second === undefined ? null : `${first}-${second}`
}
