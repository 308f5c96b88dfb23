import type { HelpedMember } from '@coopline/contract/member-support/member-support.contract'
import type { ActivityKind } from '@coopline/contract/sign-in/sign-in.contract'
import { formatUsDate } from '@coopline/rules/kernel/calendar-date'
import { Button } from '@coopline/ui/button'
import { Card } from '@coopline/ui/card'
import { DataTable } from '@coopline/ui/data-table'
import { Stack } from '@coopline/ui/stack'
import { type ReactNode, useState } from 'react'
import { formatInstant } from '../../portal/format-instant.ts'
import { useLanguage, useText } from '../../portal/text.tsx'
import { FactList } from '../../portal/fact-list.tsx'
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

/** How the member signs in, who reads their data and what happened, with what staff can do about it. */
export function MemberAccess({ memberNumber, access, onBegin, onDone }: MemberAccessProps) {
  const { login: text } = useText('memberSupport')
  const [action, setAction] = useState<HelpAction | null>(null)
  const { login, connections, people, activity } = access
  const ask = (next: HelpAction) => {
    onBegin()
    setAction(next)
  }
  const close = () => setAction(null)
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
      <Card title={text.activity}>
        <ActivityTable activity={activity} />
      </Card>
      {action !== null && (
        <HelpDialog
          memberNumber={memberNumber}
          action={action}
          onCancel={close}
          onDone={(member, sentence) => {
            close()
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
              cell: buttonCell('removePasskey', actions.removePasskey, onAsk),
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

interface Endable {
  readonly id: string
  readonly name: string
  readonly isOver?: boolean
}

const buttonCell =
  (
    kind: 'removePasskey' | 'endConnection' | 'endAccess',
    words: { readonly button: string; readonly name: (name: string) => string },
    onAsk: AskProps['onAsk'],
  ) =>
  ({ id, name, isOver = false }: Endable): ReactNode =>
    isOver ? null : (
      <Button variant="quiet" aria-label={words.name(name)} onClick={() => onAsk({ kind, id })}>
        {words.button}
      </Button>
    )

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <div className={styles.part}>
      <h3>{title}</h3>
      {children}
    </div>
  )
}

function Connections({ connections, onAsk }: AskProps & Pick<Access, 'connections'>) {
  const { login: text, actions } = useText('memberSupport')
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
          cell: buttonCell('endConnection', actions.endConnection, onAsk),
        },
      ]}
      rows={connections}
      rowKey={({ id }) => id}
      empty={text.noConnections}
    />
  )
}

function People({ people, onAsk }: AskProps & Pick<Access, 'people'>) {
  const { login: text, actions } = useText('memberSupport')
  const end = buttonCell('endAccess', actions.endAccess, onAsk)
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
          cell: ({ id, name, state }) => end({ id, name, isOver: state === 'over' }),
        },
      ]}
      rows={people}
      rowKey={({ id }) => id}
      empty={text.noPeople}
    />
  )
}

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
