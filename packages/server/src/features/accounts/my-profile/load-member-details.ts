import type { MemberDetails } from '@coopline/contract/accounts/my-profile/my-profile.contract'
import type { Deps } from '../../../platform/deps.ts'
import type { MemberCaller, RequestFacts } from '../../../platform/http/call.ts'
import { todayOf } from '../../../platform/today.ts'
import { questionsFor } from '../../identity/registration/public.ts'
import { requireLogin } from '../../identity/sign-in/public.ts'
import { findSecretQuestion, listAccountChoices, loadMemberChoices } from './member-details.store.ts'

/** Loads the facts of My Profile, with the names of the wire format (DE-16). They never include the answer to the security question. */
export async function loadMemberDetails(
  deps: Pick<Deps, 'db' | 'clock' | 'settings'>,
  facts: RequestFacts,
  caller: MemberCaller,
): Promise<MemberDetails> {
  const login = await requireLogin(deps.db, caller.loginId)
  const settings = deps.settings.current()
  const question = await findSecretQuestion(deps.db, caller.loginId)
  const choices = await loadMemberChoices(deps.db, caller.loginId)
  const accounts = await listAccountChoices(deps.db, caller.memberNumber)
  return {
    userName: login.email,
    loginId: login.username,
    secretQuestions: questionsFor(settings, facts.language, question),
    secretQuestionId: question,
    paymentTypes: [
      ...(choices.storesCheck ? (['Check'] as const) : []),
      ...(choices.storesCredit ? (['Credit'] as const) : []),
    ],
    paymentEmailReceived: choices.paymentEmails,
    serviceOrderEmailReceived: choices.serviceOrderEmails,
    phoneNumberMask: choices.phoneUnlisted,
    hasPaperlessBilling: choices.paperlessBilling,
    hasPaperlessOther: choices.paperlessOther,
    electronicKit: choices.electronicKit,
    marketingEmail: choices.marketingEmails,
    accounts: accounts.map((account) => ({
      accountNumber: account.accountNumber,
      address: account.address,
      hasEmailBillNotice: account.emailBillNotice,
      hasPaperlessBilling: account.paperlessBilling,
      // sic: the wire spells it this way (DE-17).
      hasOtherPaperlessBillinge: account.paperlessOther,
      operationRoundup: account.roundUp.isEnrolled,
      operationRoundupAmount: account.roundUp.amount,
      operationRoundupExpiration: account.roundUp.expiration,
    })),
    today: todayOf(deps),
  }
}
