import { describe, expect, it, test } from 'vitest'
import { parse } from 'yaml'
import { listFiles, read } from '../source-files.ts'
import { isAllowed, listForeignLicenses, listUnsafeSources, type LockedPackages } from './lock-file.ts'
import { findSecrets } from './secrets.ts'

const { packages } = JSON.parse(read('package-lock.json')) as { packages: LockedPackages }

describe('the lock file', () => {
  it('has a SHA-512 for every package, no address, and licenses of the list only', () => {
    expect(Object.keys(packages).length).toBeGreaterThan(400)
    expect(listUnsafeSources(packages)).toEqual([])
    expect(listForeignLicenses(packages)).toEqual([])
  })

  it.each([
    ['a package without a hash', { license: 'MIT' }, 'x has no SHA-512'],
    ['a package with a weak hash', { license: 'MIT', integrity: 'sha1-a' }, 'x has no SHA-512'],
    [
      'a package from an address',
      { license: 'MIT', integrity: 'sha512-a', resolved: 'git+ssh://git@example.com/x.git#a' },
      'x names an address: git+ssh://git@example.com/x.git#a',
    ],
  ])('would not pass with %s', (_what, added, problem) => {
    expect(listUnsafeSources({ 'packages/a/node_modules/x': added })).toEqual([problem])
  })

  it.each([
    ['MIT', true],
    ['(MIT OR GPL-3.0-only)', true],
    ['MIT AND GPL-3.0-only', false],
    ['AGPL-3.0-or-later', false],
    ['SEE LICENSE IN LICENSE.txt', false],
  ])('may have the license %s: %s', (license, allowed) => {
    expect(isAllowed(license)).toBe(allowed)
  })

  it('may not have a package without a license', () => {
    const integrity = 'sha512-a'
    expect(listForeignLicenses({ 'node_modules/@a/x': { integrity } })).toEqual(['@a/x: no license'])
  })
})

// Put together here, so that no line of this file is a finding.
const samples = [
  ['a private key', ['-----BEGIN RSA PRIVATE', ' KEY-----'].join('')],
  ['an access key of AWS', ['AK', 'IAIOSFODNN7EXAMPLE'].join('')],
  ['a token of GitHub', ['gh', `p_${'a1'.repeat(18)}`].join('')],
  ['a token of GitLab', ['gl', `pat-${'a'.repeat(20)}`].join('')],
  ['a token of npm', ['np', `m_${'a1'.repeat(18)}`].join('')],
  ['a token of Slack', ['xo', 'xb-1234567890-abc'].join('')],
  ['a key of Stripe', ['sk_', `live_${'a1'.repeat(10)}`].join('')],
  ['a key of Google', ['AI', `za${'a'.repeat(35)}`].join('')],
  ['a key of SendGrid', ['S', `G.${'a'.repeat(22)}.${'b'.repeat(43)}`].join('')],
  ['a password in an address', ['postgres:', '//coopline:Xq7-hTz2Lm9wKp@db.example/coopline'].join('')],
] as const

describe('the secret scan', () => {
  it.each(samples)('finds %s, with its line', (what, secret) => {
    expect(findSecrets(`first line\nKEY = "${secret}"\n`)).toEqual([`${what} in line 2`])
  })

  it('leaves placeholders alone', () => {
    const harmless = [
      'postgres:',
      '//coopline_app:${APP_PASSWORD}@database:5432/coopline smtps:',
      '//user:password@host:465',
    ]
    expect(findSecrets(harmless.join(''))).toEqual([])
  })
})

test('no file holds a secret [SEC-70]', () => {
  const files = listFiles(/^(?!.*\.(?:png|jpe?g|gif|ico|woff2?|pdf|gz|br|zip|svg)$).+$/u)
  expect(files.length).toBeGreaterThan(1_000)
  expect(files.flatMap((file) => findSecrets(read(file)).map((found) => `${file}: ${found}`))).toEqual([])
})

test('the workflow audits the supply after it installed the libraries; .ci/run stays offline [SEC-70]', () => {
  const { jobs } = parse(read('.github/workflows/ci.yml')) as {
    jobs: Readonly<Record<string, { readonly steps: readonly { readonly run?: string; readonly if?: string }[] }>>
  }
  const steps = jobs['test']?.steps.filter(({ run }) => run !== undefined)
  expect(steps).toEqual([{ run: '.ci/run' }, { run: 'npm run audit:supply' }])
  expect(read('.ci/run')).not.toContain('audit')
})
