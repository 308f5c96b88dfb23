import { Button } from '@coopline/ui/button'
import { DateField } from '@coopline/ui/date-field'
import { useText } from '../../../portal/text/text.tsx'
import { useRuleForm } from '../../../portal/form/use-rule-form.ts'
import styles from './bill-history.module.css'
import { allDays, type Days } from './use-history.ts'

interface HistoryFilterProps {
  readonly days: Days
  readonly onDays: (days: Days) => void
}

const check = ({ from, to }: Days) => (from !== '' && to !== '' && to < from ? [{ field: 'to' }] : [])

/** The days of which a history is shown. */
export function HistoryFilter({ days, onDays }: HistoryFilterProps) {
  const { filter: text } = useText('billHistory')
  const form = useRuleForm(check, () => text.backwards, { start: days, onSubmit: onDays, firstCheck: 'submit' })
  const { attach, onSubmit } = form
  const clear = () => {
    form.reset(allDays)
    onDays(allDays)
  }
  return (
    <form className={styles.filter} ref={attach} onSubmit={onSubmit} noValidate data-print="no">
      <DateField {...form.text('from')} label={text.from} />
      <DateField {...form.text('to')} label={text.to} />
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
