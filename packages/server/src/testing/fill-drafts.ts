import { createDeps } from '../create-deps.ts'
import { sealBankNumbers } from '../features/paying/drafts/bank-numbers.ts'
import { openByEnv } from '../platform/db/open-by-env.ts'
import { readEnv } from '../read-env.ts'
import { createLog } from '../platform/log.ts'
import { sql } from 'kysely'

// `fill-drafts.ts DAY BEFORE COUNT`: sets up a bank draft for every account, as members would have done a month ago: for the first
// COUNT accounts on the day BEFORE of the month, for the others on DAY.
const [day = '1', before = '1', count = '0'] = process.argv.slice(2)
let position = 0
const env = readEnv(process.env)
const database = await openByEnv(env, () => {})
const deps = await createDeps(env, database, createLog('silent'))
let after = ''
for (;;) {
  const rows = await database.db
    .selectFrom('cis.account')
    .select('account_number')
    .where('account_number', '>', after)
    .orderBy('account_number')
    .limit(1_000)
    .execute()
  if (rows.length === 0) break
  const numbers = rows.map((row) => row.account_number)
  const sealed = numbers.map((account) =>
    Buffer.from(sealBankNumbers(deps, { routingNumber: '091000019', bankAccountNumber: account }, account)).toString(
      'hex',
    ),
  )
  await sql`
    insert into portal.draft (account_number, member_number, draft_type, draft_day, start_date, account_kind, account_ending,
      institution, bank_numbers, event_id, changed_at)
    select account.account_number, account.member_number, 'DAY_OF_MONTH',
      case when given.position <= ${Number(count) - position}::integer then ${Number(before)}::integer else ${Number(day)}::integer end,
      null, 'Checking',
      right(account.account_number, 4), 'Riverbend Bank', decode(given.sealed, 'hex'), account.account_number::bigint,
      now() - interval '30 days'
    from unnest(${numbers}::text[], ${sealed}::text[]) with ordinality as given (account_number, sealed, position)
    join cis.account as account using (account_number)`.execute(database.db)
  after = numbers.at(-1) ?? ''
  position += rows.length
}
await sql`analyze portal.draft`.execute(database.db)
await database.close()
