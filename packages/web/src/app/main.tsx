import '@coopline/ui/styles/layers.css'
import '@coopline/ui/styles/tokens.css'
import '@coopline/ui/styles/base.css'
import { routes } from './routes.tsx'
import { startPortal } from './start-portal.tsx'
import { surviveTranslation } from './survive-translation.ts'

const container = document.getElementById('root')
if (container !== null) {
  surviveTranslation(container)
  void startPortal(container, routes)
}
