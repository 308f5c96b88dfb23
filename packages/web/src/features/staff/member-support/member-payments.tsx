import type { HelpedPayment } from '@coopline/contract/staff/member-support/member-support.contract'
import { paths } from '@coopline/contract/paths'
import { formatUsd } from '@coopline/rules/kernel/money'
import { Card } from '@coopline/ui/card'
import { formatInstant } from '../../../portal/text/format-instant.ts'
import { useLanguage, useText } from '../../../portal/text/text.tsx'
import { FactList } from '../../../portal/page/fact-list.tsx'
import styles from './member-support.module.css'

/** The newest payments of the member, each with everything that became of it. */
export function MemberPayments({ payments }: { readonly payments: readonly HelpedPayment[] }) {
  const { payments: text } = useText('memberSupport')
  return (
    <Card title={text.title}>
      {payments.length === 0 ? (
        <p>{text.none}</p>
      ) : (
        payments.map((payment) => <Story key={payment.transNo} payment={payment} />)
      )}
    </Card>
  )
}

function Story({ payment }: { readonly payment: HelpedPayment }) {
  const { payments: text } = useText('memberSupport')
  const { language } = useLanguage()
  const { transNo, amount, fee, paidBy, requestedAt, state, accounts, moves, reports, ledger } = payment
  const states: Readonly<Record<string, string>> = text.states
  const nameOf = (one: string) => states[one] ?? one
  return (
    <details className={styles.story}>
      <summary aria-label={`${text.story(transNo)}: ${formatUsd(amount)}, ${nameOf(state)}`}>
        <span className={styles.head}>
          <span className={styles.amount}>{formatUsd(amount)}</span>
          <span>{nameOf(state)}</span>
          <span>{formatInstant(requestedAt, language)}</span>
          <span>{transNo}</span>
        </span>
      </summary>
      <div className={styles.storyBody}>
        <p>
          <a href={paths.staffPayment({ number: transNo })}>{text.open(transNo)}</a>
        </p>
        <FactList
          facts={[
            [text.accounts, accounts.map((one) => `${one.accountNumber}: ${formatUsd(one.amount)}`).join(', ')],
            [text.fee, fee === null ? '–' : formatUsd(fee)],
            ...(paidBy === null ? [] : [[text.paidBy, paidBy] as const]),
          ]}
        />
        <Lines
          title={text.moves}
          lines={moves.map(
            ({ at, from, to, source }) => `${formatInstant(at, language)}: ${nameOf(from)} → ${nameOf(to)} (${source})`,
          )}
        />
        <Lines
          title={text.reports}
          lines={reports.map(
            ({ at, type, source, outcome }) => `${formatInstant(at, language)}: ${type}, ${outcome} (${source})`,
          )}
        />
        <Lines
          title={text.ledger}
          lines={ledger.map((line) => `${line.kind} · ${line.ledgerAccount}: ${formatUsd(line.amount)}`)}
        />
      </div>
    </details>
  )
}

function Lines({ title, lines }: { readonly title: string; readonly lines: readonly string[] }) {
  const { payments: text } = useText('memberSupport')
  return (
    <div className={styles.part}>
      <h3>{title}</h3>
      {lines.length === 0 ? (
        <p>{text.noReports}</p>
      ) : (
        <ul>
          {lines.map((line, place) => (
            // The lines are a history: they never change places.
            <li key={place}>{line}</li>
          ))}
        </ul>
      )}
    </div>
  )
}
