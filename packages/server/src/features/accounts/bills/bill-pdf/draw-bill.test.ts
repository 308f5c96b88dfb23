import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inflateSync } from 'node:zlib'
import type { BillDetail } from '@coopline/contract/accounts/bills/bills.contract'
import { calendarDate } from '@coopline/rules/kernel/calendar-date'
import { cents } from '@coopline/rules/kernel/money'
import type { Language } from '@coopline/rules/kernel/problem'
import { afterAll, describe, expect, test } from 'vitest'
import { drawBill } from './draw-bill.ts'
import { printableText, textOfOtherLetters } from './printable-text.ts'

const bill: BillDetail = {
  accountNumber: '100100101',
  accountHolderName: 'Ada Lindqvist',
  serviceAddress: '1234 Oak St, Eau Claire, WI 54701',
  billDate: calendarDate('2026-11-13'),
  dueDate: calendarDate('2026-12-04'),
  statementStartDate: calendarDate('2026-10-12'),
  statementEndDate: calendarDate('2026-11-11'),
  usageKwh: 1_896.6,
  previousBalance: cents(13_102),
  paymentsReceived: cents(-13_102),
  lines: [
    { description: 'Service charge', quantity: null, unit: '', amount: cents(2_800) },
    { description: 'Energy', quantity: 1_896.6, unit: 'kWh', amount: cents(11_437) },
  ],
  amount: cents(14_237),
  endingBalance: cents(14_238),
  amountDueNow: cents(14_238),
  pastDueNow: null,
  energyBank: null,
}

const draw = async (over: Partial<BillDetail> = {}, language: Language = 'en') =>
  drawBill(
    { ...bill, ...over },
    {
      from: { name: 'Prairie Ridge Electric Cooperative', phone: '(715) 555-0100' },
      language,
      drawnAt: new Date('2026-11-20T15:00:00Z'),
    },
  )

const linesOf = (count: number): BillDetail['lines'] =>
  Array.from({ length: count }, (_, n) => ({
    description: `Line number ${n + 1}`,
    quantity: n,
    unit: 'kWh',
    amount: cents(n),
  }))

const pagesOf = (pdf: Buffer): number => pdf.toString('latin1').match(/\/Type \/Page\n/gu)?.length ?? 0

/** Returns the whole file as text, with its compressed parts inflated. */
function opened(pdf: Buffer): string {
  const text = pdf.toString('latin1')
  const streams = [...text.matchAll(/\/Length (\d+)[^]*?stream\n/gu)].map((match) => {
    const start = match.index + match[0].length
    const bytes = pdf.subarray(start, start + Number(match[1]))
    return match[0].includes('FlateDecode') ? inflateSync(bytes).toString('latin1') : ''
  })
  return [text.replaceAll(/stream\n[^]*?endstream/gu, ''), ...streams].join('\n')
}

/** Lists the drawn texts, read from the operators of the file without another program. */
const textsIn = (pdf: Buffer): readonly string[] =>
  [...opened(pdf).matchAll(/\[([^\]]*)\] TJ/gu)].map(([, parts = '']) =>
    [...parts.matchAll(/<([0-9a-f]*)>/gu)].map(([, hex = '']) => Buffer.from(hex, 'hex').toString('latin1')).join(''),
  )

const isThere = (tool: string, argument: string) => spawnSync(tool, [argument]).error === undefined
const [hasQpdf, hasPdftotext] = [isThere('qpdf', '--version'), isThere('pdftotext', '-v')]
const toolMissing = 'qpdf or pdftotext (poppler-utils) is not installed'

const textOf = (pdf: Buffer, ...options: readonly string[]): string =>
  execFileSync('pdftotext', [...options, '-enc', 'UTF-8', '-', '-'], { input: pdf }).toString('utf8')
const folder = mkdtempSync(join(tmpdir(), 'coopline-bill-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Runs qpdf, which reads files only. */
function qpdf(pdf: Buffer, ...options: readonly string[]): string {
  const file = join(folder, 'bill.pdf')
  writeFileSync(file, pdf)
  return execFileSync(
    'qpdf',
    options.map((option) => option.replace('FILE', file)),
  ).toString('latin1')
}
const check = (pdf: Buffer): string => qpdf(pdf, '--check', 'FILE')

describe('a drawn bill', () => {
  test('a simple bill takes one page, with all of its figures', async ({ skip }) => {
    skip(!hasPdftotext, toolMissing)
    const pdf = await draw()
    expect(pagesOf(pdf)).toBe(1)
    const text = textOf(pdf, '-layout')
    for (const words of [
      'Prairie Ridge Electric Cooperative',
      'Ada Lindqvist',
      '1234 Oak St, Eau Claire, WI 54701',
      '100100101',
      '11/13/2026',
      '12/04/2026',
      '10/12/2026 to 11/11/2026',
      '1,896.6 kWh',
      'Amount due: $142.38',
      'Page 1 of 1',
    ])
      expect(text).toContain(words)
    const rows = text.split('\n').map((line) => line.trim().replaceAll(/\s{2,}/gu, ' | '))
    for (const row of [
      'Previous balance | $131.02',
      'Payments received | -$131.02',
      'Charges on this bill | $142.37',
      'Service charge | $28.00',
      'Energy | 1,896.6 kWh | $114.37',
    ])
      expect(rows).toContain(row)
  })

  test('a bill shows no part whose data is missing', async ({ skip }) => {
    skip(!hasPdftotext, toolMissing)
    const unknown = {
      usageKwh: null,
      statementStartDate: null,
      previousBalance: null,
      paymentsReceived: null,
      lines: [],
    }
    const text = textOf(await draw(unknown))
    for (const word of ['Usage', 'Service period', 'Previous balance', 'Payments received', 'Details', 'null', 'NaN'])
      expect(text).not.toContain(word)
  })

  test('an account in credit is asked for nothing', async ({ skip }) => {
    skip(!hasPdftotext, toolMissing)
    const text = textOf(await draw({ endingBalance: cents(-2_000) }))
    expect(text).toContain('Balance: -$20.00')
    expect(text).toContain('No payment is due.')
    expect(text).not.toContain('Pay by')
  })

  test.each([
    ['en', ['Your energy bank', 'Banked energy', '1,300.5 kWh', 'Value', '$18.60', 'Expires', '04/01/2027']],
    ['es', ['Su banco de energía', 'Energía acumulada', '1,300.5 kWh', 'Valor', '$18.60', 'Vence', '04/01/2027']],
  ] as const)('a solar member’s bill has the energy bank, in %s', async (language, words) => {
    const energyBank = {
      bankKwh: 1_300.5,
      bankValue: cents(1_860),
      expiresOn: calendarDate('2027-04-01'),
      trueUpOn: calendarDate('2027-03-31'),
    }
    const texts = textsIn(await draw({ energyBank }, language))
    expect(texts.filter((text) => (words as readonly string[]).includes(text))).toEqual(words)
    expect(texts).toContain('03/31/2027')
    expect(textsIn(await draw({}, language))).not.toContain(words[0])
    const bare = textsIn(await draw({ energyBank: { ...energyBank, bankValue: null, expiresOn: null } }, language))
    expect(words.filter((word) => bare.includes(word))).toEqual(words.slice(0, 3))
  })

  test('a line names its unit in the language of the bill', async () => {
    const lines = linesOf(3).map((line) => ({ ...line, unit: 'Therms' }))
    expect(textsIn(await draw({ lines }, 'es'))).toContain('2 termias')
    expect(textsIn(await draw({ lines }))).toContain('2 Therms')
  })

  test('a bill in Spanish says so, and its words are Spanish', async ({ skip }) => {
    skip(!hasPdftotext, toolMissing)
    const pdf = await draw({}, 'es')
    expect(pdf.toString('latin1')).toContain('/Lang (es-US)')
    const text = textOf(pdf, '-layout')
    for (const words of ['Factura', 'Número de cuenta', 'Monto a pagar: $142.38', 'Página 1 de 1'])
      expect(text).toContain(words)
  })

  test('a drawn bill has a title, a language and tags, so that it can be read aloud', async () => {
    const pdf = await draw()
    const text = opened(pdf)
    expect(text).toContain('/Lang (en-US)')
    expect(text).toMatch(/\/Title \d+ 0 R/u)
    expect(text).toContain('(Bill dated 11/13/2026 for account 100100101)')
    expect(text).toContain('/DisplayDocTitle true')
    expect(text).toMatch(/\/Marked true/u)
    for (const tag of ['Document', 'H1', 'H2', 'P', 'Table', 'TR', 'TH', 'TD']) expect(text).toContain(`/S /${tag}\n`)
    expect(text.match(/\/Scope \/Column/gu)).toHaveLength(3)
  })

  test('the same bill is drawn identically each time', async () => {
    expect((await draw()).equals(await draw())).toBe(true)
  })
})

describe('long bills', () => {
  test('400 lines flow over pages: each is drawn once, with the headings and a page number on every page', async ({
    skip,
  }) => {
    skip(!hasPdftotext || !hasQpdf, toolMissing)
    const pdf = await draw({ lines: linesOf(400) })
    expect(check(pdf)).toContain('No syntax or stream encoding errors found')
    const pages = textOf(pdf, '-layout').split('\f').slice(0, -1)
    expect(pages).toHaveLength(pagesOf(pdf))
    expect(pages.length).toBeGreaterThan(5)
    const numbers = pages.flatMap((page) =>
      [...page.matchAll(/Line number (\d+)\b/gu)].map((match) => Number(match[1])),
    )
    expect(numbers).toEqual(Array.from({ length: 400 }, (_, n) => n + 1))
    for (const [index, page] of pages.entries()) {
      expect(page).toContain('Description')
      expect(page).toContain(`Page ${index + 1} of ${pages.length}`)
    }
    expect(opened(pdf).match(/\/S \/TR\n/gu)).toHaveLength(401)
  })

  test('every number of lines up to 60 ends on a page without losing one or adding an empty page', async ({ skip }) => {
    skip(!hasPdftotext, toolMissing)
    for (let count = 15; count <= 60; count += 3) {
      const pages = textOf(await draw({ lines: linesOf(count) }))
        .split('\f')
        .slice(0, -1)
      expect(pages.join('').match(/Line number \d+/gu), String(count)).toHaveLength(count)
      for (const page of pages.slice(1)) expect(page, String(count)).toContain('Line number')
    }
  })

  test('names of 60 letters without a gap, long addresses and descriptions stay on the page', async ({ skip }) => {
    skip(!hasPdftotext, toolMissing)
    const name = 'W'.repeat(60)
    const pdf = await draw({
      accountHolderName: name,
      serviceAddress: 'A very long street name '.repeat(12),
      lines: [
        { description: 'Words of a charge '.repeat(300), quantity: 1e12, unit: 'kWh', amount: cents(1) },
        ...linesOf(3),
      ],
    })
    expect(pagesOf(pdf)).toBe(1)
    const text = textOf(pdf)
    expect(text.replaceAll(/\s/gu, '')).toContain(name)
    expect(text).toContain('Line number 3')
    expect(text).toContain('…')
  })
})

describe('texts of members in a bill', () => {
  const evil = [
    'Ada) Tj ET /JS (app.alert(1)) BT (x',
    '\\) endstream endobj 99 0 obj << /OpenAction << /S /JavaScript /JS (app.alert(1)) >> >>',
    '<</AA 1>> (unbalanced',
    '=HYPERLINK("http://evil.example")',
    '<script>alert(1)</script>',
  ]

  test('texts of members are drawn unchanged, even those with a meaning in PDF [SEC-58]', async ({ skip }) => {
    skip(!hasPdftotext || !hasQpdf, toolMissing)
    for (const text of evil) {
      const line = { description: text, quantity: null, unit: '', amount: cents(1) }
      const pdf = await draw({ accountHolderName: text, serviceAddress: text, lines: [line] })
      expect(check(pdf)).toContain('No syntax or stream encoding errors found')
      const joined = textOf(pdf).replaceAll(/\s/gu, '')
      expect(joined.split(text.replaceAll(/\s/gu, '')).length - 1, text).toBe(3)
    }
  })

  test('texts of members add no scripts, actions or attachments to the file [SEC-58]', async ({ skip }) => {
    skip(!hasQpdf, toolMissing)
    const active = /\/(?:JS|JavaScript|AA|OpenAction|Launch|EmbeddedFile|URI|SubmitForm|GoToR|AcroForm|XFA)\b/u
    for (const text of evil) {
      const pdf = await draw({ accountHolderName: text, accountNumber: '1' })
      const plain = qpdf(pdf, '--qdf', '--object-streams=disable', 'FILE', '-')
      // PDF writes text in parentheses.
      expect(plain.replaceAll(/\((?:\\[^]|[^\\()])*\)/gu, '')).not.toMatch(active)
      expect(pdf.toString('latin1')).not.toMatch(active)
    }
  })
})

describe('letters that the standard fonts lack', () => {
  test('lose their marks, become a question mark or are taken out, and harm no neighbor', () => {
    expect(printableText('Łukasz Nguyễn – “Peña” Müller €5')).toBe('Lukasz Nguyen – “Peña” Müller €5')
    expect(printableText('Smith\u2011Jones 5\u22123 \u201eGöd\u201d')).toBe('Smith-Jones 5-3 „Göd”')
    expect(printableText('漢字 Ada 👍')).toBe('?? Ada ?')
    expect(printableText('A\u202eda\u0000\r\nB\tC\ufeff')).toBe('Ada B C')
    expect(printableText('n\u0303')).toBe('ñ')
    expect(printableText('ﬁne ½')).toBe('fine ½')
    expect(printableText('\ud800x')).toBe('?x')
    expect(['Łukasz Nguyễn 👍', '李小龍、Ada\u202e 👍'].map(textOfOtherLetters)).toEqual([null, '李小龍、Ada ?'])
  })

  test('a name in another script is drawn in it, with an embedded font of its letters only, and quickly [REQ-D-335]', async ({
    skip,
  }) => {
    skip(!hasPdftotext, toolMissing)
    const ordinary = await draw()
    await draw({ accountHolderName: '李小龍' })
    const before = process.cpuUsage()
    const pdf = await draw({ accountHolderName: '李小龍 👍', serviceAddress: '김철수 Нгуен あか 龙' })
    const { user } = process.cpuUsage(before)
    expect(textOf(pdf)).toContain('李小龍 ?')
    expect(textOf(pdf)).toContain('김철수 Нгуен あか 龙')
    expect(pdf.length).toBeLessThan(ordinary.length + 20_000)
    expect(ordinary.toString('latin1')).not.toContain('/FontFile2')
    // It takes about 150 ms. Inflating the font for each letter took seconds.
    expect(user / 1_000).toBeLessThan(2_500)
  })

  test('a name with such letters is drawn whole', async ({ skip }) => {
    skip(!hasPdftotext, toolMissing)
    const text = textOf(await draw({ accountHolderName: 'Łucja Nguyễn-Müller', serviceAddress: '1 Peña Rd' }))
    expect(text).toContain('Lucja Nguyen-Müller')
    expect(text).toContain('1 Peña Rd')
  })
})
