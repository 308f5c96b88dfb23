import { endpoint, type Endpoint } from '@coopline/contract/endpoint'
import { quickPay } from '@coopline/contract/paying/quick-pay/quick-pay.contract'
import { signIn } from '@coopline/contract/identity/sign-in/sign-in.contract'
import { staffRuns } from '@coopline/contract/staff/staff-runs/staff-runs.contract'
import { z } from 'zod'
import { describe, expect, expectTypeOf, test } from 'vitest'
import { checkStaffSession } from '../../features/staff/staff-sign-in/check-staff-session.ts'
import type { Authenticators, Call, CallerOf, Feature, MemberCaller, StaffCaller } from './call.ts'

const about = { summary: 'Planted', source: 'test', answer: z.strictObject({}) }

/** `npm run types` fails when one of the marked lines is right. The features are never mounted. */
describe('the endpoint types the caller of its handler', () => {
  test('a handler gets the caller that the endpoint names', () => {
    expectTypeOf<Call<typeof signIn.sessions>['caller']>().toEqualTypeOf<MemberCaller>()
    expectTypeOf<Call<typeof staffRuns.listRuns>['caller']>().toEqualTypeOf<StaffCaller>()
    expectTypeOf<Call<typeof quickPay.pay>['caller']>().toEqualTypeOf<CallerOf<'quick-pay'>>()
    expectTypeOf<Call<typeof signIn.login>['caller']>().toEqualTypeOf<{ readonly kind: 'public' }>()
  })

  test('a handler for members cannot read a staff caller, nor one for visitors a member', () => {
    const planted: Feature = {
      routes: ({ on }) => {
        // @ts-expect-error a member has no role
        on(signIn.sessions, async ({ caller }) => ({ sessions: [caller.role] }))
        // @ts-expect-error a visitor has no number
        on(quickPay.verify, async ({ caller }) => Promise.reject(new Error(caller.memberNumber)))
        // @ts-expect-error a payer whose token has expired cannot pay
        on(quickPay.pay, async ({ caller }) => Promise.reject(new Error(String(caller.isExpired))))
      },
    }
    // @ts-expect-error a session of staff is no session of a member
    const authenticators: Authenticators = { member: checkStaffSession }
    expect([planted, authenticators]).toHaveLength(2)
  })

  test('an endpoint for staff names its roles, and no other endpoint does', () => {
    const staff = endpoint('planted.staff', 'GET /v3/planted', { ...about, auth: 'staff', roles: ['admin'] })
    // @ts-expect-error an endpoint for staff without roles
    const open: Endpoint = endpoint('planted.open', 'GET /v3/planted', { ...about, auth: 'staff' })
    // @ts-expect-error an endpoint for members with roles of staff
    const mixed = endpoint('planted.mixed', 'GET /v3/planted', { ...about, auth: 'member', roles: ['admin'] })
    expect([staff.roles, open.roles, mixed.roles]).toEqual([['admin'], [], ['admin']])
  })
})
