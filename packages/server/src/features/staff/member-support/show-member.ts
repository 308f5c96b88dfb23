import type { HelpedMember } from '@coopline/contract/staff/member-support/member-support.contract'
import { staffRights, type StaffRole } from '@coopline/rules/staff/staff-sign-in/staff-rights'
import { calendarDate } from '@coopline/rules/kernel/calendar-date'
import { cents } from '@coopline/rules/kernel/money'
import type { MemberView } from './view-member.ts'

/** Builds the view of a member for staff with a role. Parts that the role may not see are `null`. */
export function showMember(view: MemberView, role: StaffRole, now: Date): HelpedMember {
  const seesMoney = staffRights.money.includes(role)
  const { memberNumber, name, language, emails, phones } = view
  return {
    memberNumber,
    name,
    language,
    emails: [...emails],
    phones: [...phones],
    accounts: view.accounts.map(({ balance, pastDue, dueDate, ...account }) => ({
      ...account,
      money: seesMoney
        ? {
            balance: balance === null ? null : cents(balance),
            pastDue: pastDue === null ? null : cents(pastDue),
            dueDate: dueDate === null ? null : calendarDate(dueDate),
          }
        : null,
    })),
    access: staffRights.access.includes(role) ? showAccess(view, now) : null,
    payments: seesMoney ? view.payments.map(showPayment) : null,
  }
}

/** The end of a lock as an ISO 8601 instant; `null` when the login is not locked. */
export const lockEnd = (lockedUntil: Date | null, now: Date): string | null =>
  lockedUntil !== null && lockedUntil > now ? lockedUntil.toISOString() : null

function showAccess(
  { login, connections, people, contacts, delayed, activity }: MemberView,
  now: Date,
): NonNullable<HelpedMember['access']> {
  return {
    login:
      login === null
        ? null
        : {
            username: login.username,
            email: login.email,
            createdAt: login.createdAt.toISOString(),
            lastSignInAt: login.lastSignInAt?.toISOString() ?? null,
            passwordSetAt: login.passwordSetAt.toISOString(),
            failures: login.failures,
            lockedUntil: lockEnd(login.lockedUntil, now),
            isClosed: login.isClosed,
            hasApp: login.hasApp,
            passkeys: [...login.passkeys],
            sessions: login.sessions.map((session) => ({ ...session, isThisOne: false })),
          },
    connections: [...connections],
    people: [...people],
    contacts: [...contacts],
    delayed: [...delayed],
    activity: [...activity],
  }
}

type Payment = NonNullable<HelpedMember['payments']>[number]

/** PostgreSQL writes instants in JSON with an offset. */
const instant = (text: string): string => new Date(text).toISOString()

const showPayment = (payment: MemberView['payments'][number]): Payment => ({
  ...payment,
  amount: cents(payment.amount),
  fee: payment.fee === null ? null : cents(payment.fee),
  requestedAt: payment.requestedAt.toISOString(),
  accounts: payment.accounts.map(({ accountNumber, amount }) => ({ accountNumber, amount: cents(amount) })),
  moves: payment.moves.map((move) => ({ ...move, at: instant(move.at) })),
  reports: payment.reports.map((report) => ({ ...report, at: instant(report.at) })),
  ledger: payment.ledger.map((line) => ({ ...line, amount: cents(line.amount) })),
})
