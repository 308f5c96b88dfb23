import { describe, expect, it } from 'vitest'
import { texts as english } from './en/notifications.ts'
import { texts as spanish } from './es/notifications.ts'

describe('how long a code is valid', () => {
  it('writes one hour in the singular', () => {
    expect([60, 120, 1, 30].map(english.code.minutes)).toEqual(['1 hour', '2 hours', '1 minute', '30 minutes'])
    expect([60, 120, 1, 30].map(spanish.code.minutes)).toEqual(['1 hora', '2 horas', '1 minuto', '30 minutos'])
  })
})
