import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { envFaults, productionEnv } from '../../testing/env-faults.ts'
import { readEnv } from '../../read-env.ts'

const complete = {
  STAFF_OIDC_ISSUER: 'https://id.example.org/realms/prairie',
  STAFF_OIDC_CLIENT_ID: 'coopline',
  STAFF_OIDC_CLIENT_SECRETS: 'Zq81-xw93-Lp07-secret',
  STAFF_OIDC_ROLES: 'admin=/coopline/admins,billing=Member Office%2C billing,billing=b',
}

const production = { ...complete, ...productionEnv }

test('reads the groups of each role in their order, and the usual second step [REQ-D-494]', () => {
  const env = readEnv(complete)
  expect(env.STAFF_OIDC_ROLES).toEqual([
    ['admin', '/coopline/admins'],
    ['billing', 'Member Office, billing'],
    ['billing', 'b'],
  ])
  expect(env.STAFF_OIDC_SECOND_STEP).toEqual([['amr', 'mfa']])
  expect([env.STAFF_OIDC_GROUPS_CLAIM, env.STAFF_OIDC_CHECK_SECONDS]).toEqual(['groups', 60])
  expect(envFaults(production)).toBe('')
})

test.each(Object.keys(complete))('refuses single sign-on without %s [REQ-D-494]', (name) => {
  expect(envFaults({ ...complete, [name]: undefined })).toContain(`- ${name}:`)
})

test.each([
  ['STAFF_OIDC_ISSUER', 'http://id.example.org'],
  ['STAFF_OIDC_ISSUER', 'https://id.example.org/?tenant=x'],
  ['STAFF_OIDC_ISSUER', 'https://user:secret@id.example.org/'],
  ['STAFF_OIDC_ISSUER', 'https://login.microsoftonline.com/common/v2.0'],
  ['STAFF_OIDC_ISSUER', 'https://login.microsoftonline.com/organizations'],
  ['STAFF_OIDC_CLIENT_SECRETS', 'short'],
  ['STAFF_OIDC_CLIENT_SECRETS', 'first-secret,second-secret,third-secret'],
  ['STAFF_OIDC_ROLES', 'owner=admins'],
  ['STAFF_OIDC_ROLES', 'admin'],
  ['STAFF_OIDC_ROLES', 'admin=%E0%A4%A'],
  ['STAFF_OIDC_SECOND_STEP', 'mfa'],
  ['STAFF_OIDC_SCOPES', 'profile email'],
  ['STAFF_OIDC_CHECK_SECONDS', '1000'],
])('refuses %s = %s [REQ-D-494]', (name, value) => {
  expect(envFaults({ ...complete, [name]: value })).toContain(`- ${name}:`)
})

test.each([
  ['STAFF_OIDC_ISSUER', 'http://127.0.0.1:8080/realms/prairie'],
  ['STAFF_OIDC_CLIENT_SECRETS', '12121212121212'],
  ['STAFF_OIDC_CLIENT_SECRETS', 'Zq81-xw93-Lp07,Zq81-xw93-Lp07'],
])('production refuses %s = %s [REQ-D-494]', (name, value) => {
  expect(envFaults({ ...production, [name]: value })).toContain(`- ${name}:`)
})

test('reads the client secret from the file that is named [REQ-D-494]', () => {
  const folder = mkdtempSync(join(tmpdir(), 'coopline-oidc-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'secret')
  writeFileSync(file, 'Zq81-xw93-Lp07,Kt55-former-secret\n')
  const { STAFF_OIDC_CLIENT_SECRETS: _secret, ...others } = complete
  const env = readEnv({ ...others, STAFF_OIDC_CLIENT_SECRETS_FILE: file })
  expect(env.STAFF_OIDC_CLIENT_SECRETS).toEqual(['Zq81-xw93-Lp07', 'Kt55-former-secret'])
})
