import type { BodyOf } from '@coopline/contract/endpoint'
import { paths } from '@coopline/contract/paths'
import type { PersonWithAccess, sharedAccess } from '@coopline/contract/identity/shared-access/shared-access.contract'
import { normalizeEmail } from '@coopline/rules/identity/email-address/check-email'
import {
  addDays,
  calendarDate,
  type CalendarDate,
  calendarDateIn,
  endOfDay,
  isBefore,
} from '@coopline/rules/kernel/calendar-date'
import type { Language } from '@coopline/rules/kernel/problem'
import { checkInvitation, invitationDays, maxGuests } from '@coopline/rules/identity/shared-access/check-invitation'
import { sharedAccessMessage } from '@coopline/rules/identity/shared-access/shared-access.messages'
import { recordAttempts, requireAllowed } from '../../../platform/attempts/record-attempt.ts'
import { recordAudit } from '../../../platform/audit/audit.store.ts'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import type { Tx } from '../../../platform/db/open-database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { Conflict, Refused } from '../../../platform/errors.ts'
import { refusal } from '../../../platform/refusal.ts'
import type { MemberRequest } from '../../../platform/http/call.ts'
import { currentKeyFor, hmac } from '../../../platform/keys.ts'
import { requireOwnAccount } from '../../../platform/http/require-own.ts'
import { insertMessage } from '../../../platform/messages/message.store.ts'
import { sealBody } from '../../../platform/messages/sealed-body.ts'
import { randomLinkId, randomText } from '../../../platform/random.ts'
import { sha256 } from '../../../platform/secrets/split-token.ts'
import { todayOf } from '../../../platform/today.ts'
import {
  countGuestsLocked,
  findMemberName,
  insertAccess,
  listOwnAmong,
  type NewAccess,
  type OpenInvitation,
} from './shared-access.store.ts'
import { notifyMember } from '../sign-in/public.ts'
import { listPeople } from './people.ts'
import { requireProofAfter } from './require-proof-after.ts'
import { invitationMail } from './shared-access-mail.messages.ts'

/** The body that a member sends to invite someone. */
export type InvitationForm = BodyOf<typeof sharedAccess.invite>

/** The maximum number of invitations to one address in 24 hours, by all members. */
const invitationsPerAddress = 3

/**
 * Invites someone by email to see accounts of the member. Only the link in the email has its id; the portal stores a hash.
 *
 * @throws Refused with every problem of the form; NotOwned for an account of another member; TooManyAttempts and Conflict when the
 *   member has invited too many people.
 */
export async function invite(
  deps: Deps,
  who: MemberRequest,
  form: InvitationForm,
): Promise<{ readonly person: PersonWithAccess }> {
  const accountNumbers = await acceptForm(deps, who, form)
  await countInvitation(deps, who.caller.memberNumber, normalizeEmail(form.email))
  const { timeZone } = deps.settings.current()
  const now = deps.clock.now()
  const today = calendarDateIn(timeZone, now)
  const token = randomLinkId(deps.random)
  const access: NewAccess = {
    accessId: randomText(deps.random, 18),
    memberNumber: who.caller.memberNumber,
    name: form.name.trim(),
    email: normalizeEmail(form.email),
    rights: form.rights,
    tokenHash: sha256(token),
    invitedAt: now,
    invitationEndsAt: endOfDay(acceptBy(today, calendarDate(form.lastDay)), timeZone),
    endsAt: endOfDay(calendarDate(form.lastDay), timeZone),
    accountNumbers,
  }
  await inTransaction(deps.db, async (tx) => {
    const { count, passwordSetAt } = await countGuestsLocked(tx, who.caller, now)
    requireProofAfter(who.caller, passwordSetAt)
    if (count >= maxGuests) throw new Conflict(refusal(sharedAccessMessage, 'too-many-guests'))
    await insertAccess(tx, access)
    await recordAudit(tx, {
      kind: 'shared-access.invited',
      at: now,
      memberNumber: access.memberNumber,
      clientAddress: who.request.clientAddress,
      requestId: who.request.id,
      detail: { access: access.accessId, rights: access.rights, accounts: accountNumbers.length },
    })
    const memberName = (await findMemberName(tx, access.memberNumber)) ?? deps.settings.current().coopName
    const invitation = { ...access, memberName, accounts: accountNumbers.length }
    await writeInvitation(deps, tx, { ...invitation, token, language: who.request.language })
    await notifyMember(deps, tx, who.caller.loginId, 'access-invited', access.accessId, () => [
      `${access.name}, ${access.email}`,
    ])
  })
  const [person] = (await listPeople(deps, who.caller, access.accessId)).people
  if (person === undefined) throw new Error('The invitation was not recorded')
  return { person }
}

/** Checks the form. @returns the chosen accounts, each once. */
async function acceptForm(deps: Deps, { caller }: Pick<MemberRequest, 'caller'>, form: InvitationForm) {
  const settings = deps.settings.current()
  const today = todayOf(deps)
  const accounts = [...new Set(form.accounts)]
  const rule = { strictEmailEnding: settings.STRICT_EMAIL_ENDING }
  const problems = checkInvitation({ ...form, accounts }, today, rule)
  if (problems.length > 0)
    throw new Refused(...problems.map(({ code, field }) => refusal(sharedAccessMessage, code, field)))
  const own = await listOwnAmong(deps.db, caller.memberNumber, accounts)
  for (const account of accounts) requireOwnAccount(own.has(account) ? account : undefined, account)
  return accounts
}

/**
 * Counts an invitation by the member and by its recipient, so that many logins together cannot flood a mailbox.
 *
 * @throws TooManyAttempts when a limit is reached. Then none of them counts.
 */
export async function countInvitation(
  deps: Pick<Deps, 'db' | 'clock' | 'keys' | 'settings'>,
  memberNumber: string,
  email: string,
): Promise<void> {
  const mailbox = hmac(currentKeyFor(deps.keys, 'client-address'), `shared-access\n${email}`)
  const windowSeconds = 24 * 3600
  const counts = await recordAttempts(
    deps.db,
    [
      {
        kind: 'shared-access.invite',
        subject: memberNumber,
        windowSeconds,
        limit: deps.settings.current().sharedInvitationsPerDay,
      },
      {
        kind: 'shared-access.invite-to',
        subject: Buffer.from(mailbox).toString('base64url'),
        windowSeconds,
        limit: invitationsPerAddress,
      },
    ],
    deps.clock.now(),
  )
  await requireAllowed(deps.db, counts)
}

/** Returns the last day on which an invitation can be accepted, which is no later than the end of the access. */
const acceptBy = (today: CalendarDate, lastDay: CalendarDate): CalendarDate => {
  const week = addDays(today, invitationDays)
  return isBefore(lastDay, week) ? lastDay : week
}

interface InvitationMail extends Omit<OpenInvitation, 'memberNumber' | 'name'> {
  /** The id in the link. */
  readonly token: string
  readonly language: Language
}

/** Queues the email of an invitation to its address. */
export async function writeInvitation(
  deps: Pick<Deps, 'clock' | 'env' | 'keys' | 'random' | 'settings'>,
  tx: Tx,
  { accessId, email, memberName, rights, accounts, endsAt, invitationEndsAt, token, language }: InvitationMail,
): Promise<void> {
  const { coopName, timeZone } = deps.settings.current()
  const facts = {
    coopName,
    memberName,
    rights,
    accounts,
    lastDay: calendarDateIn(timeZone, new Date(endsAt.getTime() - 1)),
    acceptBy: calendarDateIn(timeZone, new Date(invitationEndsAt.getTime() - 1)),
    address: `${deps.env.PUBLIC_ORIGIN}${paths.acceptAccess({ token })}`,
  }
  const { subject, bodyText } = invitationMail(facts, language)
  const dedupeKey = `shared-access-invited:${accessId}:${randomText(deps.random, 16)}`
  await insertMessage(tx, {
    dedupeKey,
    channel: 'email',
    recipient: email,
    subject,
    bodyText: sealBody(deps, dedupeKey, bodyText),
    language,
    now: deps.clock.now(),
  })
}
