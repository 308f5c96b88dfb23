import { describe, expect, it } from 'vitest'
import { auditSupply } from './audit.ts'

const bill = JSON.stringify({ components: [{ name: 'zod' }] })
const audited = (vulnerabilities: object) => JSON.stringify({ metadata: { vulnerabilities: {} }, vulnerabilities })

function run(audit: string, sbom = { status: 0, stdout: bill, stderr: '' }) {
  const lines: string[] = []
  const bills: string[] = []
  const exitCode = auditSupply({
    npm: (word) => (word === 'audit' ? { status: 1, stdout: audit, stderr: '' } : sbom),
    files: ['README.md'],
    print: (line) => void lines.push(line),
    saveBill: (json) => void bills.push(json),
  })
  return { exitCode, lines, last: lines.at(-1), bills }
}

describe('the audit of what the portal is made of', () => {
  it('says of every step that it passed', () => {
    const { exitCode, lines, bills } = run(audited({}))
    expect([exitCode, bills]).toEqual([0, [bill]])
    expect(lines.map((line) => line.split(':')[0])).toEqual([
      'OK     sources',
      'OK     licenses',
      'OK     secrets',
      'OK     bill of materials',
      'OK     vulnerabilities',
    ])
  })

  it.each([
    ['an error', JSON.stringify({ message: 'request failed', error: { code: 'ENOTFOUND' } })],
    ['nothing', ''],
  ])(
    'warns in its last line when npm has %s in place of vulnerabilities, with the exit code of the other steps',
    (_, text) => {
      const { exitCode, last, lines } = run(text)
      expect([exitCode, last]).toEqual([0, expect.stringMatching(/^WARNING: KNOWN VULNERABILITIES WERE NOT CHECKED/u)])
      expect(lines.filter((line) => line.includes('vulnerabilities'))).toEqual([])
      const failed = run(text, { status: 1, stdout: '', stderr: 'no lock file' })
      expect([failed.exitCode, failed.last]).toEqual([1, last])
    },
  )

  it('fails for a vulnerability from moderate on', () => {
    const known = { a: { severity: 'low', range: '<1' }, b: { severity: 'moderate', range: '<2.0.1' } }
    const { exitCode, lines } = run(audited(known))
    expect([exitCode, lines.slice(-2)]).toEqual([1, ['FAULT  vulnerabilities:', '         b <2.0.1: moderate']])
  })
})
