import type { Connection } from '@coopline/contract/usage/connected-apps/connected-apps.contract'
import type { Contact } from '@coopline/contract/messages/notifications/notifications.contract'
import type { Passkey } from '@coopline/contract/identity/passkeys/passkeys.contract'
import type { PersonWithAccess } from '@coopline/contract/identity/shared-access/shared-access.contract'
import type { Activity, ListedSession } from '@coopline/contract/identity/sign-in/sign-in.contract'
import { recordAudit } from '../../../platform/audit/audit.store.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { StaffActor } from '../../../platform/http/staff-actor.ts'
import { readUrgentAges } from '../../../platform/messages/message.store.ts'
import { listOwnConnections } from '../../usage/connected-apps/public.ts'
import { listContacts, listedContact } from '../../messages/notifications/public.ts'
import { listPasskeys, displayedPasskey } from '../../identity/passkeys/public.ts'
import { listPeople } from '../../identity/shared-access/public.ts'
import { listActivity, listOwnSessions } from '../../identity/sign-in/public.ts'
import {
  findLoginFacts,
  findMemberFacts,
  listPaymentStories,
  type LoginFacts,
  type MemberFacts,
  type PaymentStory,
} from './member-view.store.ts'

const [mostAccounts, mostPayments] = [50, 20] as const
/** A code or link that waits longer could not be sent. */
const delaySeconds = 180

/** A member as staff see them. */
export interface MemberView extends MemberFacts {
  readonly memberNumber: string
  /** `null` without an online account. */
  readonly login:
    | (LoginFacts & { readonly passkeys: readonly Passkey[]; readonly sessions: readonly ListedSession[] })
    | null
  readonly connections: readonly Connection[]
  /** The people whom the member lets see accounts, at most 100. */
  readonly people: readonly PersonWithAccess[]
  readonly contacts: readonly Contact[]
  /** Channels whose urgent messages have waited for minutes. */
  readonly delayed: readonly Contact['channel'][]
  readonly activity: readonly Activity[]
  readonly payments: readonly PaymentStory[]
}

/**
 * Loads what staff need to help a member: at most 50 accounts, the newest 20 payments, 10 activities. The member sees in their
 * activity that staff looked.
 *
 * @param isAfterAction the member sees what was done instead, which is recorded already.
 * @returns `null` when there is no such member.
 */
export async function viewMember(
  deps: Pick<Deps, 'db' | 'clock' | 'settings'>,
  memberNumber: string,
  { by, clientAddress, requestId }: StaffActor,
  isAfterAction = false,
): Promise<MemberView | null> {
  const { db, clock } = deps
  const facts = await findMemberFacts(db, memberNumber, mostAccounts)
  if (facts === undefined) return null
  // Recorded before the member is read, so that there is no view without an entry.
  const entry = { kind: 'staff.viewed', at: clock.now(), memberNumber, clientAddress, requestId, detail: { by } }
  if (!isAfterAction) await recordAudit(db, entry)
  const login = await findLoginFacts(db, memberNumber)
  return {
    memberNumber,
    ...facts,
    login:
      login === undefined
        ? null
        : {
            ...login,
            passkeys: (await listPasskeys(db, login.loginId)).map(displayedPasskey),
            sessions: (await listOwnSessions(deps, login)).sessions,
          },
    connections: (await listOwnConnections(deps, { memberNumber })).connections,
    people: (await listPeople(deps, { memberNumber })).people,
    contacts: (await listContacts(db, memberNumber)).map(listedContact),
    delayed: await listDelayed(deps),
    activity: (await listActivity(deps, { memberNumber })).activities,
    payments: await listPaymentStories(db, memberNumber, mostPayments),
  }
}

async function listDelayed({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<MemberView['delayed']> {
  const delayed = (await readUrgentAges(db, clock.now())).filter(({ seconds }) => seconds > delaySeconds)
  return (['email', 'text'] as const).filter((channel) => delayed.some((one) => one.channel === channel))
}
