import { describe, expect, it } from 'vitest'
import type { DeclineReason } from './decline-reason.ts'
import { declineMessage } from './decline-reason.messages.ts'

const reasons: Record<DeclineReason, true> = {
  'insufficient-funds': true,
  'expired-card': true,
  'wrong-code': true,
  'wrong-number': true,
  'wrong-zip': true,
  limit: true,
  'call-bank': true,
  'lost-or-stolen': true,
  'not-supported': true,
  'authentication-required': true,
  'try-again': true,
  'bank-account-closed': true,
  'bank-account-wrong': true,
  'no-authorization': true,
  'bank-returned': true,
  declined: true,
}
const all = Object.keys(reasons) as DeclineReason[]

describe('the sentence for a declined charge', () => {
  it.each(['en', 'es'] as const)(
    'reads the same for a lost or stolen card as for any decline in %s [REQ-D-435]',
    (language) => {
      expect(declineMessage('lost-or-stolen', language)).toBe(declineMessage('declined', language))
    },
  )

  it('names neither fraud nor theft and blames no one in either language [REQ-D-435]', () => {
    const sentences = all.flatMap((reason) => [declineMessage(reason, 'en'), declineMessage(reason, 'es')])
    expect(sentences.filter((text) => /stolen|lost|fraud|your fault|robada|perdida|fraude|culpa/iu.test(text))).toEqual(
      [],
    )
  })

  it('is one of its own in each language for every other reason [REQ-D-435]', () => {
    const others = all.filter((reason) => reason !== 'lost-or-stolen')
    const sentences = others.flatMap((reason) => [declineMessage(reason, 'en'), declineMessage(reason, 'es')])
    expect(new Set(sentences).size).toBe(2 * others.length)
    expect(sentences.every((text) => /^[A-Z¿¡É].{20,110}\.$/u.test(text))).toBe(true)
  })
})
