import { notifications } from '@coopline/contract/notifications/notifications.contract'
import type { Feature } from '../../platform/http/call.ts'
import { addContact } from './add-contact.ts'
import { changeContact } from './change-contact.ts'
import { changeChoices, loadChoices } from './choices.ts'
import { sendContactCode, verifyContact } from './confirm-contact.ts'
import { listOwnContacts } from './listed-contact.ts'
import { mountOneClick } from './mount-one-click.ts'
import { removeContact } from './remove-contact.ts'
import { askedForContacts, askedForNotifications } from './require-offered.ts'
import { checkTextService, takeReply } from './take-reply.ts'
import { notifyOfBills, notifyOfBillsJob } from './notify-of-bills.job.ts'
import { notifyOfPower, notifyOfPowerJob } from './notify-of-power.job.ts'
import { checkUnsubscribe, unsubscribe } from './unsubscribe.ts'

/** What members are told, where, and how they end it. */
export const notificationsFeature: Feature = {
  routes: (routes) => {
    const { contacts, addContact: add, changeContact: change, sendCode, verifyContact: verify } = notifications
    routes.on(contacts, async ({ deps, caller, request }) => ({
      contacts: await listOwnContacts(deps.db, askedForContacts(deps, contacts, caller, request).caller.memberNumber),
      textOffered: deps.settings.current().smsEnabled,
    }))
    routes.on(add, async ({ deps, caller, request, body }) =>
      addContact(deps, askedForContacts(deps, add, caller, request), body),
    )
    routes.on(change, async ({ deps, caller, request, params, body }) =>
      changeContact(deps, askedForContacts(deps, change, caller, request), params.contactId, body.value),
    )
    routes.on(sendCode, async ({ deps, caller, request, params }) =>
      sendContactCode(deps, askedForContacts(deps, sendCode, caller, request), params.contactId),
    )
    routes.on(verify, async ({ deps, caller, request, params, body }) =>
      verifyContact(deps, askedForContacts(deps, verify, caller, request), params.contactId, body.code),
    )
    routes.on(notifications.removeContact, async ({ deps, caller, request, params }) =>
      removeContact(deps, askedForContacts(deps, notifications.removeContact, caller, request), params.contactId),
    )
    routes.on(notifications.settings, async ({ deps, caller, request, params }) =>
      loadChoices(deps, askedForNotifications(deps, notifications.settings, caller, request), params.accountNumber),
    )
    routes.on(notifications.save, async ({ deps, caller, request, params, body }) =>
      changeChoices(deps, askedForNotifications(deps, notifications.save, caller, request), params.accountNumber, body),
    )
    routes.on(notifications.checkUnsubscribe, async ({ deps, request, body }) =>
      checkUnsubscribe(deps, request, body.token),
    )
    routes.on(notifications.unsubscribe, async ({ deps, request, body }) => unsubscribe(deps, request, body.token))
    routes.on(notifications.takeReply, async ({ deps, request, body }) => takeReply(deps, request, body))
  },
  authenticators: { 'text-service': checkTextService },
  pages: mountOneClick,
  jobs: (deps) => {
    deps.jobs.handle(notifyOfBillsJob, () => notifyOfBills(deps))
    deps.jobs.every('10 * * * *', notifyOfBillsJob)
    deps.jobs.handle(notifyOfPowerJob, () => notifyOfPower(deps))
    deps.jobs.every('*/3 * * * *', notifyOfPowerJob)
  },
}
