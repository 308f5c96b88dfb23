import { type ReactNode, useId } from 'react'
import { classNames } from './class-names.ts'
import { FieldError, hasContent, type FieldWords } from './field.tsx'
import { Icon, type IconName } from './icon.tsx'
import { InfoTip } from './info-tip.tsx'
import styles from './radio-cards.module.css'
import type { InputAttributes } from './text-field.tsx'

export interface RadioCard {
  readonly value: string
  readonly title: ReactNode
  readonly description?: ReactNode
  readonly icon?: IconName | undefined
  /** The reason that it cannot be chosen; shown in the card. */
  readonly disabledReason?: string | undefined
  /** More about the choice, behind an "i" button with its own accessible name. */
  readonly tip?: { readonly label: string; readonly text: ReactNode } | undefined
}

interface RadioCardsProps
  extends Omit<FieldWords, 'label' | 'optionalText' | 'tip'>,
    Pick<InputAttributes, 'ref' | 'onChange' | 'onBlur'> {
  /** The question. */
  readonly legend: ReactNode
  readonly name: string
  readonly options: readonly RadioCard[]
  readonly defaultValue?: string | undefined
  /** For a page that keeps the choice itself; with `onChange`. */
  readonly value?: string | undefined
}

/** A choice of a few options, each with room for an explanation. Unavailable choices stay visible and say why. */
export function RadioCards(props: RadioCardsProps) {
  const { legend, hint, error, name, options, defaultValue, value, ...register } = props
  const id = useId()
  const hintId = hasContent(hint) ? `${id}-hint` : undefined
  const errorId = hasContent(error) ? `${id}-error` : undefined

  return (
    <fieldset
      data-ui="radio-cards"
      aria-describedby={[hintId, errorId].filter((part) => part !== undefined).join(' ') || undefined}
    >
      <legend className={styles.legend}>{legend}</legend>
      {hintId !== undefined && (
        <div id={hintId} className={styles.hint}>
          {hint}
        </div>
      )}
      <div className={styles.list}>
        {options.map((option) => (
          <Choice key={option.value} option={option} id={`${id}-${option.value}`}>
            <input
              {...register}
              id={`${id}-${option.value}`}
              type="radio"
              name={name}
              value={option.value}
              {...(value === undefined
                ? { defaultChecked: defaultValue === option.value }
                : { checked: value === option.value, onChange: register.onChange ?? ignore })}
              disabled={option.disabledReason !== undefined}
              aria-describedby={`${id}-${option.value}-text`}
              className={styles.radio}
            />
          </Choice>
        ))}
      </div>
      {errorId !== undefined && (
        <div className={styles.error}>
          <FieldError id={errorId}>{error}</FieldError>
        </div>
      )}
    </fieldset>
  )
}

interface ChoiceProps {
  readonly option: RadioCard
  readonly id: string
  readonly children: ReactNode
}

function Choice({ option, id, children }: ChoiceProps) {
  const { title, description, icon, disabledReason, tip } = option
  return (
    <div data-ui="radio-card" className={classNames(styles.card, disabledReason !== undefined && styles.unavailable)}>
      {children}
      <label htmlFor={id} className={styles.title}>
        {title}
      </label>
      <div id={`${id}-text`} className={styles.description}>
        {description}
        {disabledReason !== undefined && <div className={styles.reason}>{disabledReason}</div>}
      </div>
      <span className={styles.end}>
        {icon !== undefined && <Icon name={icon} />}
        {tip !== undefined && <InfoTip label={tip.label}>{tip.text}</InfoTip>}
      </span>
    </div>
  )
}

const ignore = () => undefined
