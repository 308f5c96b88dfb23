import type { Choice } from '@coopline/rules/notifications/check-choices'
import { type Topic, topicRules } from '@coopline/rules/notifications/topics'
import { CheckboxField } from '@coopline/ui/checkbox-field'
import { DataTable, type TableColumn } from '@coopline/ui/data-table'
import { VisuallyHidden } from '@coopline/ui/visually-hidden'
import { useText } from '../../portal/text.tsx'
import styles from './notifications.module.css'

interface TopicTableProps {
  readonly caption: string
  readonly choices: readonly Choice[]
  /** Whether there is a phone that texts can go to. */
  readonly hasTexts: boolean
  readonly onChange: (choices: Choice[]) => void
}

/** Topics and channels, each on or off. What cannot be turned off says why. */
export function TopicTable({ caption, choices, hasTexts, onChange }: TopicTableProps) {
  const { grid: text, topics } = useText('notifications')
  const set = (topic: Topic, change: Partial<Choice>) =>
    onChange(choices.map((choice) => (choice.topic === topic ? { ...choice, ...change } : choice)))
  const box = ({ topic, ...choice }: Choice, channel: 'byEmail' | 'byText') => (
    <div className={styles.box}>
      <CheckboxField
        label={<VisuallyHidden>{text.name(topics[topic].name, text[channel])}</VisuallyHidden>}
        name={`${topic}.${channel}`}
        checked={choice[channel]}
        onChange={(event) => set(topic, { [channel]: event.target.checked })}
      />
    </div>
  )
  const columns: readonly TableColumn<Choice>[] = [
    {
      key: 'topic',
      header: text.what,
      rowHeader: true,
      cell: ({ topic }) => (
        <span className={styles.topic}>
          {topics[topic].name}
          <span className={styles.about}>
            {topics[topic].about}
            {topicRules[topic].byEmail === 'always' && ` ${text.whyAlways}`}
          </span>
        </span>
      ),
    },
    {
      key: 'email',
      header: text.byEmail,
      cell: (choice) => (topicRules[choice.topic].byEmail === 'always' ? text.always : box(choice, 'byEmail')),
    },
    ...(hasTexts
      ? [{ key: 'text', header: text.byText, cell: (choice: Choice) => box(choice, 'byText') } as const]
      : []),
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
