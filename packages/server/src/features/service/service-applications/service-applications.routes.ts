import { serviceApplications } from '@coopline/contract/service/service-applications/service-applications.contract'
import { staffApplications } from '@coopline/contract/service/service-applications/staff-applications.contract'
import type { Feature } from '../../../platform/http/call.ts'
import { attachDocument, removeDocument } from './application-documents.ts'
import { authenticateApplicant } from './authenticate-applicant.ts'
import { loadApplication } from './load-application.ts'
import { mailLink } from './mail-link.ts'
import { saveApplication } from './save-application.ts'
import { downloadDocument, listForStaff, viewApplication } from './staff-applications.ts'
import { submitApplication } from './submit-application.ts'

/** Applications for new service from visitors without an account, and how staff read them. */
export const serviceApplicationsFeature: Feature = {
  routes: (routes) => {
    routes.on(serviceApplications.save, async ({ deps, request, body }) => saveApplication(deps, request, body))
    routes.on(serviceApplications.load, async ({ deps, request, body }) => loadApplication(deps, request, body.token))
    routes.on(serviceApplications.attach, async ({ deps, request, caller, body }) =>
      attachDocument(deps, { caller, request }, body),
    )
    routes.on(serviceApplications.removeDocument, async ({ deps, request, caller, params }) =>
      removeDocument(deps, { caller, request }, params.documentId),
    )
    routes.on(serviceApplications.submit, async ({ deps, request, body }) => submitApplication(deps, request, body))
    routes.on(staffApplications.list, async ({ deps, request, query }) => listForStaff(deps, request, query.after))
    routes.on(staffApplications.view, async ({ deps, request, caller, params }) =>
      viewApplication(deps, { request, caller }, params.referenceNumber),
    )
    routes.on(staffApplications.download, async ({ deps, request, caller, params }) =>
      downloadDocument(deps, { request, caller }, params),
    )
    routes.on(serviceApplications.mailLink, async ({ deps, request, body }) => mailLink(deps, request, body.token))
  },
  authenticators: { 'application-link': authenticateApplicant },
}
