import { serviceApplications } from '@coopline/contract/service/service-applications/service-applications.contract'
import type { ApplicationForm } from '@coopline/contract/service/service-applications/service-applications.contract'
import { staffApplications } from '@coopline/contract/service/service-applications/staff-applications.contract'
import { type SliceFixtures, type ValidCall, visitor } from '../../../testing/endpoint-fixture.ts'
import { aPdf } from '../../../testing/pdfs.ts'
import { staffFixture } from '../../../testing/seed-staff.ts'
import { given, type StoreCalls } from '../../../testing/store-calls.ts'

/** A complete application, as of November 20, 2026. */
export const anApplication = (changes: Partial<ApplicationForm> = {}): ApplicationForm => ({
  accountType: '',
  firstName: 'Noor',
  lastName: 'Haddad',
  businessName: '',
  phone: '(715) 555-0177',
  email: 'noor.haddad@example.org',
  contactPref: 'Phone',
  streetNumber: '12',
  streetName: 'Elm',
  streetType: 'St',
  unit: '',
  city: 'Eau Claire',
  state: 'WI',
  zip: '54701-1234',
  startDate: '2026-11-30',
  comments: 'The gate is open.',
  ...changes,
})

export const fixtures: SliceFixtures = async ({ portal }) => {
  portal.set({ ApplicationForService: true, serviceApplicationsPerHour: 100_000 })
  const application = anApplication()
  const saved = async (): Promise<{ readonly token: string }> => {
    const answer = await portal.call(serviceApplications.save, { body: { token: null, application } })
    return { token: answer.json<{ token: string }>().token }
  }
  const ofLink = async (): Promise<ValidCall> => {
    const { token } = await saved()
    return { ...visitor, headers: { ...visitor.headers, authorization: `Bearer ${token}` } }
  }
  const staff = await staffFixture(portal)
  const submitted = async () => {
    const link = await ofLink()
    const body = { name: 'lease.pdf', contentBase64: aPdf().toString('base64') }
    const attached = await portal.call(serviceApplications.attach, { ...link, body })
    const [document] = attached.json<{ documents: { id: string }[] }>().documents
    const token = link.headers['authorization']?.replace('Bearer ', '')
    const answer = await portal.call(serviceApplications.submit, { body: { token, application } })
    return { ...answer.json<{ referenceNumber: string }>(), documentId: document?.id ?? '' }
  }
  // One for all calls: how many documents a client may send in a week is limited.
  const { referenceNumber, documentId } = await submitted()
  return [
    [staffApplications.list, staff],
    [staffApplications.view, async () => ({ ...(await staff()), params: { referenceNumber } })],
    [staffApplications.download, async () => ({ ...(await staff()), params: { referenceNumber, documentId } })],
    [serviceApplications.save, { ...visitor, body: { token: null, application } }],
    [serviceApplications.load, async () => ({ ...visitor, body: await saved() })],
    [
      serviceApplications.attach,
      async () => ({ ...(await ofLink()), body: { name: 'lease.pdf', contentBase64: aPdf().toString('base64') } }),
    ],
    [
      serviceApplications.removeDocument,
      async () => ({ ...(await ofLink()), params: { documentId: 'AAAAAAAAAAAAAAAAAAAAAA' } }),
    ],
    [serviceApplications.submit, async () => ({ ...visitor, body: { ...(await saved()), application } })],
    [serviceApplications.mailLink, async () => ({ ...visitor, body: await saved() })],
  ]
}

export const storeCalls: StoreCalls = {
  'service-applications': {
    updateDraft: ['A-BCDF-GHJK', given.hash, given.now],
    findStatus: ['A-BCDF-GHJK'],
  },
  'application-documents': {
    findSubmittedDocument: ['A-BCDF-GHJK', 'AAAAAAAAAAAAAAAAAAAAAA'],
    listSubmittedDocuments: ['A-BCDF-GHJK'],
    deleteSubmittedDocuments: ['A-BCDF-GHJK'],
  },
}
