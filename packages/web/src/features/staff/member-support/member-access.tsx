import type { HelpedMember } from '@coopline/contract/staff/member-support/member-support.contract'
import type { ActivityKind } from '@coopline/contract/identity/sign-in/sign-in.contract'
import { formatUsDate } from '@coopline/rules/kernel/calendar-date'
import { formatPhoneText } from '@coopline/rules/kernel/phone'
import { Button } from '@coopline/ui/button'
import { Card } from '@coopline/ui/card'
import { DataTable } from '@coopline/ui/data-table'
import { Stack } from '@coopline/ui/stack'
import type { ReactNode } from 'react'
import { formatInstant } from '../../../portal/text/format-instant.ts'
import { useLanguage, useText } from '../../../portal/text/text.tsx'
import { useOneDialog } from '../../../portal/form/use-list-dialogs.ts'
import { FactList } from '../../../portal/page/fact-list.tsx'
import { type HelpAction, HelpDialog } from './help.dialog.tsx'
import styles from './member-support.module.css'

type Access = NonNullable<HelpedMember['access']>
type Login = NonNullable<Access['login']>

interface MemberAccessProps {
  readonly memberNumber: string
  readonly access: Access
  readonly onBegin: () => void
  readonly onDone: (member: HelpedMember, sentence: string) => void
}

/** Shows the member's sign-in methods, the people and apps with access, and recent activity, with the actions of staff. */
export function MemberAccess({ memberNumber, access, onBegin, onDone }: MemberAccessProps) {
  const { login: text } = useText('memberSupport')
  const { dialog: action, open, close, replaceWith } = useOneDialog<HelpAction>()
  const { login, connections, people, contacts, activity } = access
  const ask = (next: HelpAction) => {
    onBegin()
    open(next)
  }
  return (
    <>
      <Card title={text.title}>
        {login === null ? <p>{text.none}</p> : <OnlineAccount login={login} onAsk={ask} />}
      </Card>
      <Card title={text.connections}>
        <Connections connections={connections} onAsk={ask} />
      </Card>
      <Card title={text.people}>
        <People people={people} onAsk={ask} />
      </Card>
      <Card title={text.contacts}>
        <Contacts contacts={contacts} onAsk={ask} />
      </Card>
      <Card title={text.activity}>
        <ActivityTable activity={activity} />
      </Card>
      {action !== null && (
        <HelpDialog
          memberNumber={memberNumber}
          action={action}
          onCancel={close}
          onDone={(member, sentence) => {
            replaceWith(null)
            onDone(member, sentence)
          }}
        />
      )}
    </>
  )
}

interface AskProps {
  readonly onAsk: (action: HelpAction) => void
}

function OnlineAccount({ login, onAsk }: AskProps & { readonly login: Login }) {
  const { login: text, actions } = useText('memberSupport')
  const { language } = useLanguage()
  const when = (instant: string | null) => (instant === null ? text.never : formatInstant(instant, language))
  const { isClosed, lockedUntil } = login
  const state = isClosed ? text.closed : lockedUntil === null ? text.open : text.locked(when(lockedUntil))
  return (
    <Stack gap="large">
      <FactList
        facts={[
          [text.state, state],
          [text.failures, login.failures],
          [text.username, login.username],
          [text.email, login.email],
          [text.app, login.hasApp ? text.on : text.off],
          [text.lastSignIn, when(login.lastSignInAt)],
          [text.passwordSet, when(login.passwordSetAt)],
          [text.created, when(login.createdAt)],
        ]}
      />
      <Stack row>
        {(['unlock', 'signOut', 'sendReset'] as const).map((kind) => (
          <Button key={kind} variant="secondary" onClick={() => onAsk({ kind })}>
            {actions[kind].button}
          </Button>
        ))}
      </Stack>
      <Part title={text.sessions}>
        <DataTable
          caption={text.sessions}
          captionHidden
          columns={[
            { key: 'device', header: text.sessions, rowHeader: true, cell: ({ device }) => device },
            { key: 'seen', header: text.lastUsed, cell: ({ lastSeenAt }) => when(lastSeenAt) },
          ]}
          rows={login.sessions}
          rowKey={({ id }) => id}
          empty={text.noSessions}
        />
      </Part>
      <Part title={text.passkeys}>
        <DataTable
          caption={text.passkeys}
          captionHidden
          columns={[
            { key: 'name', header: text.passkey, rowHeader: true, cell: ({ name }) => name },
            { key: 'used', header: text.lastUsed, cell: ({ lastUsedAt }) => when(lastUsedAt) },
            {
              key: 'action',
              header: text.action,
              align: 'end',
              cell: actionsCell(onAsk, nameOf, ({ id }: Login['passkeys'][number]) => [{ kind: 'removePasskey', id }]),
            },
          ]}
          rows={login.passkeys}
          rowKey={({ id }) => id}
          empty={text.noPasskeys}
        />
      </Part>
    </Stack>
  )
}

type RowAction = Extract<HelpAction, { readonly id: string }>

/** A cell with what can be done to its row. */
const actionsCell =
  <Row,>(onAsk: AskProps['onAsk'], nameIn: (row: Row) => string, actionsOf: (row: Row) => readonly RowAction[]) =>
  (row: Row): ReactNode => (
    <div className={styles.actions}>
      {actionsOf(row).map((action) => (
        <ActionButton key={action.kind} action={action} name={nameIn(row)} onAsk={onAsk} />
      ))}
    </div>
  )

const nameOf = ({ name }: { readonly name: string }): string => name

interface ActionButtonProps extends AskProps {
  readonly action: RowAction
  /** The name of the action's target. */
  readonly name: string
}

function ActionButton({ action, name, onAsk }: ActionButtonProps) {
  const { actions } = useText('memberSupport')
  const words = actions[action.kind]
  return (
    <Button variant="quiet" aria-label={words.name(name)} onClick={() => onAsk(action)}>
      {words.button}
    </Button>
  )
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <div className={styles.part}>
      <h3>{title}</h3>
      {children}
    </div>
  )
}

function Connections({ connections, onAsk }: AskProps & Pick<Access, 'connections'>) {
  const { login: text } = useText('memberSupport')
  const { language } = useLanguage()
  return (
    <DataTable
      caption={text.connections}
      captionHidden
      columns={[
        { key: 'name', header: text.connection, rowHeader: true, cell: ({ name }) => name },
        {
          key: 'ends',
          header: text.ends,
          cell: ({ isOver, endsAt }) => (isOver ? text.over : formatInstant(endsAt, language)),
        },
        {
          key: 'action',
          header: text.action,
          align: 'end',
          cell: actionsCell(onAsk, nameOf, ({ id, isOver }: Access['connections'][number]) =>
            isOver ? [] : [{ kind: 'endConnection', id }],
          ),
        },
      ]}
      rows={connections}
      rowKey={({ id }) => id}
      empty={text.noConnections}
    />
  )
}

function People({ people, onAsk }: AskProps & Pick<Access, 'people'>) {
  const { login: text } = useText('memberSupport')
  return (
    <DataTable
      caption={text.people}
      captionHidden
      columns={[
        { key: 'name', header: text.person, rowHeader: true, cell: ({ name, email }) => `${name}, ${email}` },
        { key: 'accounts', header: text.accounts, cell: ({ accounts }) => accounts.join(', ') },
        { key: 'rights', header: text.rights, cell: ({ rights }) => text.rightsOf[rights] },
        {
          key: 'ends',
          header: text.ends,
          cell: ({ state, lastDay }) =>
            ({ over: text.over, invited: text.invited, active: text.lastDay(formatUsDate(lastDay)) })[state],
        },
        {
          key: 'action',
          header: text.action,
          align: 'end',
          cell: actionsCell(onAsk, nameOf, actionsOfPerson),
        },
      ]}
      rows={people}
      rowKey={({ id }) => id}
      empty={text.noPeople}
    />
  )
}

function actionsOfPerson({ id, state }: Access['people'][number]): readonly RowAction[] {
  const end = { kind: 'endAccess', id } as const
  return { over: [], active: [end], invited: [{ kind: 'resendInvitation', id } as const, end] }[state]
}

function Contacts({ contacts, onAsk }: AskProps & Pick<Access, 'contacts'>) {
  const { login: text } = useText('memberSupport')
  return (
    <DataTable
      caption={text.contacts}
      captionHidden
      columns={[
        { key: 'contact', header: text.contact, rowHeader: true, cell: displayedContact },
        {
          key: 'state',
          header: text.contactState,
          cell: ({ isStopped, isVerified }) =>
            isStopped ? text.stopped : isVerified ? text.verified : text.notVerified,
        },
        {
          key: 'action',
          header: text.action,
          align: 'end',
          cell: actionsCell(onAsk, displayedContact, actionsOfContact),
        },
      ]}
      rows={contacts}
      rowKey={({ id }) => id}
      empty={text.noContacts}
    />
  )
}

const displayedContact = ({ channel, value }: Access['contacts'][number]): string =>
  channel === 'text' ? formatPhoneText(value) : value

const actionsOfContact = ({ id, channel, isStopped, isVerified }: Access['contacts'][number]): readonly RowAction[] =>
  isStopped || isVerified ? [] : [{ kind: 'resendCode', id, channel }]

function ActivityTable({ activity }: Pick<Access, 'activity'>) {
  const { activity: text } = useText('loginSecurity')
  const { language } = useLanguage()
  const kinds: Readonly<Record<ActivityKind, string>> = text.kinds
  return (
    <DataTable
      caption={text.title}
      captionHidden
      columns={[
        {
          key: 'what',
          header: text.what,
          rowHeader: true,
          cell: ({ kind, reason }) => (reason === null ? kinds[kind] : text.withReason(kinds[kind], reason)),
        },
        { key: 'when', header: text.when, cell: ({ at }) => formatInstant(at, language) },
        {
          key: 'where',
          header: text.where,
          cell: ({ kind, clientAddress }) => clientAddress ?? (kind.startsWith('staff.') ? text.office : text.nowhere),
        },
      ]}
      rows={activity.map((entry, place) => ({ ...entry, place }))}
      rowKey={({ place }) => place}
      empty={text.empty}
    />
  )
}
