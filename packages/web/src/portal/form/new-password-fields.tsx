import {
  minPasswordLength,
  type PasswordCriteria,
  passwordCriteria,
} from '@coopline/rules/identity/password/check-password'
import { maxPasswordLength } from '@coopline/rules/identity/sign-in/check-sign-in'
import { Icon } from '@coopline/ui/icon'
import { PasswordField } from '@coopline/ui/password-field'
import { Stack } from '@coopline/ui/stack'
import { type Strength, StrengthMeter } from '@coopline/ui/strength-meter'
import { VisuallyHidden } from '@coopline/ui/visually-hidden'
import styles from './new-password-fields.module.css'
import { loadStrengthEstimate } from './password-strength.ts'
import { useSite } from '../page/site.tsx'
import { useText } from '../text/text.tsx'
import type { TextProps } from './use-rule-form.ts'
import { useEffect, useState } from 'react'

/** The wait before a message is announced, so that typing is not interrupted after every key. */
const pauseMs = 250

/**
 * Estimates the strength of a password a moment after the last key; `null` without a password and before the first estimate.
 *
 * @param known words that a guesser would try first: the member's name, the cooperative's.
 */
function usePasswordStrength(password: string, known: string): Strength | null {
  const [estimated, setEstimated] = useState<{ readonly password: string; readonly strength: Strength } | null>(null)
  useEffect(() => {
    if (password === '') return undefined
    let isCurrent = true
    const estimateStrength = async () => {
      const estimate = await loadStrengthEstimate()
      if (isCurrent) setEstimated({ password, strength: estimate(password, known.split(/\s+/u)) })
    }
    const timer = setTimeout(() => void estimateStrength().catch(() => undefined), pauseMs)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [password, known])
  return password === '' ? null : (estimated?.strength ?? null)
}

interface NewPasswordFieldsProps {
  readonly password: TextProps
  readonly confirm: TextProps
  /** Words about the member that are easy to guess: username, name. */
  readonly known?: string | undefined
  /** Least number of characters. */
  readonly minLength?: number
}

/** A new password and its confirmation: what it must have, how strong it is, and both can be shown. */
export function NewPasswordFields({
  password,
  confirm,
  known = '',
  minLength = minPasswordLength,
}: NewPasswordFieldsProps) {
  const typed = password.value
  const text = useText('newPassword')
  const { allowPasswordPasting, coopName } = useSite().settings
  const strength = usePasswordStrength(typed, `${coopName} ${known}`)
  const words = { ...text.words, showName: text.showPassword, hideName: text.hidePassword }
  const common = {
    allowPaste: allowPasswordPasting,
    maxLength: maxPasswordLength,
    autoComplete: 'new-password',
  } as const
  return (
    <>
      <Stack gap="small">
        <PasswordField
          {...password}
          {...common}
          label={text.password}
          hint={<Criteria met={passwordCriteria(typed, minLength)} minLength={minLength} isEmpty={typed === ''} />}
          words={words}
          onFocus={() => void loadStrengthEstimate().catch(() => undefined)}
        />
        <StrengthMeter strength={strength} text={strength === null ? '' : text.strength(text.levels[strength])} />
      </Stack>
      <PasswordField
        {...confirm}
        {...common}
        label={text.confirm}
        words={{ ...text.words, showName: text.showConfirm, hideName: text.hideConfirm }}
      />
    </>
  )
}

interface CriteriaProps {
  readonly met: PasswordCriteria
  readonly minLength: number
  readonly isEmpty: boolean
}

/** The criteria, marked as met while the member types. */
function Criteria({ met, minLength, isEmpty }: CriteriaProps) {
  const text = useText('newPassword')
  return (
    <>
      {text.criteriaLead}
      <ul className={styles.criteria}>
        {text.criteria(minLength).map(([name, words]) => {
          const isMet = !isEmpty && met[name]
          return (
            <li key={name} className={isMet ? styles.met : styles.open}>
              <span className={styles.mark} aria-hidden="true">
                {isMet ? <Icon name="check" /> : '•'}
              </span>
              <span>
                {words}
                {isMet && <VisuallyHidden>: {text.criterionMet}</VisuallyHidden>}
              </span>
            </li>
          )
        })}
      </ul>
    </>
  )
}
