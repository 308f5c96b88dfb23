import { greenButton } from '@coopline/contract/usage/green-button/green-button.contract'
import type { Feature } from '../../../platform/http/call.ts'
import { downloadGreenButton } from './download-green-button.ts'

/** Usage in Green Button format (ESPI). */
export const greenButtonFeature: Feature = {
  routes: (routes) => {
    routes.on(greenButton.download, async (call) =>
      downloadGreenButton(call.deps, call, call.params.accountNumber, call.query),
    )
  },
}
