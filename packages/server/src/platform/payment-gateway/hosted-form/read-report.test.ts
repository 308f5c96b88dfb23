import { describe, expect, it } from 'vitest'
import { readReport } from './read-report.ts'

const day = '2026-11-20'
const payments = [
  { transNo: 'T1', message: 'a "quoted" ], }, \\ é' },
  { transNo: 'T2', events: [{ id: '[' }, {}] },
  [1, [2]],
  'x,]',
  7,
  null,
]
const report = JSON.stringify({ date: day, first: { payments: [1] }, payments, last: '"payments":[' })

async function* piecesOf(text: string, size: number): AsyncGenerator<Uint8Array> {
  const bytes = new TextEncoder().encode(text)
  for (let from = 0; from < bytes.length; from += size) yield bytes.slice(from, from + size)
}

async function read(text: string, size = 1_000): Promise<readonly unknown[]> {
  const all: unknown[] = []
  for await (const payment of readReport(day, piecesOf(text, size))) all.push(payment)
  return all
}

describe('a report of the provider', () => {
  it('is read the same in pieces of any size', async () => {
    for (const size of [1, 2, 3, 5, 7, 64, 10_000]) expect(await read(report, size)).toEqual(payments)
    expect(await read(JSON.stringify(JSON.parse(report), null, 3), 4)).toEqual(payments)
  })

  it('may be empty', async () => {
    for (const text of ['{"payments":[]}', `{ "date": "${day}", "payments" : [ ] }\n`])
      expect(await read(text)).toEqual([])
  })

  it('is refused wherever it is cut', async () => {
    for (let length = 0; length < report.length; length += 1)
      await expect(read(report.slice(0, length)), report.slice(0, length)).rejects.toThrow(
        'of 2026-11-20 is not usable',
      )
    await expect(read(report.slice(0, 120))).rejects.toThrow(
      'it is cut off after 1 payments. Nothing of it was booked.',
    )
  })

  it('is refused when it is malformed, with the reason', async () => {
    const refusal = async (text: string) =>
      read(text).then(
        () => 'read',
        (error: unknown) => String(error),
      )
    for (const text of [
      '[]',
      '{}',
      'null',
      '"payments"',
      '{"payments":null}',
      '{"payments":{}}',
      '{"other":[{}]}',
      '[{"payments":[1]}]',
    ])
      expect([text, await refusal(text)]).toEqual([text, expect.stringContaining('it is no list of payments')])
    for (const text of [
      '{"payments":[1,]}',
      '{"payments":[,1]}',
      '{"payments":[1 2]}',
      '{"payments":[{"a":}]}',
      '{"payments":[1]]',
      '{"payments":[1]}}',
      '{"payments":[1]} x',
      '<html>',
      '{payments:[1]}',
      '{"payments":[{"a":1]}]}',
    ])
      expect([text, await refusal(text)]).toEqual([text, expect.stringMatching(/not valid JSON|cut off|no list/u)])
    expect(await refusal(`{"payments":[1,"${'x'.repeat(1_100_000)}"]}`)).toContain('payment 2 is longer than')
  })

  it('is refused when it is not UTF-8', async () => {
    const bytes = new TextEncoder().encode('{"payments":["x"]}')
    bytes[14] = 0xff
    const chunks = (async function* () {
      yield bytes
    })()
    await expect(readReport(day, chunks).next()).rejects.toThrow('not valid JSON')
  })
})
