import { z } from 'zod'
import { endpoint } from '../../endpoint.ts'
import { wireMemberNumber, wireOpaque } from '../../wire.ts'

const member = z.strictObject({ memberNumber: wireMemberNumber })
const recoveryCodes = z.array(z.string()).describe('Returned once; each code works for one sign-in')

export const authenticatorApp = {
  status: endpoint('authenticatorApp.status', 'GET /v3/members/{memberNumber}/mfa', {
    auth: 'member',
    guests: true,
    portalView: 'access',
    summary: 'Get the authenticator app status',
    source: 'AC-16',
    params: member,
    answer: z.strictObject({ mfaEnabled: z.boolean(), recoveryCodesLeft: z.int() }),
    errors: [401, 404],
  }),
  qrCode: endpoint('authenticatorApp.qrCode', 'POST /v3/members/{memberNumber}/mfa/qr-code', {
    auth: 'member',
    proof: 'always',
    guests: true,
    summary: 'Start authenticator app setup and return a new secret',
    source: 'AC-17, DE-13',
    params: member,
    body: z.strictObject({}),
    answer: z.strictObject({
      totpUri: z.string(),
      encryptedValidator: wireOpaque,
      secretNewKey: z.string(),
      /** The QR code of `totpUri`: the dark modules as an SVG path, and the side of its square in units. */
      qrCode: z.strictObject({ path: z.string(), size: z.int() }),
    }),
    errors: [401, 403, 404],
  }),
  activate: endpoint('authenticatorApp.activate', 'POST /v3/members/{memberNumber}/mfa', {
    auth: 'member',
    proof: 'always',
    guests: true,
    summary: 'Activate an authenticator app with its first code',
    source: 'AC-18, DE-14',
    params: member,
    body: z.strictObject({ encryptedMember: wireOpaque, code: z.string().max(32), key: z.string().max(256) }),
    answer: z.strictObject({
      /** Spelled as DE-15 spells it. */
      verificationSatus: z.boolean(),
      transactionStatus: z.boolean(),
      mfaEnabled: z.boolean(),
      message: z.string(),
      recoveryCodes: recoveryCodes.nullable(),
    }),
    errors: [401, 403, 404],
  }),
  remove: endpoint('authenticatorApp.remove', 'POST /v3/members/{memberNumber}/mfa/remove', {
    auth: 'member',
    guests: true,
    summary: 'Remove the authenticator app; requires a current or recovery code',
    source: 'AC-19, REQ-D-009',
    params: member,
    body: z.strictObject({ code: z.string().max(32) }),
    answer: z.strictObject({ message: z.string(), mfaEnabled: z.boolean() }),
    errors: [401, 403, 404],
  }),
  newRecoveryCodes: endpoint(
    'authenticatorApp.newRecoveryCodes',
    'POST /v3/members/{memberNumber}/mfa/recovery-codes',
    {
      auth: 'member',
      proof: 'always',
      guests: true,
      summary: 'Create ten recovery codes and revoke the old ones',
      source: 'addition: recovery codes',
      params: member,
      body: z.strictObject({}),
      answer: z.strictObject({ recoveryCodes }),
      errors: [401, 403, 404],
    },
  ),
}
