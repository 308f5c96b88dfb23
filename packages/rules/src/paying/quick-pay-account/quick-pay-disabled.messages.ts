import { serviceUnavailableMessage } from '../../site/service-error/service-unavailable.messages.ts'

/** What is shown where Quick Pay is not enabled (QP-07). */
export const quickPayDisabledMessage = serviceUnavailableMessage
