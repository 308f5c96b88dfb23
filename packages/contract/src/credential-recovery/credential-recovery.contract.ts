import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { wireOpaque } from '../wire.ts'

const typed = z.string().max(256)
const message = z.strictObject({ message: z.string() })

export const credentialRecovery = {
  forgotPassword: endpoint('credentialRecovery.forgotPassword', 'POST /v3/forgot-password', {
    auth: 'public',
    summary: 'Mails a link to set a new password; the answer is the same whether or not there is such a login',
    source: 'FP-02, FP-03, REQ-D-097',
    body: z.strictObject({ username: typed.optional(), accountNumber: typed.optional(), email: typed.optional() }),
    answer: message,
  }),
  forgotUsername: endpoint('credentialRecovery.forgotUsername', 'POST /v3/forgot-username', {
    auth: 'public',
    summary: 'Mails the user name; the answer is the same whether or not there is such a login',
    source: 'FP-02, FP-03, REQ-D-097',
    body: z.strictObject({ accountNumber: typed, email: typed }),
    answer: message,
  }),
  validateLink: endpoint('credentialRecovery.validateLink', 'POST /v3/reset-password/validate', {
    auth: 'public',
    summary: 'Says whose password a reset link is for',
    source: 'AC-13, DE-12',
    body: z.strictObject({ otc: wireOpaque }),
    answer: z.strictObject({ memberName: z.string() }),
  }),
  reset: endpoint('credentialRecovery.reset', 'POST /v3/reset-password', {
    auth: 'public',
    summary: 'Sets a new password; the link is good once',
    source: 'AC-14, DE-11',
    body: z.strictObject({ membername: typed, password: typed, cnfpassword: typed, otc: wireOpaque }),
    /** 2011 is success (DE-43). */
    answer: z.strictObject({ code: z.int(), message: z.string() }),
  }),
}
