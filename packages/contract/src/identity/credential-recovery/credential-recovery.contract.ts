import { z } from 'zod'
import { endpoint } from '../../endpoint.ts'
import { wireOpaque } from '../../wire.ts'

const typed = z.string().max(256)
const message = z.strictObject({ message: z.string() })

export const credentialRecovery = {
  forgotPassword: endpoint('credentialRecovery.forgotPassword', 'POST /v3/forgot-password', {
    auth: 'public',
    summary: 'Email a password reset link; the response is the same if no login matches',
    source: 'FP-02, FP-03, REQ-D-097',
    body: z.strictObject({ username: typed.optional(), accountNumber: typed.optional(), email: typed.optional() }),
    answer: message,
  }),
  forgotUsername: endpoint('credentialRecovery.forgotUsername', 'POST /v3/forgot-username', {
    auth: 'public',
    summary: 'Email the username; the response is the same if no login matches',
    source: 'FP-02, FP-03, REQ-D-097',
    body: z.strictObject({ accountNumber: typed, email: typed }),
    answer: message,
  }),
  validateLink: endpoint('credentialRecovery.validateLink', 'POST /v3/reset-password/validate', {
    auth: 'public',
    summary: 'Validate a reset link and return the member name',
    source: 'AC-13, DE-12',
    body: z.strictObject({ otc: wireOpaque }),
    answer: z.strictObject({ memberName: z.string() }),
  }),
  reset: endpoint('credentialRecovery.reset', 'POST /v3/reset-password', {
    auth: 'public',
    summary: 'Set a new password with a single-use reset link',
    source: 'AC-14, DE-11',
    body: z.strictObject({ membername: typed, password: typed, cnfpassword: typed, otc: wireOpaque }),
    /** 2011 is success (DE-43). */
    answer: z.strictObject({ code: z.int(), message: z.string() }),
  }),
}
