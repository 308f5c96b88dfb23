import { z } from 'zod'
import { endpoint } from '../../endpoint.ts'
import { givenBackDate, wireAccountNumber, wireCents, wireDate, wireMemberNumber } from '../../wire.ts'

/** Longer texts than the fields hold are refused by rule, with a sentence; this bound only keeps bodies small. */
const typed = z.string().max(256)
const member = z.strictObject({ memberNumber: wireMemberNumber })
const mostAccounts = 5_000

const profileAccount = z.strictObject({
  accountNumber: wireAccountNumber,
  address: z.string(),
  hasEmailBillNotice: z.boolean(),
  hasPaperlessBilling: z.boolean(),
  /** Spelled as DE-17 spells it. */
  hasOtherPaperlessBillinge: z.boolean(),
  operationRoundup: z.boolean(),
  operationRoundupAmount: wireCents.nullable(),
  operationRoundupExpiration: wireDate.nullable(),
})

const memberDetails = z.strictObject({
  /** The email address of the login. */
  userName: z.string(),
  /** The name that the member signs in with. */
  loginId: z.string(),
  /** The questions on offer, and the member's own if it is no longer offered. */
  secretQuestions: z.array(z.strictObject({ id: z.string(), description: z.string(), visible: z.boolean() })),
  /** Empty: none was chosen yet. The answer is never sent (REQ-D-009). */
  secretQuestionId: z.string(),
  /** The stored kinds of payment method. */
  paymentTypes: z.array(z.enum(['Check', 'Credit'])),
  paymentEmailReceived: z.boolean(),
  serviceOrderEmailReceived: z.boolean(),
  /** The phone number is unlisted. */
  phoneNumberMask: z.boolean(),
  hasPaperlessBilling: z.boolean(),
  hasPaperlessOther: z.boolean(),
  electronicKit: z.boolean(),
  marketingEmail: z.boolean(),
  accounts: z.array(profileAccount),
  /** The day in the cooperative's time zone, from which dates are checked. */
  today: wireDate,
})

const memberUpdate = z.strictObject({
  memberNumber: wireMemberNumber,
  loginId: typed,
  userName: typed,
  /** Required when the username, the email address or the password changes (REQ-D-009); empty otherwise. */
  currentPassword: typed,
  /** The code that was sent to a new email address; a body without it has one sent (addition; REQ-D-309). */
  emailCode: z.string().max(32).optional(),
  /** Empty: the password stays. */
  password: typed,
  securityQuestionId: typed,
  /** Empty: the answer stays. */
  securityQuestionAnswer: typed,
  removeStoredCreditData: z.boolean(),
  removeStoredBankData: z.boolean(),
  receiveServiceOrderEmail: z.boolean(),
  receivePaymentEmail: z.boolean(),
  canMaskPhone: z.boolean(),
  isPaperlessBilling: z.boolean(),
  isPaperlessOther: z.boolean(),
  annualMarketingElectricKit: z.boolean(),
  isMarketEmail: z.boolean(),
  /** The confirmation checkbox, as at registration. */
  paperlessConfirmText: z.boolean(),
  paperlessAccounts: z
    .array(
      z.strictObject({
        accountNumber: wireAccountNumber,
        isEmail: z.boolean(),
        isPaperless: z.boolean(),
        isPaperlessOther: z.boolean(),
      }),
    )
    .max(mostAccounts),
  roundupAccounts: z
    .array(
      z.strictObject({
        accountNumber: wireAccountNumber,
        isRoundup: z.boolean(),
        amount: wireCents.nullable(),
        expiration: givenBackDate.nullable(),
      }),
    )
    .max(mostAccounts),
})

export const myProfile = {
  details: endpoint('myProfile.details', 'GET /v3/members/{memberNumber}/details', {
    auth: 'member',
    portalView: 'access',
    summary: 'Get a member’s login, paperless choices and Operation RoundUp',
    source: 'AC-20, DE-16',
    params: member,
    answer: memberDetails,
    errors: [401, 404],
  }),
  update: endpoint('myProfile.update', 'POST /v3/members/{memberNumber}/details', {
    auth: 'member',
    proof: 'sometimes',
    summary: 'Update login, paperless choices and Operation RoundUp in one transaction',
    source: 'AC-21, DE-18, REQ-D-009',
    params: member,
    body: memberUpdate,
    answer: z.strictObject({ message: z.string() }),
    errors: [401, 403, 404],
  }),
  autopayments: endpoint('myProfile.autopayments', 'GET /v3/members/{memberNumber}/autopayments', {
    auth: 'member',
    portalView: true,
    summary: 'List active AutoPay and draft setups with their payment method',
    source: 'AC-22, REQ-D-149',
    params: member,
    answer: z.strictObject({
      autopayments: z.array(
        z.strictObject({ accountNumber: wireAccountNumber, paymentMethod: z.enum(['ECHECK', 'CHARGE']) }),
      ),
    }),
    errors: [401, 404],
  }),
  usernameAvailability: endpoint(
    'myProfile.usernameAvailability',
    'GET /v3/members/{memberNumber}/usernames/{username}/availability',
    {
      auth: 'member',
      summary: 'Check whether a username is available; 409 if taken',
      source: 'AC-23, REQ-D-009',
      params: member.extend({ username: typed }),
      answer: z.strictObject({ available: z.literal(true) }),
      errors: [401, 404, 409],
    },
  ),
}

export type MemberDetails = z.output<typeof memberDetails>
export type ProfileAccount = z.output<typeof profileAccount>
export type MemberUpdate = z.output<typeof memberUpdate>
