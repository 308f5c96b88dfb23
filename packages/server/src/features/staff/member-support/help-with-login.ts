import { randomUUID } from 'node:crypto'
import { recordAudit } from '../../../platform/audit/audit.store.ts'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import type { Tx } from '../../../platform/db/open-database.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { StaffActor } from '../../../platform/http/staff-actor.ts'
import { mailResetLink } from '../../identity/credential-recovery/public.ts'
import { endConnectionOf } from '../../usage/connected-apps/public.ts'
import { dropPasskey } from '../../identity/passkeys/public.ts'
import { endAccessOf } from '../../identity/shared-access/public.ts'
import { type Login, lookUpLogin, signOutEverywhere, unlockLogin } from '../../identity/sign-in/public.ts'

type SupportDeps = Pick<Deps, 'db' | 'clock'>

/** Opens a login that wrong passwords or codes locked or closed. @returns false when the member has no login. */
export const unlockMember = async (deps: SupportDeps, memberNumber: string, actor: StaffActor): Promise<boolean> =>
  changeLogin(deps, memberNumber, { ...actor, kind: 'staff.unlocked' }, async (tx, { loginId }) => {
    await unlockLogin(tx, loginId, deps.clock.now())
    return {}
  })

/**
 * Ends all sessions of a member and forgets the browsers that their login knows.
 *
 * @returns false when the member has no login.
 */
export const signOutMember = async (deps: SupportDeps, memberNumber: string, actor: StaffActor): Promise<boolean> =>
  changeLogin(deps, memberNumber, { ...actor, kind: 'staff.signed-out' }, async (tx, { loginId }) => ({
    ended: await signOutEverywhere(tx, loginId, 'staff', deps.clock.now()),
  }))

/**
 * Removes a passkey of a member and mails them about it.
 *
 * @returns false when the member has no such passkey.
 */
export const removePasskeyOfMember = async (
  deps: SupportDeps & Pick<Deps, 'settings'>,
  memberNumber: string,
  credentialId: string,
  actor: StaffActor,
): Promise<boolean> =>
  changeLogin(deps, memberNumber, { ...actor, kind: 'staff.passkey-removed' }, async (tx, { loginId }) => {
    return (await dropPasskey(deps, tx, { credentialId, loginId }, randomUUID())) ? {} : null
  })

/**
 * Ends what a connected app or an access token of a member may read.
 *
 * @returns false when the member has no such connection, or it has ended.
 */
export const endConnectionOfMember = async (
  deps: SupportDeps,
  memberNumber: string,
  grantId: string,
  actor: StaffActor,
): Promise<boolean> =>
  changeLogin(deps, memberNumber, { ...actor, kind: 'staff.connection-ended' }, async (tx) =>
    (await endConnectionOf(tx, { grantId, memberNumber }, 'staff', deps.clock.now())) ? {} : null,
  )

/**
 * Ends what a person whom the member invited may see, with a mail to both, or cancels the invitation.
 *
 * @returns false when the member has no such access, or it has ended.
 */
export const endAccessOfMember = async (
  deps: SupportDeps & Pick<Deps, 'settings'>,
  memberNumber: string,
  accessId: string,
  actor: StaffActor,
): Promise<boolean> =>
  changeLogin(deps, memberNumber, { ...actor, kind: 'staff.access-ended' }, async (tx) =>
    (await endAccessOf(deps, tx, { accessId, memberNumber }, 'staff')) ? { access: accessId } : null,
  )

/**
 * Mails the member a link to set a new password, to the address of their login and no other.
 *
 * @returns false when the member has no login.
 * @throws TooManyAttempts when they got as many emails within an hour as `resetMailsPerHour` allows.
 */
export async function sendResetLink(
  deps: Parameters<typeof mailResetLink>[0],
  memberNumber: string,
  { by, clientAddress, requestId }: StaffActor,
): Promise<boolean> {
  const login = await lookUpLogin(deps.db, { memberNumber })
  if (login === undefined) return false
  const entry = { kind: 'staff.reset-sent', memberNumber, clientAddress, requestId, detail: { by } }
  await mailResetLink(deps, login, async (tx) => recordAudit(tx, { ...entry, at: deps.clock.now() }))
  return true
}

/** Changes a member's login and writes the audit entry that the member sees, with the facts that the change returns; `null` changed nothing. */
async function changeLogin(
  { db, clock }: SupportDeps,
  memberNumber: string,
  { kind, by, clientAddress, requestId }: StaffActor & { readonly kind: string },
  change: (tx: Tx, login: Login) => Promise<Readonly<Record<string, number | string>> | null>,
): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const login = await lookUpLogin(tx, { memberNumber })
    if (login === undefined) return false
    const facts = await change(tx, login)
    if (facts === null) return false
    await recordAudit(tx, { kind, at: clock.now(), memberNumber, clientAddress, requestId, detail: { by, ...facts } })
    return true
  })
}
