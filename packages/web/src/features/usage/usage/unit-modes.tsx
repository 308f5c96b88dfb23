import { classNames } from '@coopline/ui/class-names'
import { useText } from '../../../portal/text/text.tsx'
import type { UnitMode } from './daily-bars.ts'
import styles from './usage.module.css'

interface UnitModesProps {
  readonly modes: readonly UnitMode[]
  readonly selected: UnitMode
  /** The meter's unit. */
  readonly unit: string
  readonly onSelect: (mode: UnitMode) => void
}

/** Switches the bars between usage, demand and dollars (US-12 to US-15). Renders nothing with a single mode. */
export function UnitModes({ modes, selected, unit, onSelect }: UnitModesProps) {
  const { units: text } = useText('usage')
  const names: Readonly<Record<UnitMode, string>> = {
    usage: text.usage(unit),
    demand: text.demand,
    dollars: text.dollars,
  }
  return (
    <fieldset className={styles.modes} data-ui="unit-modes">
      <legend>{text.label}</legend>
      {modes.map((mode) => (
        <label key={mode} className={classNames(styles.mode, mode === selected && styles.chosenMode)}>
          <input
            type="radio"
            name="unit-mode"
            value={mode}
            checked={mode === selected}
            onChange={() => onSelect(mode)}
          />
          <span>{names[mode]}</span>
        </label>
      ))}
    </fieldset>
  )
}
