import { classNames } from './class-names.ts'
import styles from './strength-meter.module.css'

/** From 0, as good as none, to 4. */
export type Strength = 0 | 1 | 2 | 3 | 4

interface StrengthMeterProps {
  /** `null` while there is nothing to say: the room stays. */
  readonly strength: Strength | null
  /** The strength in words: "Password strength: good". */
  readonly text: string
}

/** Shows the strength of a password in words and as a bar. Screen readers announce the words when they change. */
export function StrengthMeter({ strength, text }: StrengthMeterProps) {
  return (
    <div data-ui="strength-meter" data-strength={strength ?? undefined} className={styles.meter}>
      <div className={styles.bar} aria-hidden="true">
        {([1, 2, 3, 4] as const).map((part) => (
          <span key={part} className={classNames(styles.part, strength !== null && strength >= part && styles.full)} />
        ))}
      </div>
      <p className={styles.text} aria-live="polite">
        {strength === null ? '' : text}
      </p>
    </div>
  )
}
