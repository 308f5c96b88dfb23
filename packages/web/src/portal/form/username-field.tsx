import { maxUsernameLength } from '@coopline/rules/identity/sign-in/check-sign-in'
import { Icon } from '@coopline/ui/icon'
import { Stack } from '@coopline/ui/stack'
import { TextField } from '@coopline/ui/text-field'
import type { Verdict } from '../call/use-availability.ts'
import type { TextProps } from './use-rule-form.ts'
import styles from './username-field.module.css'

interface UsernameFieldProps {
  readonly input: TextProps
  readonly verdict: Verdict | undefined
  readonly words: {
    readonly username: string
    readonly usernameHint: string
    readonly checking: string
    readonly free: string
    /** Next to a red cross; the message itself is under the field. */
    readonly taken: string
  }
}

/** The username, and under it whether it can be had. */
export function UsernameField({ input, verdict, words }: UsernameFieldProps) {
  const { error } = input
  const isFree = error === undefined && verdict === 'free'
  const isTaken = verdict === 'taken'
  const tone = isFree ? styles.free : isTaken ? styles.taken : ''
  return (
    <Stack gap="small">
      <TextField
        {...input}
        label={words.username}
        hint={words.usernameHint}
        maxLength={maxUsernameLength}
        autoComplete="username"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
      />
      <output className={`${styles.verdict} ${tone}`}>
        {isFree && (
          <>
            <Icon name="check" />
            <span>{words.free}</span>
          </>
        )}
        {isTaken && (
          <>
            <Icon name="close" />
            <span>{words.taken}</span>
          </>
        )}
        {error === undefined && verdict === 'checking' && words.checking}
      </output>
    </Stack>
  )
}
