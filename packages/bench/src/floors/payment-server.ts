import { createHash, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { openBareDatabase, type Query } from './bare-database.ts'

/**
 * The floor of P3: one call writes, in one transaction, the rows that a payment has when it is confirmed. Nothing is
 * read, checked, signed or compared.
 */
const database = await openBareDatabase()

interface PaymentRequest {
  readonly index: number
  readonly amount: number
}

async function writePayment(query: Query, { index, amount }: PaymentRequest): Promise<void> {
  const transNo = `T${randomBytes(8).toString('hex').toUpperCase()}`
  const [account, member] = [String(100_000_000 + index), `M${index}`]
  const now = new Date()
  const hash = createHash('sha256').update(transNo).digest()
  const text = hash.toString('base64url')
  await query(
    `insert into pay.payment (trans_no, member_number, account_number, origin, payment_type, state, amount, language,
       reconnect_meter, requested_at, expires_at, hand_off, idempotency_scope, idempotency_key, request_hash,
       settled_at, convenience_fee, last_four, confirmation_number)
     values ($1, $2, $3, 'quick-pay', 'echeck', 'confirmed', $4, 'en', false, $5, $5, $6, $7, $7, $8, $5, 50, '6789', $9)`,
    [transNo, member, account, amount, now, handOff, text, hash, `SB${transNo.slice(1, 11)}`],
  )
  await query('insert into pay.payment_item (trans_no, account_number, amount) values ($1, $2, $3)', [
    transNo,
    account,
    amount,
  ])
  await query(
    `insert into pay.move (trans_no, from_state, to_state, event, corrected, source, at)
     values ($1, 'requested', 'handed-off', 'hand-off', false, 'portal', $2),
            ($1, 'handed-off', 'confirmed', 'succeeded', false, 'postback', $2)`,
    [transNo, now],
  )
  await query(
    `insert into pay.posting (event_id, trans_no, type, source, body, outcome, received_at)
     values ($1, $2, 'payment.succeeded', 'postback', $3, 'applied', $4)`,
    [`evt_${transNo}`, transNo, JSON.stringify({ ...postback, transNo, accountNumber: account, amount }), now],
  )
  await writeLedger(query, { transNo, account, amount, now })
  await writeRest(query, { transNo, account, member, amount, now, text })
}

async function writeLedger(
  query: Query,
  { transNo, account, amount, now }: { transNo: string; account: string; amount: number; now: Date },
): Promise<void> {
  const [booking] = await query(
    `insert into pay.booking (trans_no, kind, booked_at) values ($1, 'payment', $2) returning id`,
    [transNo, now],
  )
  await query(
    `insert into pay.ledger_entry (booking_id, line, ledger_account, amount)
     values ($1, 1, 'provider-clearing', $2), ($1, 2, $3, $4), ($1, 3, 'convenience-fee', -50)`,
    [booking?.['id'], amount + 50, `member-account/${account}`, -amount],
  )
  const [event] = await query(
    `insert into outbox.event (account_number, kind, body, created_at) values ($1, 'payment-confirmed', $2, $3) returning id`,
    [account, JSON.stringify({ ...postback, transNo, accountNumber: account, amount }), now],
  )
  await query(
    'insert into pay.unacknowledged_credit (trans_no, account_number, amount, event_id) values ($1, $2, $3, $4)',
    [transNo, account, amount, event?.['id']],
  )
}

async function writeRest(
  query: Query,
  row: { transNo: string; account: string; member: string; amount: number; now: Date; text: string },
): Promise<void> {
  const { transNo, account, member, amount, now, text } = row
  await query(
    `insert into outbox.message (dedupe_key, channel, recipient, subject, body_text, language, created_at, send_after)
     values ($1, 'email', 'member@example.org', 'Your payment receipt', $2, 'en', $3, $3)`,
    [`receipt:${transNo}`, receipt, now],
  )
  await query(
    `insert into portal.audit (at, kind, member_number, account_number, client_address, request_id, detail)
     values ($1, 'payment.requested', $2, $3, '10.0.0.1', $4, $5)`,
    [now, member, account, text.slice(0, 36), JSON.stringify({ transNo, amount, origin: 'quick-pay' })],
  )
  await query(
    `insert into portal.attempt_counter (kind, subject, max_attempts, window_seconds, attempted_at, expires_at)
     values ('payment.client', $1, 1000, 3600, array[$3::timestamptz], $3), ('payment.account', $2, 1000, 3600, array[$3::timestamptz], $3)
     on conflict (kind, subject) do update set attempted_at = portal.attempt_counter.attempted_at || excluded.attempted_at`,
    [`client-of-${account}`, account, now],
  )
}

const postback = {
  type: 'payment.succeeded',
  currency: 'USD',
  convenienceFee: 50,
  paymentType: 'echeck',
  confirmationNumber: 'SB12345678',
  reconnectMeter: 'N',
  occurredAt: '2026-11-20T15:01:00Z',
}
const receipt = 'Thank you for your payment. '.repeat(16)
const handOff = JSON.stringify({ filler: 'x'.repeat(470) })

async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
  try {
    if (request.method === 'POST') {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk as Buffer)
      const payment = JSON.parse(Buffer.concat(chunks).toString()) as PaymentRequest
      await database.inTransaction((query) => writePayment(query, payment))
    } else await database.query('select 1')
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"taken":true}')
  } catch (error) {
    response.writeHead(500).end(String(error))
  }
}

createServer((request, response) => void serve(request, response)).listen(Number(process.env['PORT']), '127.0.0.1')
process.on('SIGTERM', () => process.exit(0))
