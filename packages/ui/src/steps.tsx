import { classNames } from './class-names.ts'
import { Icon } from './icon.tsx'
import styles from './steps.module.css'
import { VisuallyHidden } from './visually-hidden.tsx'

interface StepsProps {
  /** Name of the list of steps: "Progress". */
  readonly label: string
  readonly steps: readonly string[]
  /** Index of the step being done, from 0. */
  readonly current: number
  /** The text that replaces the names on a phone: "Step 1 of 3". */
  readonly compactText: string
  /** The word read after a finished step: "completed". */
  readonly doneText: string
}

/** Shows the member's progress in a short task. It does not navigate between steps. */
export function Steps({ label, steps, current, compactText, doneText }: StepsProps) {
  return (
    <div data-ui="steps">
      <ol className={styles.list} aria-label={label}>
        {steps.map((step, index) => (
          <li
            key={step}
            className={classNames(styles.step, index < current && styles.done, index === current && styles.current)}
            aria-current={index === current ? 'step' : undefined}
          >
            <span className={styles.mark} aria-hidden="true">
              {index < current ? <Icon name="check" /> : index + 1}
            </span>
            <span>
              {step}
              {index < current && <VisuallyHidden> ({doneText})</VisuallyHidden>}
            </span>
          </li>
        ))}
      </ol>
      <p className={styles.compact} aria-hidden="true">
        {compactText}
      </p>
    </div>
  )
}
