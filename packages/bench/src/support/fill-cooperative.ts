import { createHash, randomBytes } from 'node:crypto'
import { apiPrefix } from '@coopline/contract/paths'
import pg from 'pg'
import { type BundleSize, phoneLastFour } from './write-bundle.ts'

/** A member of a filled cooperative who is signed in. */
export interface Reader {
  readonly memberNumber: string
  readonly accountNumber: string
  readonly loginId: string
  readonly tokenHash: Buffer
  /** Headers that prove who they are. */
  readonly headers: Readonly<Record<string, string>>
}

/** A number that looks thrown by dice and is always the same for the same account and month, 5,000 to 25,000 cents. */
const cents = '5000 + ((n::bigint * 7919 + m * 104729) % 20000)'

/**
 * Fills the cooperative's copy by the database itself: a million accounts in minutes. Every member has one account with a
 * meter, a bill and a payment of each month, and what the account's details say.
 */
export async function fillCooperative(url: string, { accounts, months }: BundleSize): Promise<void> {
  const series = `generate_series(0, ${accounts - 1}) as n`
  const monthly = `${series}, generate_series(1, ${months}) as m`
  const day = (offset: number) =>
    `(date '2026-11-01' - make_interval(months => m) + ${offset} * interval '1 day')::date`
  for (const statement of [
    `insert into cis.member select 'M' || n, 'Member ' || n, 'en' from ${series}`,
    `insert into cis.account select (100000000 + n)::text, 'M' || n, true, 'Member ' || n, 'Electric', 'Active', 'Current',
       n || ' Cedar Street', 'Eau Claire', 'WI', '54701', 'L-' || n, false, '', 'Standard', true, true, false from ${series}`,
    `insert into cis.balance select (100000000 + n)::text, 14237, 0, '2026-12-04', 0, null, 0, 0, 0, 50000, 0, 0, 2500, 0, false
       from ${series}`,
    `insert into cis.account_detail (account_number, bill_message) select (100000000 + n)::text, 'Thank you' from ${series}`,
    `insert into cis.meter select (100000000 + n)::text, 'E-' || n from ${series}`,
    `insert into cis.bill (account_number, bill_date, due_date, amount, usage_kwh, ending_balance)
       select (100000000 + n)::text, ${day(2)}, ${day(23)}, ${cents}, 400 + n % 900, ${cents} from ${monthly}`,
    `insert into cis.payment select (100000000 + n)::text, 'P-' || n || '-' || m, ${day(19)}, ${cents}, 'Check' from ${monthly}`,
    'vacuum analyze',
  ])
    await onConnection(url, (client) => client.query(statement))
}

/** Gives each member of a filled cooperative the phone with which payers verify an account. */
export async function fillPhones(url: string, accounts: number): Promise<void> {
  await onConnection(url, (client) =>
    client.query(
      `insert into cis.phone select 'M' || n, '715555' || $1, 'cell' from generate_series(0, $2::integer - 1) as n`,
      [phoneLastFour, accounts],
    ),
  )
  await onConnection(url, (client) => client.query('vacuum analyze cis.phone'))
}

/** Moves the accounts of a filled cooperative to fewer members: each gets `accountsEach` accounts with consecutive numbers. */
export async function giveAccountsToMembers(url: string, accountsEach: number): Promise<void> {
  await onConnection(url, (client) =>
    client.query(
      `update cis.account set member_number = 'M' || (position - position % $1::integer), is_primary = position % $1::integer = 0
       from (select account_number as number, account_number::integer - 100000000 as position from cis.account) as given
       where account_number = number`,
      [accountsEach],
    ),
  )
  await onConnection(url, (client) => client.query('vacuum analyze'))
}

/** Signs members in, spread over the whole cooperative, without their passwords: a login and a session each. */
export async function signReadersIn(url: string, accounts: number, readers: number): Promise<readonly Reader[]> {
  const step = Math.max(1, Math.floor(accounts / readers))
  return onConnection(url, async (client) => {
    const signedIn: Reader[] = []
    for (let index = 0; index < readers; index += 1) {
      const n = index * step
      const [token, cookie] = [randomBytes(32).toString('base64url'), randomBytes(32).toString('base64url')]
      const [tokenHash, cookieHash] = [sha256(token), sha256(cookie)]
      const { rows } = await client.query<{ login_id: string }>(
        `insert into portal.login (login_id, username, username_key, member_number, email, password_hash, password_set_at, created_at)
         values (gen_random_uuid(), $1, $1, $2, $1 || '@example.org', '', now(), now()) returning login_id`,
        [`member.${n}`, `M${n}`],
      )
      const loginId = rows[0]?.login_id ?? ''
      await client.query(
        `insert into portal.session (session_id, login_id, member_number, token_hash, cookie_hash, rotated_at, proofs,
           signed_in_at, proven_at, last_seen_at, ends_at, device, client_address)
         values (gen_random_uuid(), $1, $2, $3, $4, now(), '{password}', now(), now(), now(), now() + interval '11 hours', '', '')`,
        [loginId, `M${n}`, tokenHash, cookieHash],
      )
      signedIn.push({
        memberNumber: `M${n}`,
        accountNumber: String(100_000_000 + n),
        loginId,
        tokenHash,
        headers: { applicationid: 'Web', authorization: `Bearer ${token}`, cookie: `__Host-portal_fp=${cookie}` },
      })
    }
    return signedIn
  })
}

/** The four reads that the overview starts with: the accounts under its header, the account, its bills, its payments. */
export function overviewReads({ memberNumber, accountNumber }: Reader): readonly string[] {
  const accounts = `${apiPrefix}/v3/members/${memberNumber}/accounts`
  const account = `${accounts}/${accountNumber}`
  return [`${accounts}?pageSize=5`, account, `${account}/bills?pageSize=9`, `${account}/payments?pageSize=9`]
}

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest()

/** Runs work on a connection of its own. */
export async function onConnection<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
