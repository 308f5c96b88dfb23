import { serviceUnavailableMessage } from '../../site/service-error/service-unavailable.messages.ts'

/** The message of pages on which Quick Pay is not enabled (QP-07). */
export const quickPayDisabledMessage = serviceUnavailableMessage
