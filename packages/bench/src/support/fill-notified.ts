import type { Client } from 'pg'
import { fillCooperative, onConnection } from './fill-cooperative.ts'
import { outageMail } from './outage-mail.ts'

/**
 * Fills a cooperative in which every member has a login, accounts are billed on thirty days of the month, and one in thirty is
 * past due. Every member was already notified of everything.
 */
export async function fillNotified(url: string, accounts: number, today: string): Promise<void> {
  await fillCooperative(url, { accounts, months: 1 })
  const series = `generate_series(0, ${accounts - 1}) as n`
  const sent = (topic: string, dedupeKey: string, from: string) =>
    `insert into portal.sent_notice select account_number, '${topic}', ${dedupeKey}, now() from ${from}`
  await onConnection(url, async (client) => {
    for (const statement of [
      `insert into cis.bill (account_number, bill_date, due_date, amount, usage_kwh, ending_balance)
         select (100000000 + n)::text, date '${today}' - n % 30, date '${today}' - n % 30 + 21, 14237, 800, 14237 from ${series}`,
      `update cis.balance set due_date = date '${today}' - (account_number::bigint - 100000000)::integer % 30 + 21,
         past_due = case when (account_number::bigint - 100000000) % 30 = 25 then 5000 else 0 end`,
      `insert into portal.login (login_id, username, username_key, member_number, email, password_hash, password_set_at, created_at)
         select gen_random_uuid(), 'member.' || n, 'member.' || n, 'M' || n, 'member.' || n || '@example.org', '', now(), now()
         from ${series}`,
      sent('bill-ready', 'bill_date::text', `cis.bill where bill_date between date '${today}' - 5 and date '${today}'`),
      sent(
        'due-soon',
        'due_date::text',
        `cis.balance where due_date between date '${today}' + 1 and date '${today}' + 3`,
      ),
      sent('past-due', 'due_date::text', 'cis.balance where past_due > 0'),
      'vacuum analyze',
    ])
      await client.query(statement)
  })
}

/** Leaves nothing in the outbox but outage messages to members who are not asked about anything else. */
export async function queueOutageMails(client: Client, count: number): Promise<void> {
  await client.query('truncate outbox.message')
  await client.query(
    `insert into outbox.message
       (dedupe_key, channel, recipient, subject, body_text, language, created_at, send_after, unsubscribe_url, priority)
     select 'outage:' || n, 'email', 'outage.' || n || '@example.org', $1, $2, 'en', now(), now(), $3, 2
     from generate_series(1, $4::integer) as n`,
    [outageMail.subject, outageMail.bodyText, outageMail.unsubscribeUrl, count],
  )
}
