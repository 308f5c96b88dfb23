import { capitalCreditMessage } from '@coopline/rules/accounts/capital-credits/capital-credits.messages'
import { checkLetter, type LetterForm } from '@coopline/rules/accounts/capital-credits/check-letter'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import type { Deps } from '../../../platform/deps.ts'
import { Refused } from '../../../platform/errors.ts'
import { refusal } from '../../../platform/refusal.ts'
import { insertEvent } from '../../../platform/events/event.store.ts'
import type { RequestFacts } from '../../../platform/http/call.ts'
import { returnKnownLetter } from './capital-credits.store.ts'
import { limitCreditCall } from './limit-credit-calls.ts'

/**
 * Returns a signed letter and sends one event to the cooperative's system. A repeat gets the same response as the first return.
 *
 * @throws Refused for form problems, and with one message for any unknown pair of member and letter; TooManyAttempts.
 */
export async function returnLetter(
  deps: Pick<Deps, 'db' | 'clock' | 'keys' | 'settings'>,
  request: RequestFacts,
  form: LetterForm,
): Promise<{ readonly message: string }> {
  const problems = checkLetter(form)
  if (problems.length > 0)
    throw new Refused(...problems.map(({ code, field }) => refusal(capitalCreditMessage, code, field)))
  await limitCreditCall(deps, request, 'capital-credits.letter', form.memberNumber)
  const now = deps.clock.now()
  const state = await inTransaction(deps.db, async (tx) => {
    const became = await returnKnownLetter(tx, form, now)
    if (became === 'returned')
      await insertEvent(tx, { accountNumber: null, kind: 'capital-credit-letter.returned', body: { ...form }, now })
    return became
  })
  if (state === 'unknown') throw new Refused(refusal(capitalCreditMessage, 'letter-unknown'))
  return { message: capitalCreditMessage('letter-returned', request.language) }
}
