import { application, document } from '@coopline/contract/service/service-applications/service-applications.contract'
import { topics } from '@coopline/rules/messages/notifications/topics'
import { z } from 'zod'

const text = z.string()
const flag = z.boolean()
const amount = z.int().meta({ description: 'Whole cents' })
const count = z.int()
const date = z.iso.date()
const instant = z.iso.datetime()
const member = z.strictObject({ memberNumber: text })
const account = member.extend({ accountNumber: text })

const paperless = z.strictObject({ isPaperlessBilling: flag, isPaperlessOther: flag })
const payment = account.extend({
  transNo: text,
  amount: amount.min(0).meta({ description: 'Whole cents, above zero for reversals, too' }),
  currency: text,
  paymentType: z.enum(['cc', 'echeck']),
  confirmationNumber: text.nullable(),
  reconnectMeter: z.enum(['Y', 'N']),
  occurredAt: instant,
})
const autopay = account.extend({
  daysBefore: count.exactOptional(),
  maxAmount: amount.nullable().exactOptional(),
  paymentMethod: z.enum(['CHARGE', 'ECHECK']).exactOptional(),
})
const address = z.strictObject({
  streetNumber: text,
  streetName: text,
  streetType: text,
  unit: text,
  city: text,
  state: text,
  zip: text,
})
const profile = account.extend({
  waitsForReview: flag.meta({ description: 'True while the cooperative has yet to accept the change' }),
})
const contact = account.extend({ contactId: text, channel: z.enum(['email', 'text']), value: text })
const choices = z.array(z.strictObject({ topic: z.enum(topics), byEmail: flag, byText: flag }))

/** The body of each kind of event. A body never has the numbers of a bank account or card. */
const bodies = {
  'payment-confirmed': payment,
  'payment-refunded': payment,
  'payment-returned': payment,
  'payment-return-fee': payment,
  'payment-reinstated': payment,
  'autopay.enrolled': autopay,
  'autopay.changed': autopay,
  'autopay.paused': autopay,
  'autopay.canceled': autopay,
  'autopay.charge-stopped': account.extend({ dueDate: date, amount }),
  'draft.set-up': account.extend({
    action: z.literal('ADD'),
    draftMethod: text,
    draftDay: count.nullable(),
    draftStartDate: date,
    draftType: text,
    bankAccountNumberMasked: text,
    bankName: text,
  }),
  'draft.removed': account.extend({ action: z.literal('REMOVE') }),
  'arrangement.made': account.extend({
    kind: z.enum(['extension', 'installments']),
    count,
    madeOn: date,
    balance: amount,
    payments: z.array(z.strictObject({ dueOn: date, amount })),
    scheduled: count.meta({ description: 'How many of the payments the portal charges' }),
  }),
  'member.registered': account.extend({
    email: text,
    hasOptedForPaperlessBilling: flag,
    hasOptedForPaperlessOther: flag,
    areMarketingEmailsAllowed: flag,
  }),
  'member.profile-changed': member.extend({
    ...z
      .strictObject({
        loginId: text,
        userName: text,
        ...paperless.shape,
        annualMarketingElectricKit: flag,
        isMarketEmail: flag,
        receivePaymentEmail: flag,
        receiveServiceOrderEmail: flag,
        canMaskPhone: flag,
        removeStoredBankData: z.literal(true),
        removeStoredCreditData: z.literal(true),
      })
      .partial().shape,
  }),
  'account.paperless-changed': account.extend({ isEmail: flag, isPaperless: flag, isPaperlessOther: flag }),
  'account.roundup-changed': account.extend({
    isRoundup: flag,
    amount: amount.nullable(),
    expiration: date.nullable(),
  }),
  'account.average-billing-changed': account.extend({
    action: z.enum(['Add', 'Edit']),
    billingType: text,
    estimatedBill: amount.nullable(),
    settlementMonth: count.nullable(),
  }),
  'account.no-more-checks': account.extend({ code: text.meta({ description: 'The return code of the bank' }) }),
  'profile.name-changed': profile.extend({ firstName: text, middleName: text, lastName: text }),
  'profile.address-changed': profile.extend(address.shape),
  'profile.phones-changed': profile.extend({
    contactPhones: z.array(
      z.strictObject({ eCommunicationDetailId: text, eCommunicationId: text, phoneNumber: text, extension: text }),
    ),
  }),
  'notifications.changed': account.extend({
    account: z.strictObject({ emailContactId: text, textContactId: text.nullable(), choices }),
    login: z.strictObject({ textContactId: text.nullable(), choices }),
    prepaid: z
      .strictObject({ daysLeft: count.nullable(), amounts: z.array(amount) })
      .exactOptional()
      .meta({ description: 'When the member is warned about prepaid money, if that was saved too' }),
  }),
  'notifications.contact-added': contact.extend({ isVerified: z.literal(false) }),
  'notifications.contact-changed': contact.extend({ isVerified: z.literal(false) }),
  'notifications.contact-confirmed': contact.extend({ isVerified: z.literal(true) }),
  'notifications.contact-removed': contact,
  'notifications.unsubscribed': account.extend({ topic: z.enum(topics), channel: z.literal('email') }),
  'notifications.resubscribed': account.extend({ topic: z.enum(topics), channel: z.literal('email') }),
  'notifications.texts-stopped': account.extend({
    about: text.meta({ description: 'The account, or login' }),
    topics: z.array(z.enum(topics)),
    channel: z.literal('text'),
  }),
  'outage.reported': account.extend({
    locationId: text,
    reportedAt: instant,
    writtenAt: instant.exactOptional(),
    outageReason: text,
    remarks: text,
    callBack: flag,
    callbackNumber: text,
    outageReportOrigin: z.enum(['Web', 'Text']),
  }),
  'service-order.requested': account.extend({
    requestNumber: text,
    requestedOn: date,
    workType: text,
    comments: text,
    phone: text,
    ...address.extend({ landlordname: text, landlordphonenumber: text, requestedCompletionDate: date }).partial().shape,
  }),
  'service-application.submitted': application.extend({
    referenceNumber: text,
    submittedOn: date,
    language: z.enum(['en', 'es']),
    documents: z.array(document),
  }),
  'meter-reading.sent': member.extend({
    meterNumber: text,
    unit: text,
    reading: count,
    readOn: date,
    sentOn: date,
    confirmed: z.enum(['lower', 'rollover', 'high']).nullable(),
    photo: count.nullable(),
  }),
  'capital-credit.claimed': z.strictObject({ creditNumber: text, memberNumber: text.nullable() }),
  'capital-credit-letter.returned': member.extend({ letterId: text }),
  'run.completed': z.strictObject({
    runDate: date,
    items: z.array(z.strictObject({ kind: text, state: text, reason: text, items: count, amount })),
  }),
  'bank-file.released': z.strictObject({
    file: text,
    entries: count,
    debits: amount,
    settlesOn: date,
    sha256: text,
  }),
} as const

export type EventKind = keyof typeof bodies

const event = z.strictObject({
  id: z.int().meta({ description: 'The number of the event, by which it is acknowledged' }),
  accountNumber: text.nullable().meta({ description: 'The account whose events are in order; null for none' }),
  createdAt: instant,
})
/** Only with `coopline events list --bank-numbers`. */
const bankNumbers = { bankAccountNumber: text.exactOptional(), routingNumber: text.exactOptional() }

/** The JSON Schema of an event as `coopline events list` prints it, published as `docs/events.schema.json`. */
export const eventSchema = (): object => ({
  ...z.toJSONSchema(
    z.union(
      Object.entries(bodies).map(([kind, body]) =>
        event.extend({ kind: z.literal(kind), body, ...(kind === 'draft.set-up' && bankNumbers) }),
      ),
    ),
    { io: 'input', unrepresentable: 'any' },
  ),
  title: 'An event for the cooperative’s systems, as a line of coopline events list',
})
