import { serviceUnavailableMessage } from '../service-error/service-unavailable.messages.ts'

/** What is shown where Quick Pay is not enabled (spec 000 §2, §8). */
export const quickPayDisabledMessage = serviceUnavailableMessage
