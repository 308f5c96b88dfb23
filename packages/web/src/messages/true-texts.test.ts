import { describe, expect, it } from 'vitest'
import { texts as english } from './en/notifications.ts'
import { texts as spanish } from './es/notifications.ts'

describe('how long a code is good', () => {
  it('has one hour in the singular', () => {
    expect([60, 120, 1, 30].map(english.code.minutes)).toEqual(['1 hour', '2 hours', '1 minute', '30 minutes'])
    expect([60, 120, 1, 30].map(spanish.code.minutes)).toEqual(['1 hora', '2 horas', '1 minuto', '30 minutos'])
  })
})

describe('what the pages say', () => {
  const sources = Object.entries(
    import.meta.glob<string>('./*/*.ts', { query: '?raw', import: 'default', eager: true }),
  )

  it.each([
    ['a due date that excludes the day itself', /Pague antes del/u],
    ['that the office asks for an answer that nobody can read', /may ask for it|puede pedírsela/u],
    ['that a member stores payment data while paying', /One that you store|La que guarde/u],
    [
      'that a code was sent, when it may still wait or a limit may have held it back',
      /`(?:We sent|We have sent|Enter the code that we sent|Enviamos un código|Ingrese el código que enviamos)/u,
    ],
  ])('is not %s', (_what, untrue) => {
    expect(sources.length).toBeGreaterThan(30)
    expect(sources.filter(([, text]) => untrue.test(text)).map(([file]) => file)).toEqual([])
  })
})
