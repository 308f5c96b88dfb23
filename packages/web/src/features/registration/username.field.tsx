import { maxUsernameLength } from '@coopline/rules/sign-in/check-sign-in'
import { Icon } from '@coopline/ui/icon'
import { Stack } from '@coopline/ui/stack'
import { TextField } from '@coopline/ui/text-field'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { useText } from '../../portal/text.tsx'
import styles from './registration.module.css'
import type { Verdict } from './use-availability.ts'

interface UsernameFieldProps {
  readonly input: UseFormRegisterReturn
  readonly verdict: Verdict | undefined
  readonly error: string | undefined
}

/** The user name, and under it whether it can be had. */
export function UsernameField({ input, verdict, error }: UsernameFieldProps) {
  const text = useText('registration').form
  const isFree = error === undefined && verdict === 'free'
  return (
    <Stack gap="small">
      <TextField
        {...input}
        label={text.username}
        hint={text.usernameHint}
        maxLength={maxUsernameLength}
        autoComplete="username"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        error={error}
      />
      <output className={isFree ? `${styles.verdict} ${styles.free}` : styles.verdict}>
        {isFree && (
          <>
            <Icon name="check" />
            <span>{text.free}</span>
          </>
        )}
        {error === undefined && verdict === 'checking' && text.checking}
      </output>
    </Stack>
  )
}
