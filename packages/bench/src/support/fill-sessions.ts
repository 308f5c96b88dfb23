import { onConnection } from './fill-cooperative.ts'

/** Adds sessions of the last thirty days, and a login for every ten of them: nine have ended, one is open. */
export async function fillSessions(url: string, sessions: number): Promise<void> {
  const logins = `generate_series(1, ${sessions / 10}) as n`
  await onConnection(url, async (client) => {
    for (const statement of [
      `insert into portal.login (login_id, username, username_key, member_number, email, password_hash, password_set_at, created_at)
         select gen_random_uuid(), 'filled.' || n, 'filled.' || n, 'F' || n, 'filled.' || n || '@example.org', '', now(), now()
         from ${logins}`,
      `insert into portal.session (session_id, login_id, member_number, token_hash, cookie_hash, rotated_at, proofs,
           signed_in_at, proven_at, last_seen_at, ends_at, ended_at, end_reason, device, client_address)
         select gen_random_uuid(), login_id, member_number, sha256(('token' || one.n)::bytea), sha256(('cookie' || one.n)::bytea),
           at, '{password}', at, at, at, at + interval '12 hours',
           case when visit < 10 then at end, case when visit < 10 then 'signed-out' end, '', '10.9.' || visit || '.1'
         from (select login_id, member_number, visit, row_number() over () as n, now() - (10 - visit) * interval '3 days' as at
               from portal.login, generate_series(1, 10) as visit where username_key like 'filled.%') as one`,
      'vacuum analyze',
    ])
      await client.query(statement)
  })
}
