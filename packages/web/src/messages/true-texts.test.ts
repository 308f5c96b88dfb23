import { describe, expect, it } from 'vitest'
import { formatInstant } from '../portal/text/format-instant.ts'
import { texts as english } from './en/notifications.ts'
import { texts as englishShell } from './en/shell.ts'
import { texts as spanish } from './es/notifications.ts'
import { texts as spanishOutage } from './es/outage.ts'
import { texts as spanishApplications } from './es/service-applications.ts'
import { texts as spanishShell } from './es/shell.ts'
import { texts as spanishLinks } from './es/task-links.ts'

describe('how long a code is valid', () => {
  it('writes one hour in the singular', () => {
    expect([60, 120, 1, 30].map(english.code.minutes)).toEqual(['1 hour', '2 hours', '1 minute', '30 minutes'])
    expect([60, 120, 1, 30].map(spanish.code.minutes)).toEqual(['1 hora', '2 horas', '1 minuto', '30 minutos'])
  })
})

describe('which rows of a table are shown', () => {
  it('says one row without a range', () => {
    expect([englishShell.table.shown(1, 1, 1), englishShell.table.shown(1, 10, 36)]).toEqual(['1 of 1', '1–10 of 36'])
    expect([spanishShell.table.shown(21, 21, 21), spanishShell.table.shown(1, 10, 36)]).toEqual([
      '21 de 21',
      '1–10 de 36',
    ])
  })
})

describe('Spanish sentences that end with a time', () => {
  it('have one period, that of the abbreviation', () => {
    const time = formatInstant('2026-11-28T15:30:00Z', 'es')
    expect(time).toMatch(/m\.$/u)
    const sentences = [
      spanishOutage.status.estimate(time),
      spanishLinks.coveredUntil(time),
      spanishApplications.saved.until(time),
    ]
    expect(sentences.filter((sentence) => sentence.includes('..'))).toEqual([])
  })
})

const sources: Readonly<Record<string, string>> = import.meta.glob(
  ['./es/*.ts', '../../../rules/src/**/*.messages.ts', '../../../server/src/**/*.messages.ts'],
  { query: '?raw', import: 'default', eager: true },
)

describe('AutoPay and drafts in Spanish', () => {
  it('have names of their own: only AutoPay is a "pago automático" [REQ-D-321]', () => {
    expect([spanishShell.links.autoPay, spanishShell.links.draftPayments]).toEqual([
      'Pago automático (AutoPay)',
      'Débitos recurrentes',
    ])
    const alike = Object.keys(sources).filter((file) => /débitos? autom[áa]tic/iu.test(sources[file] ?? ''))
    expect([Object.keys(sources).length > 100, alike]).toEqual([true, []])
  })
})
