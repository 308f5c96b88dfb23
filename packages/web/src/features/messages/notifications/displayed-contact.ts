import type { Contact } from '@coopline/contract/messages/notifications/notifications.contract'
import { formatPhoneText } from '@coopline/rules/kernel/phone'

/** A contact as its owner reads it: an address, or '(715) 555-0100'. */
export const displayedContact = ({ channel, value }: Pick<Contact, 'channel' | 'value'>): string =>
  channel === 'text' ? formatPhoneText(value) : value
