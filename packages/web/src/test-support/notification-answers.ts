import type { UsageAlertsAnswer, WireUsageAlerts } from '@coopline/contract/usage/insights/insights.contract'
import type { Contact, NotificationSettings } from '@coopline/contract/messages/notifications/notifications.contract'

export const contactsLine = 'GET /v3/members/M1001/contacts'
export const addContactLine = 'POST /v3/members/M1001/contacts'
export const oneContact = (method: 'PUT' | 'DELETE', id: string) => `${method} /v3/members/M1001/contacts/${id}`
export const codeAgainLine = (id: string) => `POST /v3/members/M1001/contacts/${id}/code`
export const verifyLine = (id: string) => `POST /v3/members/M1001/contacts/${id}/verify`
export const choicesLine = (method: 'GET' | 'PUT') => `${method} /v3/members/M1001/accounts/000100200300/notifications`

export const phoneId = '00000000-0000-4000-8000-000000000001'

export const aLoginAddress: Contact = {
  id: 'login',
  channel: 'email',
  value: 'ada@example.org',
  isVerified: true,
  isStopped: false,
}
export const aPhone = (changes: Partial<Contact> = {}): Contact => ({
  id: phoneId,
  channel: 'text',
  value: '7155550123',
  isVerified: true,
  isStopped: false,
  ...changes,
})

/** Ada's choices: two topics about her account, by email only. */
export const someChoices = (...more: readonly Contact[]): NotificationSettings => ({
  contacts: [aLoginAddress, ...more],
  textOffered: true,
  account: {
    emailContactId: 'login',
    textContactId: null,
    choices: [
      { topic: 'bill-ready', byEmail: true, byText: false },
      { topic: 'outage', byEmail: true, byText: false },
    ],
  },
  login: { textContactId: null, choices: [{ topic: 'security', byEmail: true, byText: false }] },
  prepaid: null,
})

export const alertsLine = (method: 'GET' | 'PUT') => `${method} /v3/members/M1001/accounts/000100200300/usage-alerts`
/** Alerts turned off, for an account with a meter of each kind. */
export const someAlerts = (alerts: Partial<WireUsageAlerts> = {}): UsageAlertsAnswer => ({
  alerts: {
    dailyKwh: null,
    projectedBillCents: null,
    continuousWater: false,
    baseLoadDoubled: false,
    snoozedUntil: null,
    ...alerts,
  },
  offers: { energy: true, baseLoad: true, water: true },
})
