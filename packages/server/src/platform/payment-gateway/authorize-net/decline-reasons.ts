import type { DeclineReason } from '@coopline/rules/paying/decline-reason/decline-reason'

/** The response reason codes of Authorize.net (developer.authorize.net, response codes) that say more than a general decline. */
const reasons: ReadonlyMap<number, DeclineReason> = new Map<number, DeclineReason>([
  [3, 'call-bank'],
  [4, 'lost-or-stolen'],
  [6, 'wrong-number'],
  [7, 'wrong-number'],
  [8, 'expired-card'],
  [9, 'bank-account-wrong'],
  [10, 'bank-account-wrong'],
  [17, 'not-supported'],
  [18, 'not-supported'],
  [19, 'try-again'],
  [20, 'try-again'],
  [21, 'try-again'],
  [22, 'try-again'],
  [23, 'try-again'],
  [24, 'bank-account-wrong'],
  [25, 'try-again'],
  [26, 'try-again'],
  [27, 'wrong-zip'],
  [28, 'not-supported'],
  [37, 'wrong-number'],
  [44, 'wrong-code'],
  [45, 'wrong-code'],
  [49, 'limit'],
  [57, 'try-again'],
  [58, 'try-again'],
  [59, 'try-again'],
  [60, 'try-again'],
  [61, 'try-again'],
  [62, 'try-again'],
  [63, 'try-again'],
  [65, 'wrong-code'],
  [78, 'wrong-code'],
  [101, 'bank-account-wrong'],
  [120, 'try-again'],
  [121, 'try-again'],
  [122, 'try-again'],
  [127, 'wrong-zip'],
  [128, 'no-authorization'],
  [165, 'wrong-code'],
  [180, 'try-again'],
  [181, 'try-again'],
  [315, 'wrong-number'],
  [316, 'expired-card'],
  [317, 'expired-card'],
])

/** Returns the reason of a decline by the response reason code; `declined` for a code that says no more. */
export const declineReasonOf = (code: number | null | undefined): DeclineReason => reasons.get(code ?? 0) ?? 'declined'

/** The reasons of the codes of Nacha with which banks return debits. */
const returns: ReadonlyMap<string, DeclineReason> = new Map<string, DeclineReason>([
  ['R01', 'insufficient-funds'],
  ['R02', 'bank-account-closed'],
  ['R03', 'bank-account-wrong'],
  ['R04', 'bank-account-wrong'],
  ['R05', 'no-authorization'],
  ['R07', 'no-authorization'],
  ['R08', 'no-authorization'],
  ['R09', 'insufficient-funds'],
  ['R10', 'no-authorization'],
  ['R16', 'no-authorization'],
  ['R20', 'bank-account-wrong'],
  ['R29', 'no-authorization'],
])

/** Returns the reason of a returned debit and Nacha's code for it: `R17`, after which no fee is due, where the bank names none. */
export function returnReasonOf(code: string | null | undefined): { reason: DeclineReason; returnCode: string } {
  const known = /^R[0-9]{2}(?![\s\S])/u.exec(code ?? '')?.[0]
  return { reason: returns.get(known ?? '') ?? 'bank-returned', returnCode: known ?? 'R17' }
}
