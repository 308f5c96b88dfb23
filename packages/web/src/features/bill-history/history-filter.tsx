import { Button } from '@coopline/ui/button'
import { DateField } from '@coopline/ui/date-field'
import { type FormEvent, useState } from 'react'
import { useText } from '../../portal/text.tsx'
import styles from './bill-history.module.css'
import { allDays, type Days } from './use-history.ts'

interface HistoryFilterProps {
  readonly days: Days
  readonly onDays: (days: Days) => void
}

/** The days of which a history is shown. */
export function HistoryFilter({ days, onDays }: HistoryFilterProps) {
  const { filter: text } = useText('billHistory')
  const [typed, setTyped] = useState(days)
  const [isRefused, setIsRefused] = useState(false)
  const isBackwards = typed.from !== '' && typed.to !== '' && typed.to < typed.from

  const submit = (event: FormEvent) => {
    event.preventDefault()
    setIsRefused(isBackwards)
    if (!isBackwards) onDays(typed)
  }
  const clear = () => {
    setTyped(allDays)
    setIsRefused(false)
    onDays(allDays)
  }
  return (
    <form className={styles.filter} onSubmit={submit} noValidate data-print="no">
      <DateField
        label={text.from}
        value={typed.from}
        onChange={(event) => setTyped({ ...typed, from: event.target.value })}
      />
      <DateField
        label={text.to}
        value={typed.to}
        error={isRefused && isBackwards ? text.backwards : undefined}
        onChange={(event) => setTyped({ ...typed, to: event.target.value })}
      />
      <div className={styles.filterButtons}>
        <Button type="submit" variant="secondary">
          {text.show}
        </Button>
        {days !== allDays && (
          <Button variant="quiet" onClick={clear}>
            {text.all}
          </Button>
        )}
      </div>
    </form>
  )
}
