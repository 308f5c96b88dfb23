import { serviceApplications } from '@coopline/contract/service/service-applications/service-applications.contract'
import {
  type ListedApplication,
  staffApplications,
  type ViewedApplication,
} from '@coopline/contract/service/service-applications/staff-applications.contract'
import { describe, expect, it } from 'vitest'
import { aPdf } from '../../../testing/pdfs.ts'
import { asStaff, staffSignedIn } from '../../../testing/seed-staff.ts'
import { useFresh } from '../../../testing/use-fresh.ts'
import { useTestPortal } from '../../../testing/test-portal.ts'
import { runApplications } from './run-applications-command.ts'
import { anApplication } from './service-applications.fixtures.ts'

const portal = useTestPortal({
  settings: {
    ApplicationForService: true,
    serviceApplicationsPerHour: 1_000,
    serviceApplicationDocumentsPerWeek: 1_000,
  },
})
const support = useFresh(async () => asStaff(await staffSignedIn(portal)))

const names = ['lease.pdf', 'Noor’s driver license.pdf']

/** Submits an application with two documents. */
async function submitted(firstName = 'Noor'): Promise<string> {
  const application = anApplication({ firstName })
  const saved = await portal.call(serviceApplications.save, { body: { token: null, application } })
  const { token } = saved.json<{ token: string }>()
  for (const name of names)
    await portal.call(serviceApplications.attach, {
      headers: { authorization: `Bearer ${token}` },
      body: { name, contentBase64: aPdf({ text: name }).toString('base64') },
    })
  const answer = await portal.call(serviceApplications.submit, { body: { token, application } })
  return answer.json<{ referenceNumber: string }>().referenceNumber
}

const list = async (after?: string) =>
  (await portal.call(staffApplications.list, { ...support, query: after === undefined ? {} : { after } })).json<{
    applications: ListedApplication[]
    next: string | null
  }>()
const view = async (referenceNumber: string) =>
  portal.call(staffApplications.view, { ...support, params: { referenceNumber } })
const documentsOf = async (referenceNumber: string) => (await view(referenceNumber)).json<ViewedApplication>().documents
const download = async (referenceNumber: string, documentId: string) =>
  portal.call(staffApplications.download, { ...support, params: { referenceNumber, documentId } })
const auditOf = async (kind: string) =>
  (await portal.db.selectFrom('portal.audit').select('detail').where('kind', '=', kind).orderBy('id').execute()).map(
    ({ detail }) => detail,
  )

describe('applications in the console', () => {
  it('are listed newest first, a page at a time, without drafts', async () => {
    await portal.call(serviceApplications.save, { body: { token: null, application: anApplication() } })
    const numbers: string[] = []
    for (let place = 0; place < 26; place += 1) numbers.unshift(await submitted(`Noor ${place}`))
    const first = await list()
    expect(first.applications.map((one) => one.referenceNumber)).toEqual(numbers.slice(0, 25))
    expect(first.applications[0]).toMatchObject({ name: 'Noor 25 Haddad', documents: 2 })
    const second = await list(first.next ?? '')
    expect(second.applications.map((one) => one.referenceNumber)).toEqual(numbers.slice(25))
    expect(second.next).toBeNull()
  })

  it('show what the applicant submitted with the list of documents, and each view is recorded', async () => {
    const referenceNumber = await submitted()
    const answer = await view(referenceNumber)
    expect(answer.json()).toMatchObject({
      referenceNumber,
      submittedAt: portal.clock.now().toISOString(),
      language: 'en',
      status: '',
      application: { ...anApplication(), phone: '7155550177', zip: '547011234' },
      documents: names.map((name) => ({ name, mediaType: 'application/pdf' })),
    })
    expect(await auditOf('staff.application-viewed')).toEqual([{ by: 'dana.support', referenceNumber }])
  })

  it('are a 404 under a number that none has, and nothing is recorded', async () => {
    expect((await view('A-BCDF-GHJK')).statusCode).toBe(404)
    expect(await auditOf('staff.application-viewed')).toEqual([])
  })

  it('are for support and administrators only', async () => {
    const billing = asStaff(await staffSignedIn(portal, 'billing'))
    const referenceNumber = await submitted()
    const answers = [
      await portal.call(staffApplications.list, billing),
      await portal.call(staffApplications.view, { ...billing, params: { referenceNumber } }),
    ]
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([403, 403])
  })
})

describe('documents in the console', () => {
  it('are downloaded as an attachment that no browser shows, and each download is recorded', async () => {
    const referenceNumber = await submitted()
    const documents = await documentsOf(referenceNumber)
    const id = documents[1]?.id ?? ''
    const answer = await download(referenceNumber, id)
    expect(answer.rawPayload.equals(aPdf({ text: names[1] ?? '' }))).toBe(true)
    expect(answer.headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': `attachment; filename="application-${referenceNumber.toLowerCase()}-2.pdf"`,
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    })
    expect(await auditOf('staff.application-document-saved')).toEqual([
      { by: 'dana.support', referenceNumber, document: id },
    ])
  })

  it('are a 404 once deleted and under the number of another application', async () => {
    const [referenceNumber, other] = [await submitted(), await submitted()]
    const [document] = await documentsOf(referenceNumber)
    expect((await download(other, document?.id ?? '')).statusCode).toBe(404)
    await runApplications(portal.deps, ['delete', referenceNumber, '--by', 'Dana'])
    expect((await download(referenceNumber, document?.id ?? '')).statusCode).toBe(404)
    expect(await documentsOf(referenceNumber)).toEqual([])
    expect(await auditOf('staff.application-document-saved')).toEqual([])
  })
})
