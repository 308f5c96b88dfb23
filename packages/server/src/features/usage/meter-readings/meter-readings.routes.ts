import { meterReadings } from '@coopline/contract/usage/meter-readings/meter-readings.contract'
import type { Feature } from '../../../platform/http/call.ts'
import { listReadings } from './list-readings.ts'
import { loadPhoto } from './photo.ts'
import { sendReading } from './send-reading.ts'

/** Readings that members take from their own meters. */
export const meterReadingsFeature: Feature = {
  routes: (routes) => {
    routes.on(meterReadings.list, async (call) => listReadings(call.deps, call, call.params.accountNumber))
    routes.on(meterReadings.send, async (call) =>
      sendReading(call.deps, call, { accountNumber: call.params.accountNumber, form: call.body }),
    )
    routes.on(meterReadings.photo, async (call) => {
      const { accountNumber, readingId } = call.params
      return loadPhoto(call.deps, call, { accountNumber, readingId: Number(readingId) })
    })
  },
}
