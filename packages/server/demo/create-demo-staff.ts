import { type StaffRole, staffRoles } from '@coopline/rules/staff/staff-sign-in/staff-rights'
import { Secret } from 'otpauth'
import { createStaffLogin, hasStaff } from '../src/features/staff/staff-sign-in/public.ts'
import { inTransaction } from '../src/platform/db/in-transaction.ts'
import type { Deps } from '../src/platform/deps.ts'
import { hashPassword } from '../src/platform/secrets/hash-password.ts'

const password = 'Prairie!2026'
const appSecret = 'JBSWY3DPEHPK3PXP'

const names: Readonly<Record<StaffRole, string>> = {
  support: 'Dana Reyes',
  billing: 'Kim Tran',
  content: 'Lou Becker',
  admin: 'Robin Hale',
}

/** Creates a staff login for each role, `demo.support` and so on, unless there are staff logins already. */
export async function createDemoStaff(
  deps: Pick<Deps, 'db' | 'keys' | 'random' | 'clock' | 'heavyWork' | 'hashCost'>,
): Promise<void> {
  if (await hasStaff(deps)) return
  const passwordHash = await hashPassword(deps, password)
  await inTransaction(deps.db, async (tx) => {
    for (const role of staffRoles)
      await createStaffLogin(deps, tx, {
        username: `demo.${role}`,
        name: names[role],
        role,
        passwordHash,
        appSecret: Secret.fromBase32(appSecret).bytes,
      })
  })
}
