import { describe, expect, test } from 'vitest'
import { calendarDate } from '../../kernel/calendar-date.ts'
import { cents } from '../../kernel/money.ts'
import { listBillEvents, type BilledAccount } from './bill-events.ts'
import { checkChoices } from './check-choices.ts'
import { checkContact, readContact } from './check-contact.ts'
import { readReply } from './read-reply.ts'
import { buildTextMessage, countTextParts, fitText } from './text-parts.ts'
import { goesByEmail, offeredTopics, topicRules, topics, topicsOf, topicWords } from './topics.ts'

describe('topics', () => {
  test('every topic has a word after STOP, and every word ends at least one topic', () => {
    expect(topics.flatMap((topic) => topicsOf(topicRules[topic].word)).length).toBeGreaterThanOrEqual(topics.length)
    expect(Object.fromEntries(topicWords.map((word) => [word, topicsOf(word)]))).toEqual({
      bill: ['bill-ready', 'due-soon', 'past-due'],
      prepaid: ['prepaid-low', 'disconnect-pending', 'reconnected'],
      payment: ['payment-received', 'payment-failed', 'payment-returned', 'card-expiring'],
      draft: ['draft-changed', 'autopay'],
      usage: ['usage-threshold'],
      power: ['outage', 'restored'],
      login: ['security'],
    })
  })

  test('offers the outage topic only with the outage feature, and prepaid accounts warnings in place of bills', () => {
    expect(offeredTopics('account', () => true)).toContain('usage-threshold')
    expect(offeredTopics('account', () => true)).toContain('outage')
    const withoutOutages = [
      'bill-ready',
      'due-soon',
      'past-due',
      'payment-received',
      'payment-failed',
      'payment-returned',
      'draft-changed',
      'autopay',
      'card-expiring',
      'usage-threshold',
    ]
    expect(offeredTopics('account', (feature) => feature !== 'Outage')).toEqual(withoutOutages)
    expect(offeredTopics('account', (feature) => feature === 'Outage')).toEqual([
      ...withoutOutages,
      'outage',
      'restored',
    ])
    expect(offeredTopics('login', () => false)).toEqual(['security'])
    expect(offeredTopics('account', () => false, true)).toEqual([
      'prepaid-low',
      'disconnect-pending',
      'reconnected',
      ...withoutOutages.slice(3),
    ])
  })

  test('every topic is sent by email until it is turned off; notices about the login cannot be turned off', () => {
    expect([undefined, true, false].map((choice) => goesByEmail('bill-ready', choice))).toEqual([true, true, false])
    expect(goesByEmail('security', false)).toBe(true)
  })
})

describe('answers to texts', () => {
  test.each([
    ['STOP', null],
    [' stop. ', null],
    ['Unsubscribe', null],
    ['opt out', null],
    ['opt-out bill', 'bill'],
    ['STOP BILL', 'bill'],
    ['stop power!', 'power'],
    ['ALTO FACTURA', 'bill'],
    ['parar', null],
    ['stop débito', 'draft'],
    ['STOP sending me things', null],
    ['stop-bills', 'bill'],
    ['stop  -  payment', 'payment'],
    ['STOP ALL', null],
  ] as const)('%s ends %s', (text, word) => {
    expect(readReply(text)).toEqual({ kind: 'stop', word })
  })

  test.each([
    ['bill', ['BILL', 'BILLS', 'FACTURA', 'FACTURAS']],
    ['payment', ['PAYMENT', 'PAYMENTS', 'PAGO', 'PAGOS']],
    ['draft', ['DRAFT', 'DEBITO']],
    ['usage', ['USAGE', 'CONSUMO']],
    ['power', ['POWER', 'OUTAGE', 'LUZ']],
    ['login', ['LOGIN', 'ACCESO']],
  ] as const)('texts about %s are ended by each of its words', (word, written) => {
    expect(written.map((text) => readReply(`STOP ${text}`))).toEqual(written.map(() => ({ kind: 'stop', word })))
  })

  test('each word that carriers know ends all texts', () => {
    const known = 'STOP STOPALL QUIT END REVOKE CANCEL UNSUBSCRIBE OPTOUT ALTO PARAR'.split(' ')
    expect(known.filter((text) => readReply(text)?.kind !== 'stop')).toEqual([])
  })

  test.each([
    'please stop',
    'Pare por favor',
    'cancelar',
    'baja',
    'Dar de baja',
    'detener',
    'no more texts',
    'No más mensajes',
    'remove',
    'Remove me',
    'opt out',
  ])('%s ends all texts', (text) => {
    expect(readReply(text)).toEqual({ kind: 'stop', word: null })
  })

  test.each([
    ['outage', 'out', ''],
    ['Power out', 'out', ''],
    ['My power is out!', 'out', ''],
    ['no power 0101', 'out', '0101'],
    ['sin luz', 'out', ''],
    ['No hay luz', 'out', ''],
    ['Se fue la luz', 'out', ''],
    ['OUT please', 'out', ''],
    ['status please', 'status', ''],
  ])('%s is understood as %s', (text, kind, ending) => {
    expect(readReply(text)).toEqual({ kind, ending })
  })

  test.each(['no more power since 5', 'la luz parpadea'])('%s is about power, and reports nothing', (text) => {
    expect(readReply(text)).toEqual({ kind: 'about-power' })
  })

  test.each([
    // Power is on: no crew leaves.
    ['No, we have power now', 'about-power'],
    ['No. The power is there', 'about-power'],
    ['No, I have lights', 'about-power'],
    ['No, hay luz', 'about-power'],
    ['No,hay luz', 'about-power'],
    ['Hi, no - power', 'about-power'],
    ['No I have power', 'about-power'],
    // Questions ask for the status.
    ['Is the power out?', 'status'],
    ['Is there an outage?', 'status'],
    ['Is there a power outage now? 0101', 'status 0101'],
    ['¿Hay apagón?', 'status'],
    ['¿Hay luz?', 'status'],
    ['Power out?', 'status'],
    ['is the power back on', 'status'],
    ['When will the power be back?', 'status'],
    ['Will you cut my power?', 'about-power'],
    // Requests about something other than texts.
    ['Take me off autopay', null],
    ['Take me off draft', null],
    ['Take me off paperless billing', null],
    ['Remove my old bank account', null],
    ['Please remove the tree on the power line', 'about-power'],
    ['Dar de baja mi servicio', null],
    ['No me manden la factura en papel', null],
    ['No me mande a otro, no hay luz', 'about-power'],
    ['Alto voltaje, cable caído', 'about-power'],
    ['End of Oak St has no power', 'about-power'],
    ['Cancel my service', null],
    ['Cancelar el pago', null],
    ['Cancel all my payments', null],
    ['Stop the payment', null],
    ['no more power now', 'about-power'],
    ['Please start my service Monday', null],
    ['Hi start date?', null],
    // Commands.
    ['Start please', 'start'],
    ['STOP', 'stop'],
    ['Stop now', 'stop'],
    ['Stop all texts', 'stop'],
    ['Stop texting me', 'stop'],
    ['STOP, leave me alone', 'stop'],
    ['Stop bothering people', 'stop'],
    ['Stop work at the power line', 'about-power'],
    ['Stop sending me bills', 'stop bill'],
    ['Unsubscribe me', 'stop'],
    ['Please remove me from your list', 'stop'],
    ['Take me off', 'stop'],
    ['Take me off this list', 'stop'],
    ["Don't text me", 'stop'],
    ['Dar de baja los mensajes', 'stop'],
    ['Alto a los mensajes', 'stop'],
    ['Pare los mensajes', 'stop'],
    ['No me envíe más', 'stop'],
    ['No me manden más mensajes', 'stop'],
    ['No me manden la factura', 'stop bill'],
    ['We have lost our power', 'out'],
    ['There is no power', 'out'],
    ["Power's out here", 'out'],
    ['No tenemos luz', 'out'],
    ['Estamos sin la luz', 'out'],
    ['Reportar un apagón 0101', 'out 0101'],
  ])('%j is answered as %j', (text, expected) => {
    const reply = readReply(text)
    const detail = reply !== null && 'ending' in reply ? reply.ending : reply?.kind === 'stop' ? reply.word : null
    expect(reply && [reply.kind, detail].filter(Boolean).join(' ')).toBe(expected)
  })

  test('START and HELP are understood in both languages, and nothing else is anything [REQ-D-354]', () => {
    expect(['start', 'INICIAR', 'unstop'].map((text) => readReply(text)?.kind)).toEqual(['start', 'start', 'start'])
    expect(['Help?', 'ayuda', 'INFO'].map((text) => readReply(text)?.kind)).toEqual(['help', 'help', 'help'])
    const asks = ['HELP OUTAGE', 'help luz', 'INFO no power', 'Help with my power bill', 'Help, no, power is out']
    expect(asks.map((text) => readReply(text)?.kind)).toEqual(asks.map(() => 'help'))
    const reports = [
      'Help, my power is out',
      'HELP! No power 4821',
      '¡Ayuda, estamos sin luz!',
      'Help is the power out?',
    ]
    expect(reports.map((text) => readReply(text)?.kind)).toEqual(['out', 'out', 'out', 'status'])
    for (const text of ['', 'Thanks', 'do not stop', 'opt in', 'log out', `${' '.repeat(1_600)}stop`, '👍', '123'])
      expect(readReply(text)).toBeNull()
  })
})

describe('parts of a text message', () => {
  test('counts 160 letters of its alphabet in one part and 153 in each of several; other letters 70 and 67', () => {
    expect(['a'.repeat(160), 'a'.repeat(161), 'a'.repeat(306), 'a'.repeat(307)].map(countTextParts)).toEqual([
      1, 2, 2, 3,
    ])
    expect(['[', '{'].map((sign) => countTextParts(sign.repeat(81)))).toEqual([2, 2])
    expect(['李'.repeat(70), '李'.repeat(71), '李'.repeat(135)].map(countTextParts)).toEqual([1, 2, 3])
  })

  test('writes Spanish without the accents that would halve the room', () => {
    expect(fitText('¿Más información? Sí: está aquí. Año, pingüino, café')).toBe(
      '¿Mas informacion? Si: esta aqui. Año, pingüino, café',
    )
  })

  test('cuts what needs more than two parts after a word', () => {
    const cut = fitText('corte de luz '.repeat(40))
    expect(countTextParts(cut)).toBe(2)
    expect(cut).toMatch(/(?:luz|de|corte)\.\.\.$/u)
  })

  test('shortens the name of the cooperative where the rest needs its room', () => {
    const name = 'Northern Wisconsin Valley Electric Power Cooperative'
    expect(buildTextMessage(name, 'Short.', 'End.')).toBe(`${name}: Short. End.`)
    const long = buildTextMessage(name, 'x'.repeat(270), 'End.')
    expect(countTextParts(long)).toBe(2)
    expect(long).toMatch(/^Northern Wisconsin \S*(?: \S+)*\.\.\.: x+ End\.$/u)
  })
})

describe('contacts', () => {
  test('contacts are normalized to ten digits or lower case; others are refused with their field', () => {
    const rule = { strictEmailEnding: false }
    expect(readContact('text', '+1 (715) 555-0123', rule)).toBe('7155550123')
    expect(readContact('email', ' Ada@Example.org ', rule)).toBe('ada@example.org')
    expect(checkContact('text', '(015) 555-0123', rule)).toEqual({ code: 'phone-not-valid', field: 'value' })
    expect(checkContact('email', 'ada@example', rule)).toEqual({ code: 'email-not-valid', field: 'value' })
    expect(checkContact('email', '7155550123', rule)?.code).toBe('email-not-valid')
    expect(checkContact('email', ' Ada@Example.org ', rule)).toBeNull()
    expect(checkContact('text', '715-555-0123', rule)).toBeNull()
  })
})

describe('choices', () => {
  const choice = (topic: 'bill-ready' | 'security' | 'usage-threshold', byEmail = true, byText = false) => ({
    topic,
    byEmail,
    byText,
  })
  const codes = (choices: Parameters<typeof checkChoices>[0], hasPhone = true) =>
    checkChoices(choices, ['bill-ready', 'security'], hasPhone).map(({ code }) => code)

  test('choices are accepted for offered topics, each once', () => {
    expect(codes([choice('bill-ready', false, true), choice('security')])).toEqual([])
    expect(codes([choice('usage-threshold')])).toEqual(['topic-not-offered'])
    expect(codes([choice('security'), choice('usage-threshold')])).toEqual(['topic-not-offered'])
    expect(codes([choice('bill-ready'), choice('bill-ready')])).toEqual(['topic-not-offered'])
  })

  test('choices need a phone for texts, and never turn off notices about the login', () => {
    expect(codes([choice('bill-ready', true, true)], false)).toEqual(['phone-missing'])
    expect(codes([choice('security', false)])).toEqual(['security-by-email'])
    expect(codes([choice('bill-ready', true, true), choice('security')], false)).toEqual(['phone-missing'])
    expect(codes([choice('bill-ready'), choice('security', false)])).toEqual(['security-by-email'])
  })
})

describe('what there is to tell of a bill', () => {
  const today = calendarDate('2027-03-10')
  const account: BilledAccount = {
    bill: { date: calendarDate('2027-03-09'), amount: cents(10_000), dueDate: calendarDate('2027-03-30') },
    balance: cents(10_000),
    pastDue: cents(0),
    dueDate: calendarDate('2027-03-30'),
    hasAutopay: false,
  }
  const eventsOf = (change: Partial<BilledAccount>) =>
    listBillEvents({ ...account, ...change }, today).map(({ topic, fact }) => `${topic} ${fact}`)
  const billed = (date: string, amount = 10_000) => ({
    bill: { date: calendarDate(date), amount: cents(amount), dueDate: calendarDate('2027-03-30') },
  })

  test('a bill is new for five days, also one of zero or a credit, unless it is dated tomorrow', () => {
    expect(eventsOf({})).toEqual(['bill-ready 2027-03-09'])
    expect(eventsOf(billed('2027-03-05'))).toEqual(['bill-ready 2027-03-05'])
    expect(eventsOf(billed('2027-03-10'))).toEqual(['bill-ready 2027-03-10'])
    for (const none of [billed('2027-03-04'), billed('2027-03-11'), { bill: null }]) expect(eventsOf(none)).toEqual([])
    for (const amount of [0, -1_200])
      expect(eventsOf({ ...billed('2027-03-09', amount), balance: cents(amount) })).toEqual(['bill-ready 2027-03-09'])
  })

  test('a balance is due soon from three days before until the day before', () => {
    const due = (dueDate: string, change: Partial<BilledAccount> = {}) =>
      eventsOf({ bill: null, dueDate: calendarDate(dueDate), ...change })
    expect(due('2027-03-13')).toEqual(['due-soon 2027-03-13'])
    expect(due('2027-03-11')).toEqual(['due-soon 2027-03-11'])
    for (const day of ['2027-03-14', '2027-03-10', '2027-03-09']) expect(due(day)).toEqual([])
    expect(due('2027-03-12', { balance: cents(0) })).toEqual([])
    expect(due('2027-03-12', { hasAutopay: true })).toEqual([])
  })

  test('a past-due account gets the past-due notice instead, once for each due date', () => {
    const late = { bill: null, pastDue: cents(5_000), dueDate: calendarDate('2027-03-12') }
    expect(eventsOf(late)).toEqual(['past-due 2027-03-12'])
    expect(eventsOf({ ...late, dueDate: null })).toEqual(['past-due no-date'])
  })

  test('an amount that an arrangement defers is neither due soon nor past due', () => {
    const owes = (balance: number, pastDue: number, pastToday: number, pastDueDate: number, billDue: string) =>
      listBillEvents(
        {
          bill: { date: calendarDate('2027-02-20'), amount: cents(8_000), dueDate: calendarDate(billDue) },
          balance: cents(balance),
          pastDue: cents(pastDue),
          dueDate: calendarDate('2027-03-12'),
          hasAutopay: false,
          deferred: { pastToday: cents(pastToday), pastDueDate: cents(pastDueDate) },
        },
        today,
      ).map(({ topic, amount }) => `${topic} ${amount}`)
    expect(owes(38_000, 30_000, 30_000, 20_000, '2027-03-12')).toEqual(['due-soon 18000'])
    expect(owes(38_000, 30_000, 20_000, 20_000, '2027-03-12')).toEqual(['past-due 10000'])
    expect(owes(38_000, 30_000, 20_000, 20_000, '2027-03-10')).toEqual(['past-due 10000'])
    expect(owes(38_000, 38_000, 20_000, 20_000, '2027-03-09')).toEqual(['past-due 18000'])
    expect(owes(38_000, 8_000, 20_000, 20_000, '2027-03-09')).toEqual(['past-due 8000'])
    expect(owes(30_000, 30_000, 30_000, 30_000, '2027-03-09')).toEqual([])
  })
})

describe('texts about outages', () => {
  test.each([
    ['OUT', 'out', ''],
    [' out. ', 'out', ''],
    ['Out 0101', 'out', '0101'],
    ['corte 100100101', 'out', '100100101'],
    ['STATUS', 'status', ''],
    ['estado 01-01', 'status', '0101'],
  ])('%j means %s with the ending %j', (text, kind, ending) => {
    expect(readReply(text)).toEqual({ kind, ending })
  })

  test('a sentence that begins with one of the words is no report', () => {
    for (const text of ['Out of town until Monday', 'status of my bill?', 'OUT STATUS', 'out OUT'])
      expect(readReply(text), text).toBeNull()
  })

  test('OPT OUT stops messages', () => {
    expect(readReply('opt out')).toEqual({ kind: 'stop', word: null })
  })
})
