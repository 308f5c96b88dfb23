import type { MemberUpdate } from '@coopline/contract/accounts/my-profile/my-profile.contract'
import { changesCredentials, checkProfile } from '@coopline/rules/accounts/my-profile/check-profile'
import { profileMessage } from '@coopline/rules/accounts/my-profile/my-profile.messages'
import { passwordMessage } from '@coopline/rules/identity/password/password.messages'
import type { Deps } from '../../../platform/deps.ts'
import { Refused } from '../../../platform/errors.ts'
import { type Refusal, refusal } from '../../../platform/refusal.ts'
import type { RequestFacts } from '../../../platform/http/call.ts'
import { findGuessable } from '../../../platform/secrets/find-guessable.ts'
import { todayOf } from '../../../platform/today.ts'
import { isUsernameFree, questionsFor } from '../../identity/registration/public.ts'
import { checkOwnPassword, type Login } from '../../identity/sign-in/public.ts'
import type { SavedDetails } from './load-saved.ts'
import { notOffered, paperlessOfferOf } from './not-offered.ts'
import { diffProfile } from './profile-diff.ts'

/**
 * Runs the rules of My Profile again, and those that only the server can check: the member's password, existing usernames, common
 * passwords, and the options that the cooperative offers. The browser does not send the confirmation of the password.
 *
 * @throws Refused with every problem, each with its field; TooManyAttempts after too many wrong passwords or usernames.
 */
export async function checkUpdate(
  deps: Deps,
  facts: RequestFacts,
  saved: SavedDetails,
  update: MemberUpdate,
): Promise<void> {
  const problems = ruleProblems(deps, facts, saved, update)
  const has = (field: string) => problems.some((problem) => problem.field === field)
  const { login } = saved
  const more: Refusal[] = []
  if (update.loginId !== login.username && !has('loginId') && !(await isFree(deps, login, update.loginId)))
    more.push(problemOf('username-taken', 'loginId'))
  if (update.password !== '' && !has('password')) more.push(...(await guessableProblems(deps, saved, update)))
  if (wantsProof(saved, update) && !has('currentPassword')) {
    const isRight = await checkOwnPassword(deps, facts, login, update.currentPassword)
    if (!isRight) more.push(problemOf('current-password-wrong', 'currentPassword'))
  }
  const all = [...problems, ...more]
  if (all.length > 0) throw new Refused(...all)
}

/** Returns true when the update changes the username, the email address or the password. */
export const wantsProof = ({ login }: Pick<SavedDetails, 'login'>, update: MemberUpdate): boolean =>
  changesCredentials({ ...update, cnfpassword: update.password }, { userName: login.email, loginId: login.username })

const problemOf = (code: Parameters<typeof profileMessage>[0], field: string): Refusal =>
  refusal(profileMessage, code, field)

const isFree = async (deps: Deps, { loginId }: Login, username: string): Promise<boolean> =>
  isUsernameFree(deps, { subject: loginId, loginId }, username)

function ruleProblems(deps: Deps, facts: RequestFacts, saved: SavedDetails, update: MemberUpdate): readonly Refusal[] {
  const settings = deps.settings.current()
  const { login, question } = saved
  const isOffered = questionsFor(settings, facts.language, question).some(({ id }) => id === update.securityQuestionId)
  const savedRoundUps = new Map(saved.accounts.map(({ accountNumber, roundUp }) => [accountNumber, roundUp]))
  const rules = checkProfile(
    {
      ...update,
      cnfpassword: update.password,
      securityQuestionId: isOffered ? update.securityQuestionId : '',
      roundupAccounts: update.roundupAccounts.map((one) => ({ ...one, expiration: one.expiration ?? '' })),
    },
    {
      userName: login.email,
      loginId: login.username,
      secretQuestionId: question,
      paymentSetups: saved.paymentSetups,
      roundupAccounts: update.roundupAccounts.map(({ accountNumber }) => {
        const before = savedRoundUps.get(accountNumber)
        return {
          isRoundup: before?.isEnrolled ?? false,
          amount: before?.amount ?? null,
          expiration: before?.expiration ?? '',
        }
      }),
    },
    {
      strictEmailEnding: settings.STRICT_EMAIL_ENDING,
      paperless: paperlessOfferOf(settings),
      today: todayOf(deps),
    },
  )
  return [
    ...rules.map(({ code, field }) => problemOf(code, field)),
    ...notOffered(settings, diffProfile(update, saved), saved.accounts).map((field) => problemOf('not-offered', field)),
  ]
}

async function guessableProblems(
  deps: Pick<Deps, 'settings'>,
  saved: SavedDetails,
  update: MemberUpdate,
): Promise<readonly Refusal[]> {
  const guessable = await findGuessable(update.password, {
    cooperativeName: deps.settings.current().coopName,
    username: update.loginId,
    accountNumbers: saved.accounts.map(({ accountNumber }) => accountNumber),
  })
  return guessable === null ? [] : [refusal(passwordMessage, guessable)]
}
