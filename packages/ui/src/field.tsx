import { type ReactNode, use, useEffect, useId, useRef, useState } from 'react'
import controlStyles from './control.module.css'
import styles from './field.module.css'
import { Icon } from './icon.tsx'
import { isTextControl, type Refusal, RefusalTextContext, type TypingRule, watchControl } from './typing-rule.ts'

/** The texts around a control. The page provides all of them; `ui` has no texts of its own. */
export interface FieldWords {
  readonly label: ReactNode
  /** Help for filling in the field, between label and control. */
  readonly hint?: ReactNode
  /** An `InfoTip` beside the label; not in it, where it would become part of the control's name. */
  readonly tip?: ReactNode
  /** The error and how to fix it, under the control. */
  readonly error?: ReactNode
  /** The word for "optional", given on a field that may stay empty; fields are required otherwise. */
  readonly optionalText?: string | undefined
}

/** The attributes that connect a control with its label, hint and error. */
interface ControlAttributes {
  readonly id: string
  readonly 'aria-describedby': string | undefined
  readonly 'aria-invalid': true | undefined
}

interface FieldProps extends FieldWords {
  /** The control's id; made up when absent. */
  readonly id?: string | undefined
  /** The rule for typed text; any text when absent. */
  readonly typing?: TypingRule | undefined
  /** A sentence that replaces the refusal of the rule, such as that pasting is off. */
  readonly notice?: string | undefined
  readonly children: (control: ControlAttributes) => ReactNode
}

/**
 * Label above, hint under it, the control, what the control refused to take, then the error. For a control that `ui` has no
 * field for.
 */
export function Field({ label, hint, tip, error, optionalText, id, typing, notice, children }: FieldProps) {
  const { wrapper, refusal, onInput } = useTyping(typing)
  const said = notice ?? refusal
  const ownId = useId()
  const controlId = id ?? ownId
  const hintId = hasContent(hint) ? `${controlId}-hint` : undefined
  const errorId = hasContent(error) ? `${controlId}-error` : undefined
  const refusalId = said === '' ? undefined : `${controlId}-refusal`
  const describedBy = [hintId, refusalId, errorId].filter((part) => part !== undefined).join(' ')

  return (
    <div ref={wrapper} onInput={onInput} data-ui="field" data-invalid={errorId !== undefined} className={styles.field}>
      <div className={styles.top}>
        <label className={styles.label} htmlFor={controlId}>
          {label}
          {optionalText !== undefined && <span className={styles.optional}> ({optionalText})</span>}
        </label>
        {tip}
      </div>
      {hintId !== undefined && (
        <div id={hintId} className={styles.hint}>
          {hint}
        </div>
      )}
      {children({
        id: controlId,
        'aria-describedby': describedBy === '' ? undefined : describedBy,
        'aria-invalid': errorId === undefined ? undefined : true,
      })}
      {/* Not an `output`: a page has one region for its news, and each field would be another. */}
      <div id={refusalId} aria-live="polite" data-ui="field-refusal" className={controlStyles.refusal}>
        {said}
      </div>
      {errorId !== undefined && <FieldError id={errorId}>{error}</FieldError>}
    </div>
  )
}

/** Watches the control by a rule, and answers with the sentence of the last refusal; '' without one. */
function useTyping(rule: TypingRule | undefined) {
  const wrapper = useRef<HTMLDivElement>(null)
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const sentence = use(RefusalTextContext)
  const latest = useRef(rule)
  useEffect(() => {
    latest.current = rule
  })
  const hasRule = rule !== undefined
  useEffect(() => {
    const element = wrapper.current
    if (element === null || !hasRule) return undefined
    const current: TypingRule = {
      check: (value) => latest.current?.check(value) ?? null,
      rewrite: (inserted) => latest.current?.rewrite?.(inserted) ?? inserted,
      format: (value) => latest.current?.format?.(value) ?? value,
      note: (inserted) => latest.current?.note?.(inserted) ?? null,
    }
    return watchControl(element, current, setRefusal)
  }, [hasRule])
  const onInput = ({ target }: { readonly target: EventTarget }) => {
    if (rule !== undefined && isTextControl(target)) setRefusal(rule.check(target.value))
  }
  return { wrapper, onInput, refusal: refusal === null ? '' : (sentence?.(refusal) ?? '') }
}

/** The line under a control that says what is wrong with it. */
export function FieldError({ id, children }: { readonly id: string; readonly children: ReactNode }) {
  return (
    <p id={id} data-ui="field-error" className={styles.error}>
      <Icon name="warning" />
      <span>{children}</span>
    </p>
  )
}

/** Whether there is a hint or an error; forms pass '' for "none" as readily as undefined. */
export const hasContent = (content: ReactNode): boolean =>
  content !== undefined && content !== null && content !== false && content !== ''
