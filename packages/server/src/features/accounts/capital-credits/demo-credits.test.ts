import { expect, test } from 'vitest'
import { createDemoCredits } from '../../../../demo/create-demo-credits.ts'
import { loadDemo } from '../../../testing/demo-in-test.ts'
import { useTestPortal } from '../../../testing/test-portal.ts'

const portal = useTestPortal()

test('letter 55012 of member 10029 is open, and her deceased husband is in the unclaimed list', async () => {
  await loadDemo(portal, 25)
  await createDemoCredits(portal.deps)
  const letters = await portal.db
    .selectFrom('cis.capital_credit_letter')
    .select('letter_id')
    .where('member_number', '=', '10029')
    .execute()
  expect(letters).toEqual([{ letter_id: '55012' }])
  const found = await portal.db
    .selectFrom('cis.unclaimed_credit')
    .select(['first_name', 'last_name'])
    .where('last_name', '=', 'Marsh')
    .execute()
  expect(found).toEqual([{ first_name: 'Harold', last_name: 'Marsh' }])
})
