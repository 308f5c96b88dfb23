import { randomUUID } from 'node:crypto'
import type { BodyOf } from '@coopline/contract/endpoint'
import type { sharedAccess } from '@coopline/contract/identity/shared-access/shared-access.contract'
import { checkPassword } from '@coopline/rules/identity/password/check-password'
import { passwordMessage } from '@coopline/rules/identity/password/password.messages'
import { isVerificationCode } from '@coopline/rules/identity/registration/is-verification-code'
import { guestNumber, guestNumberLength } from '@coopline/rules/identity/shared-access/guest-number'
import { sharedAccessMessage } from '@coopline/rules/identity/shared-access/shared-access.messages'
import { checkUsername } from '@coopline/rules/identity/username/check-username'
import { usernameMessage } from '@coopline/rules/identity/username/username.messages'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import type { Tx } from '../../../platform/db/open-database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { Conflict, Refused } from '../../../platform/errors.ts'
import { type Refusal, refusal } from '../../../platform/refusal.ts'
import type { MemberRequest, RequestFacts } from '../../../platform/http/call.ts'
import { insertMessage } from '../../../platform/messages/message.store.ts'
import type { Random } from '../../../platform/random.ts'
import { findGuessable } from '../../../platform/secrets/find-guessable.ts'
import { hashPassword } from '../../../platform/secrets/hash-password.ts'
import { isCode } from '../../../platform/verification-code/verification-code.ts'
import { claimAttempt, takeCode } from '../../../platform/verification-code/verification-code.store.ts'
import { createLogin, lookUpLogin, type NewLogin, notifyMember } from '../sign-in/public.ts'
import { codeUse, type FoundInvitation, invitationNotGood, loadInvitation } from './open-invitation.ts'
import { acceptedMail } from './shared-access-mail.messages.ts'
import { recordGuestAct } from './record-guest-act.ts'
import { acceptInvitation } from './shared-access.store.ts'

const accepted = { accepted: true } as const

/**
 * Accepts an invitation with the login that is signed in. The code proves that the caller has the invited email address, so a forwarded
 * link alone gives no access.
 *
 * @throws Refused when the invitation or the code is invalid, and for the member's own invitation; TooManyAttempts as
 *   `loadInvitation`.
 */
export async function acceptWithLogin(
  deps: Deps,
  { caller, request }: MemberRequest,
  { token, code }: BodyOf<typeof sharedAccess.accept>,
): Promise<typeof accepted> {
  const invitation = await loadInvitation(deps, request, token, 'accept')
  if (invitation.memberNumber === caller.memberNumber) throw new Refused(refusal(sharedAccessMessage, 'own-invitation'))
  const codeHash = await requireCode(deps, invitation, code)
  await inTransaction(deps.db, async (tx) =>
    accept(deps, tx, request, invitation, { loginId: caller.loginId, ownNumber: caller.memberNumber, codeHash }),
  )
  return accepted
}

/**
 * Accepts an invitation with a new login for a person who is not a member. The login's email address is the invited one.
 *
 * @throws Refused when the invitation, the code, the username or the password is invalid; Conflict when the username is in
 *   use; TooManyAttempts as `loadInvitation`.
 */
export async function acceptWithNewLogin(
  deps: Deps,
  request: RequestFacts,
  { token, code, username, password }: BodyOf<typeof sharedAccess.register>,
): Promise<typeof accepted> {
  const invitation = await loadInvitation(deps, request, token, 'accept')
  await requireCredentials(deps, username, password)
  const codeHash = await requireCode(deps, invitation, code)
  const login: NewLogin = {
    loginId: randomUUID(),
    username,
    memberNumber: newGuestNumber(deps.random),
    email: invitation.email,
    passwordHash: await hashPassword(deps, password),
    secretQuestion: null,
    secretAnswerHash: null,
    language: request.language,
    createdAt: deps.clock.now(),
  }
  await inTransaction(deps.db, async (tx) => {
    if (!(await createLogin(tx, login))) throw new Conflict(refusal(usernameMessage, 'username-taken'))
    await accept(deps, tx, request, invitation, { loginId: login.loginId, ownNumber: login.memberNumber, codeHash })
  })
  return accepted
}

interface AcceptingLogin {
  readonly loginId: string
  /** The member number of the login. */
  readonly ownNumber: string
  readonly codeHash: Uint8Array
}

async function accept(
  deps: Deps,
  tx: Tx,
  request: RequestFacts,
  invitation: FoundInvitation,
  { loginId, ownNumber, codeHash }: AcceptingLogin,
): Promise<void> {
  const now = deps.clock.now()
  const { accessId, memberNumber, tokenHash, email, name } = invitation
  if (!(await takeCode(tx, codeUse(invitation).subject, codeHash, now))) throw invitationNotGood()
  if (!(await acceptInvitation(tx, { accessId, loginId, tokenHash }, now))) throw invitationNotGood()
  const act = {
    kind: 'shared-access.accepted',
    at: now,
    accessId,
    ownerNumber: memberNumber,
    guestNumber: ownNumber,
  } as const
  await recordGuestAct(tx, request, act)
  const owner = await lookUpLogin(tx, { memberNumber })
  if (owner !== undefined)
    await notifyMember(deps, tx, owner.loginId, 'access-accepted', accessId, () => [`${name}, ${email}`])
  await insertMessage(tx, {
    dedupeKey: `shared-access-accepted:${accessId}`,
    channel: 'email',
    recipient: email,
    ...acceptedMail(
      { coopName: deps.settings.current().coopName, memberName: invitation.memberName },
      request.language,
    ),
    language: request.language,
    now,
  })
}

/** Checks the code. The attempt counts before the check. @returns the hash that uses up the code. */
async function requireCode(deps: Deps, invitation: FoundInvitation, code: string): Promise<Uint8Array> {
  const use = codeUse(invitation)
  const { registrationCodeAttempts } = deps.settings.current()
  const kept = isVerificationCode(code)
    ? await claimAttempt(deps.db, use.subject, registrationCodeAttempts, deps.clock.now())
    : undefined
  if (kept === undefined || !isCode(deps.keys, use, code, kept))
    throw new Refused(refusal(sharedAccessMessage, 'code-wrong', 'code'))
  return kept.codeHash
}

async function requireCredentials(deps: Deps, username: string, password: string): Promise<void> {
  const name = checkUsername(username)
  const problem =
    checkPassword(password) ??
    (await findGuessable(password, {
      cooperativeName: deps.settings.current().coopName,
      username,
      accountNumbers: [],
    }))
  const problems: Refusal[] = [
    ...(name === null ? [] : [refusal(usernameMessage, name, 'username')]),
    ...(problem === null ? [] : [refusal(passwordMessage, problem)]),
  ]
  if (problems.length > 0) throw new Refused(...problems)
}

const characters = 'abcdefghijklmnopqrstuvwxyz012345'

/** Creates the member number of a guest from 32 characters of equal probability. */
const newGuestNumber = (random: Random): string =>
  guestNumber(Array.from(random.bytes(guestNumberLength), (byte) => characters[byte % 32]).join(''))
