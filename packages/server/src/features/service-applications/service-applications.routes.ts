import { serviceApplications } from '@coopline/contract/service-applications/service-applications.contract'
import type { Feature } from '../../platform/http/call.ts'
import { loadApplication } from './load-application.ts'
import { mailLink } from './mail-link.ts'
import { saveApplication } from './save-application.ts'
import { submitApplication } from './submit-application.ts'

/** Applications for new service from visitors without an account. */
export const serviceApplicationsFeature: Feature = {
  routes: (routes) => {
    routes.on(serviceApplications.save, async ({ deps, request, body }) => saveApplication(deps, request, body))
    routes.on(serviceApplications.load, async ({ deps, request, body }) => loadApplication(deps, request, body.token))
    routes.on(serviceApplications.submit, async ({ deps, request, body }) => submitApplication(deps, request, body))
    routes.on(serviceApplications.mailLink, async ({ deps, request, body }) => mailLink(deps, request, body.token))
  },
}
