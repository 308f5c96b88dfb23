import type { PaymentSetup } from '@coopline/rules/accounts/my-profile/stored-payments'
import type { Executor } from '../../../platform/db/open-database.ts'
import type { MemberCaller } from '../../../platform/http/call.ts'
import { requireLogin, type Login } from '../../identity/sign-in/public.ts'
import {
  type AccountChoices,
  findSecretQuestion,
  listAccountChoices,
  listPaymentSetups,
  loadMemberChoices,
  type MemberChoices,
} from './member-details.store.ts'

/** The stored values with which an update is compared. */
export interface SavedDetails {
  readonly login: Login
  /** The id of the security question; empty without one. */
  readonly question: string
  readonly member: MemberChoices
  readonly accounts: readonly AccountChoices[]
  readonly paymentSetups: readonly PaymentSetup[]
}

/** Loads the stored values of the calling member. @throws NotSignedIn when the login was deleted. */
export async function loadSaved(executor: Executor, { loginId, memberNumber }: MemberCaller): Promise<SavedDetails> {
  const login = await requireLogin(executor, loginId)
  return {
    login,
    question: await findSecretQuestion(executor, loginId),
    member: await loadMemberChoices(executor, loginId),
    accounts: await listAccountChoices(executor, memberNumber),
    paymentSetups: await listPaymentSetups(executor, memberNumber),
  }
}
