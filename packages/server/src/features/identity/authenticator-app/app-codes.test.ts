import { spawnSync } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { Secret } from 'otpauth'
import { expect, test } from 'vitest'
import { stepOfCode } from '../sign-in/public.ts'

/** The secret of RFC 6238, Appendix B. */
const rfcSecret = new TextEncoder().encode('12345678901234567890')
const key = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
const secret = Secret.fromBase32(key).bytes
const at = (seconds: number) => new Date(seconds * 1000)

/** Instants around the changes of steps, days, years and the 32-bit clock. */
const instants = [
  '2026-11-20T15:00:00Z',
  '2026-03-08T06:59:45Z',
  '2027-01-01T00:00:00Z',
  '2038-01-19T03:14:08Z',
].flatMap((instant) => [-31, -30, -1, 0, 1, 29, 30].map((offset) => Date.parse(instant) / 1000 + offset))

/** Computes a code by RFC 4226 §5.3 and RFC 6238 §4.2, as a second implementation. */
function codeAt(seconds: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(seconds / 30)))
  const hash = createHmac('sha1', secret).update(counter).digest()
  const offset = (hash.at(-1) ?? 0) & 15
  return String((hash.readUInt32BE(offset) & 0x7f_ff_ff_ff) % 1_000_000).padStart(6, '0')
}

test('the codes of RFC 6238, Appendix B, are of their steps [SEC-19]', () => {
  // The RFC lists eight digits. An app shows the last six.
  for (const [seconds, code] of [
    [59, '94287082'],
    [1_111_111_109, '07081804'],
    [1_111_111_111, '14050471'],
    [1_234_567_890, '89005924'],
    [2_000_000_000, '69279037'],
    [20_000_000_000, '65353130'],
  ] as const)
    expect(stepOfCode(rfcSecret, code.slice(2), at(seconds))).toBe(Math.floor(seconds / 30))
})

test('a code is of its step one step early and one late, and of none two steps away [SEC-19]', () => {
  for (const now of instants) {
    const steps = [-2, -1, 0, 1, 2].map((away) => stepOfCode(secret, codeAt(now + away * 30), at(now)))
    const step = Math.floor(now / 30)
    expect(steps).toEqual([null, step - 1, step, step + 1, null])
  }
})

test('oathtool, where it is installed, shows the codes that are taken [SEC-19]', async ({ annotate }) => {
  const oathtool = (...args: string[]) => spawnSync('oathtool', args, { encoding: 'utf8' })
  const isInstalled = oathtool('--version').status === 0
  if (!isInstalled) await annotate('oathtool is not installed: codes were compared with RFC 6238 only', 'notice')
  for (const now of instants) {
    const time = at(now).toISOString().replace('T', ' ').replace('.000Z', ' UTC')
    const shown = isInstalled ? oathtool('--totp', '--base32', '--now', time, key).stdout.trim() : codeAt(now)
    expect(stepOfCode(secret, shown, at(now)), time).toBe(Math.floor(now / 30))
  }
})
