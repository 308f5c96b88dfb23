import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { wireOpaque } from '../wire.ts'

const typed = z.string().max(256)
const message = z.strictObject({ message: z.string() })

export const credentialRecovery = {
  forgotPassword: endpoint('credentialRecovery.forgotPassword', 'POST /v3/forgot-password', {
    auth: 'public',
    summary: 'Mails a link to set a new password; the answer is the same whether or not there is such a login',
    source: 'spec 001 §2; decision: forgot username/password form',
    body: z.strictObject({ username: typed.optional(), accountNumber: typed.optional(), email: typed.optional() }),
    answer: message,
  }),
  forgotUsername: endpoint('credentialRecovery.forgotUsername', 'POST /v3/forgot-username', {
    auth: 'public',
    summary: 'Mails the user name; the answer is the same whether or not there is such a login',
    source: 'spec 001 §2; decision: forgot username/password form',
    body: z.strictObject({ accountNumber: typed, email: typed }),
    answer: message,
  }),
  validateLink: endpoint('credentialRecovery.validateLink', 'POST /v3/reset-password/validate', {
    auth: 'public',
    summary: 'Says whose password a reset link is for',
    source: 'spec 001 §7, "Validate reset URL"',
    body: z.strictObject({ otc: wireOpaque }),
    answer: z.strictObject({ memberName: z.string() }),
  }),
  reset: endpoint('credentialRecovery.reset', 'POST /v3/reset-password', {
    auth: 'public',
    summary: 'Sets a new password; the link is good once',
    source: 'spec 001 §3, §7',
    body: z.strictObject({ membername: typed, password: typed, cnfpassword: typed, otc: wireOpaque }),
    /** 2011 is success (spec 001 §4). */
    answer: z.strictObject({ code: z.int(), message: z.string() }),
  }),
}
