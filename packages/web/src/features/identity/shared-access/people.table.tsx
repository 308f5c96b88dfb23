import type { PersonWithAccess } from '@coopline/contract/identity/shared-access/shared-access.contract'
import { formatUsDate } from '@coopline/rules/kernel/calendar-date'
import type { Language } from '@coopline/rules/kernel/problem'
import { Button } from '@coopline/ui/button'
import { DataTable, type TableColumn } from '@coopline/ui/data-table'
import type { ReactNode } from 'react'
import { formatInstant } from '../../../portal/text/format-instant.ts'
import { useLanguage, useText } from '../../../portal/text/text.tsx'
import type { TextsOf } from '../../../portal/text/text-store.ts'
import styles from './shared-access.module.css'

interface PeopleTableProps {
  readonly people: readonly PersonWithAccess[]
  readonly onActivity: (person: PersonWithAccess) => void
  readonly onRights: (person: PersonWithAccess) => void
  readonly onEnd: (person: PersonWithAccess) => void
}

/** A table of the people with access, including ended access. */
export function PeopleTable({ people, onActivity, onRights, onEnd }: PeopleTableProps) {
  const { list } = useText('sharedAccess')
  const { language } = useLanguage()
  const columns: readonly TableColumn<PersonWithAccess>[] = [
    { key: 'name', header: list.name, rowHeader: true, cell: nameCell },
    { key: 'accounts', header: list.accounts, cell: ({ accounts }) => accounts.join(', ') },
    { key: 'rights', header: list.rights, cell: ({ rights }) => list.rightsOf[rights] },
    { key: 'status', header: list.status, cell: (person) => statusCell(person, list, language) },
    {
      key: 'used',
      header: list.lastUsed,
      cell: ({ lastUsedAt }) => (lastUsedAt === null ? list.never : formatInstant(lastUsedAt, language)),
    },
    { key: 'actions', header: list.actions, align: 'end', cell: actionsCell({ list, onActivity, onRights, onEnd }) },
  ]
  return (
    <DataTable
      caption={list.title}
      captionHidden
      columns={columns}
      rows={people}
      rowKey={({ id }) => id}
      empty={list.empty}
    />
  )
}

type ListTexts = TextsOf<'sharedAccess'>['list']

const TwoLines = ({ first, second }: { readonly first: ReactNode; readonly second: ReactNode }) => (
  <>
    <div>{first}</div>
    <div className={styles.muted}>{second}</div>
  </>
)

const nameCell = ({ name, email }: PersonWithAccess): ReactNode => <TwoLines first={name} second={email} />

function statusCell(person: PersonWithAccess, list: ListTexts, language: Language): ReactNode {
  const { state, invitationEndsAt, lastDay, endReason, acceptedAt } = person
  const until = list.until(formatUsDate(lastDay))
  const details = {
    invited: list.acceptBy(formatInstant(invitationEndsAt, language)),
    active: until,
    over: endReason === null ? (acceptedAt === null ? list.notAccepted : until) : list.endedBy[endReason],
  }
  return <TwoLines first={list.states[state]} second={details[state]} />
}

interface ActionsCell extends Omit<PeopleTableProps, 'people'> {
  readonly list: ListTexts
}

const actionsCell =
  ({ list, onActivity, onRights, onEnd }: ActionsCell) =>
  (person: PersonWithAccess): ReactNode => (
    <div className={styles.actions}>
      <Button variant="quiet" aria-label={list.activityOf(person.name)} onClick={() => onActivity(person)}>
        {list.activity}
      </Button>
      {person.state !== 'over' && (
        <>
          <Button
            variant="quiet"
            aria-label={list.changeOf[person.rights](person.name)}
            onClick={() => onRights(person)}
          >
            {list.change[person.rights]}
          </Button>
          <Button variant="quiet" aria-label={list.endOf(person.name)} onClick={() => onEnd(person)}>
            {list.end}
          </Button>
        </>
      )}
    </div>
  )
