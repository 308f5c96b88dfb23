import { quickPay } from '@coopline/contract/paying/quick-pay/quick-pay.contract'
import { expect, it } from 'vitest'
import { payingSettings, tryToVerify, verified } from '../../testing/quick-payer.ts'
import { seedAccount } from '../../testing/seed-account.ts'
import { useTestPortal } from '../../testing/test-portal.ts'

const portal = useTestPortal({ settings: payingSettings })

it('with no space left in the database, writes answer 503, reads work, and writes work again with free space [REL-21]', async () => {
  await seedAccount(portal.db)
  const payer = await verified(portal)
  const read = async () =>
    portal.call(quickPay.settings, {
      params: { memberNumber: payer.verification.memberNumber },
      query: { applicationId: 'Web' },
      bearer: payer.bearer,
      cookie: payer.cookie,
    })
  await portal.database.runScript(`
    create function portal.no_space() returns trigger language plpgsql as $$
    begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$;
    create trigger no_space before insert on portal.quick_pay_grant for each row execute function portal.no_space()`)
  const refused = await tryToVerify(portal)
  expect(refused.statusCode).toBe(503)
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect((await read()).statusCode).toBe(200)
  await portal.database.runScript('drop trigger no_space on portal.quick_pay_grant')
  expect((await tryToVerify(portal)).statusCode).toBe(200)
})
