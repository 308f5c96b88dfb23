import type { AnswerOf, BodyOf } from '@coopline/contract/endpoint'
import type { notifications } from '@coopline/contract/messages/notifications/notifications.contract'
import type { Settings } from '@coopline/contract/site/site/settings-catalog'
import { checkChoices } from '@coopline/rules/messages/notifications/check-choices'
import { notificationMessage } from '@coopline/rules/messages/notifications/notifications.messages'
import { checkPrepaidThresholds, prepaidMessage } from '@coopline/rules/messages/notifications/prepaid'
import { offeredTopics } from '@coopline/rules/messages/notifications/topics'
import { recordAttempt, requireAllowed } from '../../../platform/attempts/record-attempt.ts'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import type { Executor, Tx } from '../../../platform/db/open-database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { Refused } from '../../../platform/errors.ts'
import { refusal } from '../../../platform/refusal.ts'
import type { MemberRequest } from '../../../platform/http/call.ts'
import { requireFreshProof } from '../../../platform/http/require-fresh-proof.ts'
import { requireOwnAccount } from '../../../platform/http/require-own.ts'
import { type Account, findAccount } from '../../accounts/accounts/public.ts'
import { findRoute, listChoices, saveChoices, saveRoute } from './choices.store.ts'
import { findContact, lockContactsOf } from './contacts.store.ts'
import { divertsMessages } from './diverts-messages.ts'
import { listOwnContacts } from './listed-contact.ts'
import { thresholdsOf } from './notify-of-prepaid.job.ts'
import { findThresholds, saveThresholds } from './prepaid-notices.store.ts'
import { recordChange } from './record-change.ts'

type Answer = AnswerOf<typeof notifications.settings>
type Form = BodyOf<typeof notifications.save>

/** Topics about accounts, or about the login, that the cooperative's features cause. */
const topicsAbout = (settings: Settings, about: 'account' | 'login', isPrepaid = false) =>
  offeredTopics(about, (feature) => settings[feature], isPrepaid)

/** Loads the choices for an account and for the login. @throws NotFound for an account that is not the member's. */
export async function loadChoices(deps: Deps, { caller }: MemberRequest, accountNumber: string): Promise<Answer> {
  const { memberNumber } = caller
  const account = requireOwnAccount(await findAccount(deps.db, memberNumber, accountNumber), accountNumber)
  return readChoices(deps.db, deps.settings.current(), account)
}

async function readChoices(
  executor: Executor,
  settings: Settings,
  { memberNumber, accountNumber, isPrepaid }: Account,
): Promise<Answer> {
  const contacts = await listOwnContacts(executor, memberNumber)
  const confirmed = (id: string | null) =>
    contacts.find((contact) => contact.id === id && contact.isVerified)?.id ?? null
  const read = async (about: string, kind: 'account' | 'login') => {
    const route = await findRoute(executor, memberNumber, about)
    const textContactId = confirmed(route.textContactId)
    const choices = await listChoices(executor, memberNumber, about, topicsAbout(settings, kind, isPrepaid))
    return {
      emailContactId: confirmed(route.emailContactId) ?? 'login',
      textContactId,
      // Without a number texts are off, even if they were chosen while there was one.
      choices: choices.map((choice) => ({ ...choice, byText: choice.byText && textContactId !== null })),
    }
  }
  const { emailContactId: _always, ...login } = await read('login', 'login')
  const account = await read(accountNumber, 'account')
  const thresholds = isPrepaid
    ? ((await findThresholds(executor, { memberNumber, accountNumber })) ?? thresholdsOf(settings))
    : null
  return {
    contacts,
    textOffered: settings.smsEnabled,
    account,
    login,
    prepaid: thresholds && { ...thresholds, amounts: [...thresholds.amounts] },
  }
}

/** Changes of one member in an hour: each is an event for the cooperative's systems. */
const changesPerHour = 100

/**
 * Updates the choices and contacts for an account and for the login in one transaction, with an event for the cooperative's
 * systems and an entry in the audit.
 *
 * @throws Refused with every problem; NotFound for an account that is not the member's; TooManyAttempts; StepUpRequired when messages
 *   that the member gets would go elsewhere, or those about money or the login would end.
 */
export async function changeChoices(
  deps: Deps,
  memberRequest: MemberRequest,
  accountNumber: string,
  form: Form,
): Promise<Answer> {
  const { caller, request } = memberRequest
  const { memberNumber } = caller
  const found = requireOwnAccount(await findAccount(deps.db, memberNumber, accountNumber), accountNumber)
  const settings = deps.settings.current()
  const now = deps.clock.now()
  const count = { kind: 'notifications.save', subject: memberNumber, windowSeconds: 3_600, limit: changesPerHour }
  await requireAllowed(deps.db, [await recordAttempt(deps.db, count, now)])
  return inTransaction(deps.db, async (tx) => {
    await lockContactsOf(tx, memberNumber)
    const before = await readChoices(tx, settings, found)
    await refuseProblems(tx, settings, memberRequest, { ...form, isPrepaid: found.isPrepaid })
    const { account, login, prepaid } = form
    const emailContactId = account.emailContactId === 'login' ? null : account.emailContactId
    await saveRoute(tx, { memberNumber, about: accountNumber, now }, { ...account, emailContactId })
    await saveChoices(tx, { memberNumber, about: accountNumber, now }, account.choices)
    await saveRoute(
      tx,
      { memberNumber, about: 'login', now },
      { emailContactId: null, textContactId: login.textContactId },
    )
    await saveChoices(tx, { memberNumber, about: 'login', now }, login.choices)
    if (prepaid !== undefined && found.isPrepaid)
      await saveThresholds(tx, { memberNumber, accountNumber, now }, prepaid)
    const after = await readChoices(tx, settings, found)
    if (divertsMessages(before, after)) requireFreshProof(deps, caller)
    await recordChange(tx, {
      kind: 'notifications.changed',
      memberNumber,
      accountNumber,
      now,
      clientAddress: request.clientAddress,
      requestId: request.id,
      body: { account, login, ...(prepaid && { prepaid }) },
    })
    return after
  })
}

/** @throws Refused with all that is wrong. */
async function refuseProblems(
  tx: Tx,
  settings: Settings,
  { caller }: Pick<MemberRequest, 'caller'>,
  { account, login, prepaid, isPrepaid }: Form & { readonly isPrepaid: boolean },
): Promise<void> {
  const isUsable = async (contactId: string | null, channel: 'email' | 'text'): Promise<boolean> => {
    if (contactId === null || contactId === 'login') return true
    const contact = await findContact(tx, caller.memberNumber, contactId)
    return contact?.channel === channel && contact.isVerified
  }
  const problems = [
    ...checkChoices(account.choices, topicsAbout(settings, 'account', isPrepaid), account.textContactId !== null),
    ...checkChoices(login.choices, topicsAbout(settings, 'login'), login.textContactId !== null),
    ...((await isUsable(account.emailContactId, 'email')) ? [] : [notUsable('emailContactId')]),
    ...((await isUsable(account.textContactId, 'text')) ? [] : [notUsable('textContactId')]),
    ...((await isUsable(login.textContactId, 'text')) ? [] : [notUsable('textContactId')]),
  ]
  const refusals = [
    ...problems.map(({ code, field }) => refusal(notificationMessage, code, field)),
    ...(prepaid === undefined ? [] : checkPrepaidThresholds(prepaid)).map(({ code, field }) =>
      refusal(prepaidMessage, code, field),
    ),
  ]
  if (refusals.length > 0) throw new Refused(...refusals)
}

const notUsable = (field: 'emailContactId' | 'textContactId') => ({ code: 'contact-not-usable', field }) as const
