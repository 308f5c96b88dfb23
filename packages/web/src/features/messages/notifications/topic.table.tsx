import type { Choice } from '@coopline/rules/messages/notifications/check-choices'
import { type Topic, topicRules } from '@coopline/rules/messages/notifications/topics'
import { CheckboxField } from '@coopline/ui/checkbox-field'
import { DataTable, type TableColumn } from '@coopline/ui/data-table'
import type { ReactNode } from 'react'
import { useText } from '../../../portal/text/text.tsx'
import type { TextsOf } from '../../../portal/text/text-store.ts'
import styles from './notifications.module.css'

interface TopicTableProps {
  readonly caption: string
  readonly choices: readonly Choice[]
  /** Whether there is a phone that texts can go to. */
  readonly hasTexts: boolean
  readonly onChange: (choices: Choice[]) => void
}

/** Topics and channels, each on or off. A channel that cannot be turned off shows the reason. */
export function TopicTable({ caption, choices, hasTexts, onChange }: TopicTableProps) {
  const text = useText('notifications')
  const set = (topic: Topic, change: Partial<Choice>) =>
    onChange(choices.map((choice) => (choice.topic === topic ? { ...choice, ...change } : choice)))
  const columns: readonly TableColumn<Choice>[] = [
    { key: 'topic', header: text.grid.what, rowHeader: true, cell: topicCell(text) },
    { key: 'email', header: text.grid.byEmail, cell: boxCell(text, 'byEmail', set) },
    ...(hasTexts ? [{ key: 'text', header: text.grid.byText, cell: boxCell(text, 'byText', set) }] : []),
  ]
  return (
    <div className={styles.grid}>
      <DataTable
        caption={caption}
        captionHidden
        columns={columns}
        rows={choices}
        rowKey={({ topic }) => topic}
        empty={null}
      />
    </div>
  )
}

type Texts = TextsOf<'notifications'>

const isAlways = (topic: Topic): boolean => topicRules[topic].byEmail === 'always'

const topicCell =
  ({ topics, grid }: Texts) =>
  ({ topic }: Choice): ReactNode => (
    <span className={styles.topic}>
      {topics[topic].name}
      <span className={styles.about}>
        {topics[topic].about}
        {isAlways(topic) && ` ${grid.whyAlways}`}
      </span>
    </span>
  )

const boxCell =
  ({ topics, grid }: Texts, channel: 'byEmail' | 'byText', set: (topic: Topic, change: Partial<Choice>) => void) =>
  ({ topic, ...choice }: Choice): ReactNode =>
    channel === 'byEmail' && isAlways(topic) ? (
      grid.always
    ) : (
      <CheckboxField
        label={grid.name(topics[topic].name, grid[channel])}
        labelHidden
        name={`${topic}.${channel}`}
        checked={choice[channel]}
        onChange={(event) => set(topic, { [channel]: event.target.checked })}
      />
    )
