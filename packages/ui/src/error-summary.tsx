import { type MouseEvent, type ReactNode, useEffect, useId, useRef } from 'react'
import styles from './error-summary.module.css'
import { isTyping } from './typing.ts'

interface FieldProblem {
  /** The id or the name of the control that it is about. */
  readonly field: string
  readonly text: ReactNode
}

interface ErrorSummaryProps {
  /** "There is a problem". */
  readonly title: string
  readonly problems: readonly FieldProblem[]
  /** Changes with every failed submit (the form's submit count): the summary takes the focus again. */
  readonly submitCount?: number | undefined
  /** Goes to a control that may not be on the screen yet, on another tab for example; without it, the summary does. */
  readonly onGo?: ((field: string) => void) | undefined
}

/** Every problem of a form in one place, above it, after a failed submit. Nothing is shown without problems. */
export function ErrorSummary({ title, problems, submitCount = 0, onGo }: ErrorSummaryProps) {
  if (problems.length === 0) return null
  return <DisplayedSummary key={submitCount} title={title} problems={problems} onGo={onGo} />
}

function DisplayedSummary({ title, problems, onGo }: Omit<ErrorSummaryProps, 'submitCount'>) {
  const root = useRef<HTMLDivElement>(null)
  const titleId = useId()
  useEffect(() => {
    if (!isTyping()) root.current?.focus()
  }, [])
  const go = (event: MouseEvent, field: string) => {
    if (onGo === undefined) return goToControl(event, field)
    event.preventDefault()
    onGo(field)
  }

  return (
    <div
      ref={root}
      data-ui="error-summary"
      className={styles.summary}
      role="alert"
      aria-labelledby={titleId}
      tabIndex={-1}
    >
      <h2 id={titleId} className={styles.title}>
        {title}
      </h2>
      <ul className={styles.list}>
        {problems.map((problem) => (
          <li key={problem.field}>
            <a href={`#${problem.field}`} onClick={(event) => go(event, problem.field)}>
              {problem.text}
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}

function goToControl(event: MouseEvent, field: string): void {
  const control = document.getElementById(field) ?? document.getElementsByName(field)[0]
  if (!control) return
  event.preventDefault()
  control.focus()
  const box = control.closest('[data-ui="field"]') ?? control
  box.scrollIntoView?.({ block: 'nearest' })
}
