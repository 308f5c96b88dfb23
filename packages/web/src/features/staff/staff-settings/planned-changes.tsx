import type {
  ListedSetting,
  PlannedChange,
  staffSettings,
} from '@coopline/contract/staff/staff-settings/staff-settings.contract'
import { Button } from '@coopline/ui/button'
import { Card } from '@coopline/ui/card'
import { DataTable } from '@coopline/ui/data-table'
import type { ReactNode } from 'react'
import { AskFirstDialog } from '../../../portal/form/ask-first.dialog.tsx'
import { formatInstant } from '../../../portal/text/format-instant.ts'
import { useStaffSend } from '../../../portal/staff/staff-call.ts'
import { useLanguage, useText } from '../../../portal/text/text.tsx'
import { useListDialogs } from '../../../portal/form/use-list-dialogs.ts'
import { type SettingLabels, useValueWords } from './setting-labels.ts'
import styles from './staff-settings.module.css'

const cancelLine = 'POST /v3/staff/settings/planned/{id}/cancel' satisfies (typeof staffSettings)['cancel']['call']

interface PlannedChangesProps {
  readonly planned: readonly PlannedChange[]
  readonly settings: readonly ListedSetting[]
  readonly labels?: SettingLabels
  readonly onChanged: () => void
}

/** The changes that wait for their time, each of which can be canceled. Nothing where there are none. */
export function PlannedChanges({ planned, settings, labels = {}, onChanged }: PlannedChangesProps) {
  const { planned: text } = useText('staffSettings')
  const { language } = useLanguage()
  const { dialog: asked, success, open, close, closeWith } = useListDialogs<PlannedChange>(onChanged)
  const task = useStaffSend(cancelLine, { onSuccess: () => closeWith(text.canceled) })
  const namesOf = ({ values }: PlannedChange) => values.map(({ name }) => labels[name] ?? name).join(', ')
  const whatCell = plannedCell(text, labels, useValueWords(settings))
  const cancelCell = buttonCell(text.cancel, (one) => text.cancelName(namesOf(one)), open)
  return (
    <>
      {success}
      {planned.length > 0 && (
        <Card title={text.title}>
          <DataTable
            caption={text.title}
            captionHidden
            columns={[
              {
                key: 'what',
                header: text.what,
                rowHeader: true,
                cell: whatCell,
              },
              { key: 'start', header: text.start, cell: ({ startsAt }) => formatInstant(startsAt, language) },
              {
                key: 'end',
                header: text.end,
                cell: ({ endsAt }) => (endsAt === null ? text.noEnd : formatInstant(endsAt, language)),
              },
              { key: 'by', header: text.by, cell: ({ by }) => by },
              { key: 'reason', header: text.reason, cell: ({ reason }) => reason },
              {
                key: 'action',
                header: text.action,
                align: 'end',
                cell: cancelCell,
              },
            ]}
            rows={planned}
            rowKey={({ id }) => id}
            empty={null}
          />
        </Card>
      )}
      {asked !== null && (
        <AskFirstDialog
          text={{ title: text.question, submit: text.cancel, busy: text.busy }}
          cancel={text.keep}
          task={task}
          onSubmit={() => task.mutate({ params: { id: String(asked.id) }, body: {} })}
          onCancel={close}
        >
          {namesOf(asked)}. {text.more}
        </AskFirstDialog>
      )}
    </>
  )
}

interface PlannedWords {
  readonly isEnd: string
  readonly refused: (reason: string) => string
}

const plannedCell =
  (text: PlannedWords, labels: SettingLabels, words: ReturnType<typeof useValueWords>) =>
  ({ values, isEnd, refusal }: PlannedChange): ReactNode => (
    <>
      {isEnd && <p>{text.isEnd}</p>}
      <ul className={styles.values}>
        {values.map(({ name, value }) => (
          <li key={name}>
            {labels[name] ?? name}: {words(name, value)}
          </li>
        ))}
      </ul>
      {refusal !== null && <p>{text.refused(refusal)}</p>}
    </>
  )

const buttonCell =
  (label: string, nameOf: (planned: PlannedChange) => string, onPress: (planned: PlannedChange) => void) =>
  (planned: PlannedChange): ReactNode => (
    <Button variant="quiet" aria-label={nameOf(planned)} onClick={() => onPress(planned)}>
      {label}
    </Button>
  )
