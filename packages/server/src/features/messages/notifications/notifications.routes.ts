import { notifications } from '@coopline/contract/messages/notifications/notifications.contract'
import type { Feature } from '../../../platform/http/call.ts'
import { offersNotifications } from '../../../platform/notices/offers-notifications.ts'
import { addContact } from './add-contact.ts'
import { changeContact } from './change-contact.ts'
import { changeChoices, loadChoices } from './choices.ts'
import { sendContactCode, verifyContact } from './confirm-contact.ts'
import { listOwnContacts, offersContacts } from './listed-contact.ts'
import { mountOneClick } from './mount-one-click.ts'
import { removeContact } from './remove-contact.ts'
import { checkTextService, takeReply } from './take-reply.ts'
import { notifyOfBillsJob } from './notify-of-bills.job.ts'
import { notifyOfPrepaidJob } from './notify-of-prepaid.job.ts'
import { notifyOfPowerJob } from './notify-of-power.job.ts'
import { checkUnsubscribe, undoUnsubscribe, unsubscribe } from './unsubscribe.ts'

/** The routes and jobs for members' contacts, their choices of messages, unsubscribing, and notices that are due. */
export const notificationsFeature: Feature = {
  routes: (routes) => {
    const { contacts, addContact: add, changeContact: change, sendCode, verifyContact: verify } = notifications
    const ofContacts = { isOffered: offersContacts }
    const ofChoices = { isOffered: offersNotifications }
    routes.on(
      contacts,
      async ({ deps, caller }) => ({
        contacts: await listOwnContacts(deps.db, caller.memberNumber),
        textOffered: deps.settings.current().smsEnabled,
      }),
      ofContacts,
    )
    routes.on(add, async (call) => addContact(call.deps, call, call.body), ofContacts)
    routes.on(
      change,
      async (call) => changeContact(call.deps, call, call.params.contactId, call.body.value),
      ofContacts,
    )
    routes.on(sendCode, async (call) => sendContactCode(call.deps, call, call.params.contactId), ofContacts)
    routes.on(verify, async (call) => verifyContact(call.deps, call, call.params.contactId, call.body.code), ofContacts)
    routes.on(
      notifications.removeContact,
      async (call) => removeContact(call.deps, call, call.params.contactId),
      ofContacts,
    )
    routes.on(
      notifications.settings,
      async (call) => loadChoices(call.deps, call, call.params.accountNumber),
      ofChoices,
    )
    routes.on(
      notifications.save,
      async (call) => changeChoices(call.deps, call, call.params.accountNumber, call.body),
      ofChoices,
    )
    routes.on(notifications.checkUnsubscribe, async ({ deps, body }) => checkUnsubscribe(deps, body.token))
    routes.on(notifications.unsubscribe, async ({ deps, request, body }) => unsubscribe(deps, request, body.token))
    routes.on(notifications.undoUnsubscribe, async ({ deps, request, body }) =>
      undoUnsubscribe(deps, request, body.token),
    )
    routes.on(notifications.takeReply, async ({ deps, request, body }) => takeReply(deps, request, body))
  },
  authenticators: { 'text-service': checkTextService },
  pages: mountOneClick,
  jobs: [notifyOfBillsJob, notifyOfPowerJob, notifyOfPrepaidJob],
}
