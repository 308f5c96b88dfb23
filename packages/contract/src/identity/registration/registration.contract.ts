import { z } from 'zod'
import { endpoint } from '../../endpoint.ts'
import { wireCents, wireMemberNumber, wireOpaque } from '../../wire.ts'

const typed = z.string().max(256)

/** A contact on file that can receive a code, masked because the caller has proven nothing yet. */
const contact = z.strictObject({
  /** The id that the caller sends back as `validatorResource` to choose this contact. */
  id: z.string(),
  /** `(***) ***-**46`, `(***) ***-****` when very many accounts are looked up, or `t***@example.org`. */
  display: z.string(),
})

const secretQuestion = z.strictObject({ id: z.string(), description: z.string(), visible: z.boolean() })

export const registration = {
  authenticationTypes: endpoint('registration.authenticationTypes', 'POST /v3/registration/authentication-types', {
    auth: 'public',
    summary: 'List the contacts that can receive a verification code',
    source: 'AP-24, REQ-D-028',
    body: z.strictObject({ accountNumber: typed }),
    answer: z.strictObject({
      cellPhones: z.array(contact),
      emails: z.array(contact),
      isSmsEnabled: z.boolean(),
      /** Null until the code is verified (SEC-04). */
      memberNumber: wireMemberNumber.nullable(),
      /** Whether a contact that is not on file may be given. */
      allowUserProvidedContact: z.boolean(),
    }),
  }),
  verifyAccount: endpoint('registration.verifyAccount', 'POST /v3/registration/verify-account', {
    auth: 'public',
    summary: 'Send a verification code to the chosen or entered contact',
    source: 'AP-25',
    body: z.strictObject({
      accountNumber: typed,
      validatorResource: typed,
      /** The amount of one of the last two bills: required for a contact that is not on file (addition; REQ-D-293). */
      billAmount: wireCents.optional(),
    }),
    answer: z.strictObject({ codeMinutes: z.int() }),
  }),
  verifyCode: endpoint('registration.verifyCode', 'POST /v3/registration/verify-code', {
    auth: 'public',
    summary: 'Verify the code',
    source: 'AP-26',
    body: z.strictObject({ accountNumber: typed, verificationCode: z.string().max(32), validatorResource: typed }),
    answer: z.strictObject({
      email: z.string(),
      secretQuestions: z.array(secretQuestion),
      memberNumber: wireMemberNumber,
      /** The bearer token of the next two calls, valid for this registration only. */
      registrationToken: wireOpaque,
    }),
  }),
  usernameAvailability: endpoint(
    'registration.usernameAvailability',
    'GET /v3/registration/usernames/{username}/availability',
    {
      auth: 'registration',
      summary: 'Check whether a username is available; 409 if taken',
      source: 'AP-28, REQ-D-009',
      params: z.strictObject({ username: typed }),
      answer: z.strictObject({ available: z.literal(true) }),
      errors: [401, 409],
    },
  ),
  register: endpoint('registration.register', 'POST /v3/registration/members', {
    auth: 'registration',
    summary: 'Create the portal login of a verified member',
    source: 'AP-27, DM-20',
    body: z.strictObject({
      accountNumber: typed,
      memberNumber: wireMemberNumber,
      loginId: typed,
      email: typed,
      /** The code that was sent to an address that no code was verified through; a body without it has one sent (addition; REQ-D-309). */
      emailCode: z.string().max(32).optional(),
      password: typed,
      secQuestion: typed,
      secAnswer: typed,
      hasOptedForPaperlessBilling: z.boolean(),
      hasOptedForPaperlessOther: z.boolean(),
      areMarketingEmailsAllowed: z.boolean(),
      paperlessConfirmText: z.boolean(),
    }),
    answer: z.strictObject({ message: z.string() }),
    errors: [401, 409],
  }),
}
