import type { LoginResponse } from '@coopline/contract/identity/sign-in/sign-in.contract'
import { isGuestNumber } from '@coopline/rules/identity/shared-access/guest-number'
import type { QueryClient } from '@tanstack/react-query'
import { call } from '../../../portal/call/call.ts'
import { NoAnswer } from '../../../portal/call/call-failed.ts'
import { endSession } from '../../../portal/session/end-session.ts'
import { accountsInput, accountsLine } from '../../../portal/session/member-accounts.ts'
import { keepStoredUser } from '../../../portal/session/stored-user.ts'

/**
 * Loads the accounts of a member who has just signed in, and stores the session in this browser. Without an account, or when
 * they cannot be loaded, it ends the session (LG-25).
 *
 * @returns whether the member is signed in; `false` when they have no account.
 * @throws what the call for the accounts throws.
 */
export async function enterPortal(answer: LoginResponse, queries: QueryClient): Promise<boolean> {
  const { accessToken, memberNumber, memberMfaEnabled } = answer
  if (accessToken === null || memberNumber === null) throw new NoAnswer('the sign-in')

  // A login without a membership has no accounts of its own: it sees those that others share with it.
  if (isGuestNumber(memberNumber)) {
    keepStoredUser({ accessToken, memberNumber, memberMfaEnabled })
    return true
  }
  const input = accountsInput(memberNumber)
  try {
    const accounts = await call(accountsLine, { ...input, bearer: accessToken })
    if (accounts.results.length === 0) {
      await endSession(accessToken)
      return false
    }
    queries.setQueryData([accountsLine, input], accounts)
  } catch (error) {
    await endSession(accessToken)
    throw error
  }
  keepStoredUser({ accessToken, memberNumber, memberMfaEnabled })
  return true
}
